/** Lists of clients: upload, what the columns are, which rows are wrong, progress, result. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';

import {
  mostRows,
  targets,
  type ImportRow,
  type Imports,
  type Line,
  type Mapping,
} from '../domain/imports.ts';
import { Problem } from '../domain/problem.ts';
import type { Post } from '../mail/post.ts';
import { Moment, Office, Refusal } from './parts.tsx';

const largest = 30 * 1024 * 1024;
const at = '/back-office/import';
const meanings: [value: string, label: string][] = [
  ['', 'Leave out'],
  ...Object.entries(targets),
  ['custom', 'Custom field of this name'],
];

function Start({ imports, problem }: { imports: ImportRow[]; problem?: string }) {
  return (
    <Office title="Import" at={at}>
      <Refusal problem={problem} />
      <form method="post" enctype="multipart/form-data" class="card">
        <p class="hint">
          {`A CSV file with a header line, up to ${mostRows.toLocaleString('en')} rows. Each row becomes a draft; one whose External reference is known keeps its case, so a file can be imported again.`}
        </p>
        <div class="field">
          <label for="file">CSV file</label>
          <input id="file" name="file" type="file" accept=".csv,text/csv" required />
        </div>
        <div class="actions end">
          <button>Upload</button>
        </div>
      </form>
      {imports.length > 0 && (
        <section class="card">
          <h2>Earlier imports</h2>
          <ul class="list">
            {imports.map(({ seq, name, total, state, created_at }) => (
              <li>
                <a href={`${at}/${seq}`}>{name}</a>
                <span class="meta">
                  {`${total.toLocaleString('en')} rows, ${state}, `}
                  <Moment at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Office>
  );
}

function Columns({ row, example }: { row: ImportRow; example: Record<string, string> }) {
  return (
    <form method="post" action={`${at}/${row.seq}/check`} class="card">
      <h2>What are the columns?</h2>
      <div class="scroll" tabindex={0} role="region" aria-label="Columns">
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">First row</th>
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {row.columns.map((column, index) => (
              <tr>
                <td>{column}</td>
                <td class="meta">{example[column]}</td>
                <td>
                  <select name={`column-${index}`} aria-label={`Meaning of ${column}`}>
                    {meanings.map(([value, label]) => (
                      <option value={value} selected={row.mapping[column] === value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="actions end">
        <button>Check the rows</button>
      </div>
    </form>
  );
}

const Progress = ({ row, what }: { row: ImportRow; what: string }) => (
  <section class="card">
    <h2>{what}</h2>
    <progress max={row.total} value={row.done} aria-label={what}></progress>
    <p role="status">{`${row.done.toLocaleString('en')} of ${row.total.toLocaleString('en')} rows`}</p>
  </section>
);

const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

function Wrong({ lines, wrong }: { lines: Line[]; wrong: number }) {
  if (!wrong) return <p>Every row is right.</p>;
  return (
    <>
      <p>{`${rows(wrong)} ${wrong === 1 ? 'is' : 'are'} wrong and left out${wrong > lines.length ? '; the first of them' : ''}:`}</p>
      <ul>
        {lines.map(({ n, problem }) => (
          <li>{`Row ${n + 1}: ${problem}`}</li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  row: ImportRow;
  example: Record<string, string>;
  wrong: number;
  wrongLines: Line[];
  invited: { links: number; mails: number };
}

function ImportPage({ row, example, wrong, wrongLines, invited }: Props) {
  const { seq, state, total } = row;
  const isBusy =
    ['reading', 'checking', 'importing'].includes(state) || invited.mails < invited.links;
  return (
    <Office title={row.name} at={at}>
      <div id="import" data-live data-events={isBusy ? `${at}/${seq}/live` : undefined}>
        {state === 'checking' && <Progress row={row} what="Checking" />}
        {state === 'importing' && <Progress row={row} what="Importing" />}
        {state === 'ready' && (
          <form method="post" action={`${at}/${seq}/run`} class="card">
            <h2>Ready</h2>
            <Wrong lines={wrongLines} wrong={wrong} />
            <div class="actions end">
              <button disabled={wrong === total}>{`Import ${rows(total - wrong)}`}</button>
            </div>
          </form>
        )}
        {state === 'done' && (
          <section class="card">
            <h2>Done</h2>
            <Wrong lines={wrongLines} wrong={wrong} />
            <p>
              <a href={`${at}/${seq}/result.csv`}>Result with case and portal link per row (CSV)</a>
            </p>
            {invited.links > 0 && (
              <p role="status">{`Portal links: ${invited.links.toLocaleString('en')}. Letters: ${invited.mails.toLocaleString('en')}.`}</p>
            )}
            {invited.links === 0 && (
              <form method="post" action={`${at}/${seq}/invite`}>
                <p class="hint">
                  Makes a portal for each case and mails its link to the clients whose address is
                  known, ten a second.
                </p>
                <button>Create portals and send the links</button>
              </form>
            )}
          </section>
        )}
      </div>
      {(state === 'mapping' || state === 'ready') && <Columns row={row} example={example} />}
    </Office>
  );
}

export function importRoutes(imports: Imports, post: Post) {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: largest }));
  const seqOf = (c: { req: { param(name: string): string | undefined } }) =>
    Number(c.req.param('seq'));
  /** Goes on after the answer; what fails there is told where the sandbox runs. */
  const behind = (work: Promise<void>) =>
    void work.catch((error: Error) => console.error(`Import: ${error.message}`));

  app.get('/', (c) => c.html(<Start imports={imports.latest(20)} />));
  app.post('/', async (c) => {
    const { file } = await c.req.parseBody();
    try {
      if (!(file instanceof File) || !file.size) throw new Problem(422, 'Choose a CSV file.');
      const seq = await imports.read(file.name, Buffer.from(await file.arrayBuffer()));
      return c.redirect(`${at}/${seq}`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return c.html(<Start imports={imports.latest(20)} problem={error.message} />, 422);
    }
  });

  app.get('/:seq', (c) => {
    const seq = seqOf(c);
    const row = imports.find(seq);
    const [first] = imports.lines(seq, 0, 1);
    return c.html(
      <ImportPage
        row={row}
        example={first ? (JSON.parse(first.data) as Record<string, string>) : {}}
        wrong={imports.wrong(seq)}
        wrongLines={imports.wrongLines(seq, 20)}
        invited={imports.invited(seq)}
      />,
    );
  });

  /** Tells the page, as long as there is something under way, to look again. */
  app.get('/:seq/live', (c) => {
    c.header('content-type', 'text/event-stream');
    return stream(c, async (out) => {
      while (!out.aborted) {
        await out.sleep(500);
        await out.write('event: change\ndata:\n\n');
      }
    });
  });

  app.post('/:seq/check', async (c) => {
    const row = imports.find(seqOf(c));
    const form = await c.req.parseBody();
    const mapping = Object.fromEntries(
      row.columns.map((column, index) => [column, String(form[`column-${index}`] ?? '')]),
    ) as Mapping;
    behind(imports.check(row.seq, mapping));
    return c.redirect(`${at}/${row.seq}`, 303);
  });
  app.post('/:seq/run', (c) => {
    const { seq, state } = imports.find(seqOf(c));
    if (state === 'ready') behind(imports.run(seq));
    return c.redirect(`${at}/${seq}`, 303);
  });
  app.post('/:seq/invite', (c) => {
    const { seq, state } = imports.find(seqOf(c));
    if (state === 'done') behind(imports.invite(seq, post.sendLink));
    return c.redirect(`${at}/${seq}`, 303);
  });

  app.get('/:seq/result.csv', (c) => {
    const { seq } = imports.find(seqOf(c));
    c.header('content-type', 'text/csv; charset=utf-8');
    c.header('content-disposition', `attachment; filename="import-${seq}.csv"`);
    return stream(c, async (out) => {
      for (const piece of imports.result(seq)) await out.write(piece);
    });
  });

  return app;
}
