/** Import of a CSV file: its upload, its mistakes, and an empty template. */
import { Hono } from 'hono';

import type { Kind } from '../domain/cases.ts';
import { fieldProblem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { kindOf } from '../portal/portal-request.ts';
import { answer, contentOf, leadTo, readForm, text, type Refused } from '../web/form.ts';
import { columnNames, required } from './import-columns.ts';
import { mostRows, runImport } from './imports.ts';
import { Card, counted, Facts, Input, number, Office, Select, Submit, Table } from './parts.tsx';

const path = '/back-office/import';
const labels: Record<Kind, string> = { business: 'Business cases', person: 'Person cases' };
const kinds = Object.keys(labels) as Kind[];

/** What became of a file. */
interface Done extends Awaited<ReturnType<typeof runImport>> {
  name: string;
}
type StartProps = Refused & { done?: Done };

const Result = ({ name, mistakes, added, known, different }: Done) =>
  mistakes.length > 0 ? (
    <Card title={`Nothing imported: ${name} has ${counted(mistakes.length, 'mistake')}`}>
      <p class="hint">Correct all of this in your file and import it again.</p>
      <Table head={['Line', 'Column', 'What is wrong']}>
        {mistakes.map(({ line, column, message }) => (
          <tr>
            <td>{`Line ${line}`}</td>
            <td data-label="Column" dir="auto">
              {column || 'the whole line'}
            </td>
            <td data-label="What is wrong" dir="auto">{`${message}.`}</td>
          </tr>
        ))}
      </Table>
    </Card>
  ) : (
    <Card title={`Imported: ${name}`}>
      <Facts
        facts={[
          ['New cases', <a href="/back-office?state=draft">{number(added)}</a>],
          ['There before, left as they are', number(known)],
        ]}
      />
      {different.length > 0 && (
        <>
          <p class="hint">
            {`Other data than the case: ${counted(different.length, 'row')}. Nothing of it was changed: correct the case, or the file.`}
          </p>
          <Table head={['Line', 'Case', 'What differs']}>
            {different.map(({ line, reference, application_id, differences }) => (
              <tr>
                <td>{`Line\u00a0${line}`}</td>
                <td data-label="Case" dir="auto">
                  <a href={`/back-office/cases/${application_id}`}>{reference}</a>
                </td>
                <td data-label="What differs" dir="auto">{`${differences.join('; ')}.`}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </Card>
  );

const Start = ({ done, values = {}, errors = {} }: StartProps) => (
  <Office title="Import" section={path} errors={errors}>
    {done && <Result {...done} />}
    <form method="post" enctype="multipart/form-data" class="card" action={path}>
      <p class="hint">
        {`Upload a CSV file in UTF-8 with up to ${number(mostRows)} rows. Each row becomes a draft. A row whose External Reference has a case leaves that case as it is. A file with a mistake imports nothing.`}
      </p>
      <Select
        name="template"
        label="Template"
        value={text(values.template)}
        options={kinds.map((kind) => [kind, labels[kind]])}
      />
      <Input
        name="file"
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        error={errors.file}
        required
      />
      <Submit>Import</Submit>
    </form>
    <Card title="Templates">
      <p class="hint">
        A file has these columns at least. Each row fills them in, and names its client.
      </p>
      <Facts
        facts={kinds.map((kind) => [
          <a href={`${path}/templates/${kind}`}>{labels[kind]}</a>,
          required[kind].join(', '),
        ])}
      />
    </Card>
  </Office>
);

export function importRoutes(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow'>,
) {
  const app = new Hono();
  app.get('/', (c) => c.html(<Start {...contentOf<StartProps>(c)} />));
  app.get('/templates/:kind{business|person}', (c) => {
    const kind = kindOf(c.req.param('kind'));
    return c.body(`\uFEFF${columnNames(kind, services.account.read()).join(',')}\r\n`, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${kind}.csv"`,
    });
  });
  app.post('/', async (c) => {
    const { file } = await c.req.parseBody();
    const values = await readForm(c);
    return answer(c, { page: path, values, labels: { file: 'CSV file' } }, async () => {
      if (!(file instanceof File) || !file.size)
        throw fieldProblem('file', 'must be chosen, and not be empty');
      const content = Buffer.from(await file.arrayBuffer());
      const result = await runImport(services, kindOf(text(values.template)), content);
      return leadTo(c, path, { values, done: { name: file.name, ...result } } satisfies StartProps);
    });
  });
  return app;
}
