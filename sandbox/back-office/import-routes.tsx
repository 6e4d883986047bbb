/** Lists of clients: upload, columns, check, import, mending, letters. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';

import type { Mapping, RowSubject } from '../domain/imports-columns.ts';
import { templateFile } from '../domain/imports-result.ts';
import { account } from '../domain/imports-store.ts';
import type { Imports } from '../domain/imports.ts';
import { letterTo } from '../domain/letters.ts';
import { Problem } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import type { Post } from '../mail/post.ts';
import { at, ImportPage, isBusy, LettersPage, RowPage, Start, type Shown } from './import.tsx';
import { actorOf } from './staff.tsx';

const largest = 30 * 1024 * 1024;
/** Wrong rows that a page offers for mending. */
const mostOffered = 25;

const seqOf = (c: Context) => Number(c.req.param('seq'));

/** What the page of an import shows. */
function shownOf(imports: Imports, seq: number): Shown {
  const row = imports.find(seq);
  return {
    row,
    isRunning: imports.isRunning(seq),
    isWorkbook: row.name.toLowerCase().endsWith('.xlsx'),
    sample: imports.sample(seq),
    plans: imports.plans(seq),
    problems: imports.problems(seq, 20),
    wrong: imports.wrongLines(seq, mostOffered),
    letters: imports.letters(seq),
  };
}

function uploadRoutes(app: Hono, imports: Imports) {
  const start = (problem?: string) => <Start imports={imports.latest(20)} problem={problem} />;
  app.get('/', (c) => c.html(start()));
  app.get('/template.csv', (c) =>
    c.body(templateFile(), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clients.csv"',
    }),
  );
  app.post('/', async (c) => {
    const { file } = await c.req.parseBody();
    if (!(file instanceof File) || !file.size) return c.html(start('Choose a file.'), 422);
    const seq = await imports.read(file.name, Buffer.from(await file.arrayBuffer()));
    return c.redirect(`${at}/${seq}`, 303);
  });
}

/** Does what was asked and shows the import again, with the reason where it was refused. */
async function act(c: Context, imports: Imports, work: (seq: number) => unknown) {
  const seq = seqOf(c);
  try {
    await work(seq);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 404) throw error;
    return c.html(<ImportPage shown={shownOf(imports, seq)} problem={error.message} />, 409);
  }
  return c.redirect(`${at}/${seq}`, 303);
}

function stepRoutes(app: Hono, imports: Imports, post: Post) {
  app.get('/:seq', (c) => c.html(<ImportPage shown={shownOf(imports, seqOf(c))} />));

  /** Tells the page to look again as long as something is under way. */
  app.get('/:seq/live', (c) => {
    const seq = seqOf(c);
    const busy = () => isBusy({ isRunning: imports.isRunning(seq), letters: imports.letters(seq) });
    c.header('content-type', 'text/event-stream');
    return stream(c, async (out) => {
      while (!out.aborted && busy()) {
        await out.sleep(400);
        await out.write('event: change\ndata:\n\n');
      }
      await out.write('event: done\ndata:\n\n');
    });
  });

  app.post('/:seq/encoding', (c) =>
    act(c, imports, async (seq) => {
      const { encoding } = await c.req.parseBody();
      void imports.readAgain(seq, String(encoding));
    }),
  );
  app.post('/:seq/check', (c) =>
    act(c, imports, async (seq) => {
      const form = await c.req.parseBody();
      const { columns } = imports.find(seq);
      const mapping = Object.fromEntries(
        columns.map((column, index) => [column, String(form[`column-${index}`] ?? '')]),
      ) as Mapping;
      const subject = ['business', 'person'].includes(String(form.subject)) ? form.subject : 'auto';
      void imports.check(seq, mapping, subject as RowSubject);
    }),
  );
  app.post('/:seq/run', (c) =>
    act(c, imports, (seq) => {
      // Asked for twice, it runs once.
      if (imports.find(seq).state !== 'done') void imports.run(seq, actorOf(c));
    }),
  );
  app.post('/:seq/go-on', (c) => act(c, imports, (seq) => void imports.goOn(seq).then(post.wake)));
}

function rowRoutes(app: Hono, imports: Imports) {
  app.get('/:seq/rows/:n', (c) => {
    const row = imports.find(seqOf(c));
    const line = imports.line(row.seq, Number(c.req.param('n')));
    if (line.plan !== 'wrong') return c.redirect(`${at}/${row.seq}`, 303);
    return c.html(<RowPage row={row} line={line} cells={JSON.parse(line.data) as string[]} />);
  });
  app.post('/:seq/rows/:n', async (c) => {
    const row = imports.find(seqOf(c));
    const n = Number(c.req.param('n'));
    const form = await c.req.parseBody();
    const cells = Object.keys(form)
      .filter((name) => name.startsWith('cell-'))
      .map((_, index) => String(form[`cell-${index}`] ?? ''));
    while (cells.length > row.columns.length && !cells.at(-1)!.trim()) cells.pop();
    const problem = imports.mend(row.seq, n, cells);
    if (!problem) return c.redirect(`${at}/${row.seq}`, 303);
    const line = imports.line(row.seq, n);
    return c.html(<RowPage row={row} line={line} cells={cells} />, 422);
  });
}

function letterRoutes(app: Hono, services: Services, post: Post) {
  const { imports, workflow, store } = services;
  app.get('/:seq/letters', (c) => {
    const row = imports.find(seqOf(c));
    if (row.state !== 'done' || row.letters !== null) return c.redirect(`${at}/${row.seq}`, 303);
    const plan = imports.letterPlan(row.seq);
    const found = plan.first ? workflow.show(account, plan.first) : undefined;
    const link = found?.portals?.link ?? `${new URL(c.req.url).origin}/portals/…`;
    const example = found && letterTo(store, found, 'link', { link });
    return c.html(<LettersPage row={row} plan={plan} example={example} />);
  });
  app.post('/:seq/letters', (c) =>
    act(c, imports, async (seq) => {
      const form = await c.req.parseBody();
      if (form.do === 'stop') return imports.stopLetters(seq);
      if (form.do !== 'start') throw new Problem(422, 'Say whether letters are sent or stopped.');
      void imports.invite(seq).then(post.wake);
    }),
  );
}

function fileRoutes(app: Hono, imports: Imports) {
  const files = { result: imports.result, wrong: imports.wrong };
  for (const [name, pieces] of Object.entries(files)) {
    app.get(`/:seq/${name}.csv`, (c) => {
      const { seq } = imports.find(seqOf(c));
      c.header('content-type', 'text/csv; charset=utf-8');
      c.header('content-disposition', `attachment; filename="import-${seq}-${name}.csv"`);
      return stream(c, async (out) => {
        for (const piece of pieces(seq)) await out.write(piece);
      });
    });
  }
}

export function importRoutes(services: Services, post: Post) {
  const { imports } = services;
  const app = new Hono();
  app.use(bodyLimit({ maxSize: largest }));
  uploadRoutes(app, imports);
  fileRoutes(app, imports);
  rowRoutes(app, imports);
  letterRoutes(app, services, post);
  stepRoutes(app, imports, post);
  return app;
}
