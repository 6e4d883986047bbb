/** Import of a CSV file: its upload, its mistakes, and the columns. */
import { Hono } from 'hono';

import type { AccountSettings } from '../domain/account.ts';
import type { Kind } from '../domain/case.ts';
import { fieldProblem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { kindOf } from '../portal/texts.ts';
import { contentOf, leadTo, text } from '../web/form.ts';
import { columnNames, required, mostRows, runImport } from './imports.ts';
import { act, Card, counted, Facts, Form, number, Office, Table } from './parts.tsx';

const path = '/back-office/import';
const labels: Record<Kind, string> = { business: 'Business cases', person: 'Person cases' };

/** What became of a file. */
interface Done extends ReturnType<typeof runImport> {
  name: string;
}
const Result = ({ name, mistakes, added, known }: Done) =>
  mistakes.length > 0 ? (
    <Card title={`Nothing imported: ${name} has ${counted(mistakes.length, 'mistake')}`}>
      <p class="hint">Correct all of this in your file and import it again.</p>
      <Table
        head={['Line', 'Column', 'What is wrong']}
        rows={mistakes.map(({ line, column, message }) => [
          `Line ${line}`,
          column ?? 'the whole line',
          `${message}.`,
        ])}
      />
    </Card>
  ) : (
    <Card title={`Imported: ${name}`}>
      <Facts
        facts={[
          ['New cases', <a href="/back-office?state=draft">{number(added)}</a>],
          ['There before, left as they are', number(known)],
        ]}
      />
    </Card>
  );

const Start = ({ done, settings }: { done?: Done; settings: AccountSettings }) => (
  <Office title="Import" section={path}>
    {done && <Result {...done} />}
    <section class="card">
      <p class="hint">
        {`Upload a CSV file in UTF-8 with up to ${number(mostRows)} rows. Each row becomes a draft. A row whose External Reference has a case leaves that case as it is. A file with a mistake imports nothing.`}
      </p>
      <Form
        action={path}
        enctype="multipart/form-data"
        fields={[
          { name: 'kind', options: Object.entries(labels) },
          { name: 'file', type: 'file', accept: '.csv,text/csv', required: true },
        ]}
      >
        <button>Import</button>
      </Form>
    </section>
    <Card title="Columns">
      <p class="hint">Each row fills in the columns in bold, and names its client.</p>
      <Facts
        facts={(Object.keys(labels) as Kind[]).map((kind) => [
          labels[kind],
          columnNames(kind, settings).map((column, index) => [
            index > 0 && ', ',
            required[kind].includes(column) ? <strong>{column}</strong> : column,
          ]),
        ])}
      />
    </Card>
  </Office>
);

export function importRoutes(services: Parts<'store' | 'account' | 'cases'>) {
  const app = new Hono();
  app.get('/', (c) =>
    c.html(<Start {...contentOf<{ done: Done }>(c)} settings={services.account.read()} />),
  );
  app.post('/', (c) =>
    act(c, path, async ({ kind }) => {
      const { file } = await c.req.parseBody();
      if (!(file instanceof File) || !file.size)
        throw fieldProblem('file', 'must be chosen, and not be empty');
      const content = Buffer.from(await file.arrayBuffer());
      const result = runImport(services, kindOf(text(kind)), content);
      return leadTo(c, path, { done: { name: file.name, ...result } });
    }),
  );
  return app;
}
