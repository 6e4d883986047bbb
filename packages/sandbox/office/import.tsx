/** Import of the service's templates: the upload, and what became of each row. */
import { Hono } from 'hono';

import { templates, type TemplateName } from './import-templates.ts';
import { fieldProblem, Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { answer, contentOf, leadTo, readForm, text, type Refused } from '../web/form.ts';
import { mostRows, runImport, type ImportRow, type Mistake } from './imports.ts';
import { Card, counted, Facts, Input, number, Office, Select, Submit, Table } from './parts.tsx';
import { columnNames } from './template-columns.ts';

const path = '/back-office/import';
const names = Object.keys(templates) as TemplateName[];
const isTemplate = (name: string): name is TemplateName => Object.hasOwn(templates, name);

/** What became of a file. */
interface Done {
  name: string;
  template: TemplateName;
  rows: ImportRow[];
  /** The mistakes of the header: then nothing is imported. */
  header: Mistake[];
}
type StartProps = Refused & { done?: Done };

function Start({ done, values = {}, errors = {} }: StartProps) {
  return (
    <Office title="Import" section={path} errors={errors}>
      {done && <Result {...done} />}
      <form method="post" enctype="multipart/form-data" class="card" action={path}>
        <p class="hint">
          {`Upload one of the service's templates as CSV in UTF-8, with up to ${number(mostRows)} rows. Each business and each person becomes a draft. A row whose External Reference has a case keeps that case, so you can correct wrong rows and import the file again.`}
        </p>
        <Select
          name="template"
          label="Template"
          value={text(values.template)}
          options={names.map((name) => [name, templates[name].label])}
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
          facts={names.map((name) => [
            <a href={`${path}/templates/${name}`}>{templates[name].label}</a>,
            templates[name].required.join(', '),
          ])}
        />
      </Card>
    </Office>
  );
}

function Result({ name, template, rows, header }: Done) {
  const wrong = rows.filter(({ mistakes }) => mistakes);
  const mistakes = [...header, ...wrong.flatMap((row) => row.mistakes!)];
  const added = rows.filter(({ isNew }) => isNew);
  const different = rows.filter(({ differences }) => differences);
  const same = rows.filter(({ isNew, differences }) => isNew === false && !differences).length;
  const cases = [...new Map(added.map((row) => [row.application_id, row])).values()];
  return (
    <>
      <Card title={header.length ? `Nothing imported: ${name}` : `Imported: ${name}`}>
        <Facts
          facts={[
            ['Template', templates[template].label],
            ['New cases', number(added.length)],
            ['There before, unchanged', number(same)],
            [
              'There before with other data',
              different.length ? number(different.length) : undefined,
            ],
            ['Wrong, left out', number(wrong.length)],
          ]}
        />
        {cases.length > 0 && (
          <details>
            <summary>{counted(cases.length, 'case')}</summary>
            <ul class="list unstyled">
              {cases.map(({ application_id, reference }) => (
                <li>
                  <a href={`/back-office/cases/${application_id}`} dir="auto">
                    {reference}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Card>
      {different.length > 0 && (
        <Card title={`Other data: ${counted(different.length, 'row')}`}>
          <p class="hint">
            These references have a case with other data. The import leaves a case as it is: correct
            the file, or the case.
          </p>
          <Table head={['Line', 'Case', 'In the file', 'In the case']}>
            {different.flatMap(({ line, application_id, reference, differences = [] }) =>
              differences.map(({ label, inFile, inCase }) => (
                <tr>
                  <td>{`Line ${line}`}</td>
                  <td data-label="Case">
                    <a href={`/back-office/cases/${application_id}`} dir="auto">
                      {reference}
                    </a>
                  </td>
                  <td data-label="In the file" dir="auto">{`${label}: ${inFile}`}</td>
                  <td data-label="In the case" dir="auto">
                    {inCase || 'empty'}
                  </td>
                </tr>
              )),
            )}
          </Table>
        </Card>
      )}
      {mistakes.length > 0 && (
        <Card title={counted(mistakes.length, 'mistake')}>
          <p class="hint">
            {header.length > 0 && 'A file with a wrong header is not imported. '}
            Correct all of this in your file and import it again.
          </p>
          <Table head={['Line', 'Column', 'What is wrong']}>
            {mistakes.map(({ line, column, message }) => (
              <tr>
                <td>{`Line ${line}`}</td>
                <td data-label="Column" dir="auto">
                  {column ?? 'the whole line'}
                </td>
                <td data-label="What is wrong" dir="auto">{`${message}.`}</td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
    </>
  );
}

export function importRoutes(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow'>,
) {
  const app = new Hono();
  app.get('/', (c) => c.html(<Start {...contentOf<StartProps>(c)} />));
  app.get('/templates/:name', (c) => {
    const name = c.req.param('name');
    if (!isTemplate(name)) return c.notFound();
    const columns = columnNames(name, services.account.read().custom_fields);
    return c.body(`\uFEFF${columns.join(',')}\r\n`, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${templates[name].file}"`,
    });
  });
  app.post('/', async (c) => {
    const { file } = await c.req.parseBody();
    const values = await readForm(c);
    const template = text(values.template);
    return answer(c, { page: path, values, labels: { file: 'CSV file' } }, async () => {
      if (!isTemplate(template)) throw new Problem(422, 'Choose a template.');
      if (!(file instanceof File) || !file.size)
        throw fieldProblem('file', 'must be chosen, and not be empty');
      const content = Buffer.from(await file.arrayBuffer());
      const result = await runImport(services, template, content);
      const done = { name: file.name, template, ...result };
      return leadTo(c, path, { done } satisfies StartProps);
    });
  });
  return app;
}
