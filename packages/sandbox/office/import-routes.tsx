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

/** What the pages of imports are made of. */
type Desk = Pick<Services, 'imports' | 'account'>;

const fieldsOf = (desk: Desk) => desk.account.read(account).custom_fields;

/** What the page of an import shows. */
function shownOf(desk: Desk, seq: number): Shown {
  const { imports } = desk;
  const row = imports.find(seq);
  return {
    row,
    isRunning: imports.isRunning(seq),
    fields: fieldsOf(desk),
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

/** Does what was asked and shows the import again; where it was refused with the reason, and what was chosen. */
async function act(
  c: Context,
  desk: Desk,
  work: (seq: number) => unknown,
  chosen: Partial<Shown['row']> = {},
) {
  const seq = seqOf(c);
  try {
    await work(seq);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 404) throw error;
    const shown = shownOf(desk, seq);
    const row = { ...shown.row, ...chosen };
    return c.html(<ImportPage shown={{ ...shown, row }} problem={error.message} />, 409);
  }
  return c.redirect(`${at}/${seq}`, 303);
}

function stepRoutes(app: Hono, desk: Desk, post: Post) {
  const { imports } = desk;
  app.get('/:seq', (c) => c.html(<ImportPage shown={shownOf(desk, seqOf(c))} />));

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
    act(c, desk, async (seq) => {
      const { encoding } = await c.req.parseBody();
      void imports.readAgain(seq, String(encoding));
    }),
  );
  app.post('/:seq/check', async (c) => {
    const form = await c.req.parseBody();
    const { columns } = imports.find(seqOf(c));
    const mapping = Object.fromEntries(
      columns.map((column, index) => [column, String(form[`column-${index}`] ?? '')]),
    ) as Mapping;
    const given = ['business', 'person'].includes(String(form.subject)) ? form.subject : 'auto';
    const subject = given as RowSubject;
    const work = (seq: number) => void imports.check(seq, mapping, subject);
    return act(c, desk, work, { mapping, subject });
  });
  app.post('/:seq/run', (c) =>
    act(c, desk, (seq) => {
      // Asked for twice, it runs once.
      if (imports.find(seq).state !== 'done') void imports.run(seq, actorOf(c));
    }),
  );
  app.post('/:seq/go-on', (c) => act(c, desk, (seq) => void imports.goOn(seq).then(post.wake)));
}

function rowRoutes(app: Hono, desk: Desk) {
  const { imports } = desk;
  app.get('/:seq/rows/:n', (c) => {
    const row = imports.find(seqOf(c));
    const line = imports.line(row.seq, Number(c.req.param('n')));
    if (line.plan !== 'wrong') return c.redirect(`${at}/${row.seq}`, 303);
    const cells = JSON.parse(line.data) as string[];
    return c.html(<RowPage row={row} fields={fieldsOf(desk)} line={line} cells={cells} />);
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
    const page = <RowPage row={row} fields={fieldsOf(desk)} line={line} cells={cells} />;
    return c.html(page, 422);
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
    act(c, services, async (seq) => {
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
  rowRoutes(app, services);
  letterRoutes(app, services, post);
  stepRoutes(app, services, post);
  return app;
}
