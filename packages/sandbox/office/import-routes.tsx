/** Lists of clients: upload, columns, check, import, portal links. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { actorOf } from './actor.tsx';
import type { Mapping, RowSubject } from './import-columns.ts';
import { isDateForm } from './import-dates.ts';
import { ImportPage, importPath, Start } from './import.tsx';
import type { Layout } from './import-rows.ts';
import {
  checkImport,
  dateColumns,
  findImport,
  inviteClients,
  latestImports,
  readImport,
  resultFile,
  runImport,
  templateFile,
  wrongFile,
  type Import,
} from './imports.ts';
import { account, text } from './parts.tsx';

const largest = 10 * 1024 * 1024;

const seqOf = (c: Context) => Number(c.req.param('seq'));

/** The form's meanings of the columns. */
function layoutOf({ columns }: Import, form: Record<string, unknown>): Layout {
  const of = <T,>(name: string, read: (value: string) => T) =>
    Object.fromEntries(
      columns.map((column, index) => [column, read(text(form[`${name}-${index}`]))]),
    );
  const subject = text(form.subject);
  return {
    mapping: of('column', (value) => value) as Mapping,
    dates: of('dates', (value) => (isDateForm(value) ? value : '')),
    subject: ['business', 'person'].includes(subject) ? (subject as RowSubject) : 'auto',
  };
}

function sendCsv(c: Context, name: string, content: string) {
  return c.body(content, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  });
}

export function importRoutes(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'parties' | 'workflow' | 'portals'>,
) {
  const { store } = services;
  const app = new Hono();
  /** Actions in progress, by import. A second press waits for the first. */
  const running = new Map<string, Promise<void>>();
  const once = (key: string, work: () => Promise<void>): Promise<void> => {
    const earlier = running.get(key);
    if (earlier) return earlier;
    const promise = work().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  };

  const start = (problem?: string) => <Start imports={latestImports(store)} problem={problem} />;
  const page = (list: Import, problem?: string) => (
    <ImportPage
      list={list}
      dates={dateColumns(list, list.mapping, services)}
      fields={services.account.read(account).custom_fields}
      problem={problem}
    />
  );
  /** Does a button's action and shows the import again, with the reason for a refusal. */
  const act = async (c: Context, work: () => Promise<void>, layout?: Layout) => {
    const seq = seqOf(c);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 404) throw error;
      return c.html(page({ ...findImport(store, seq), ...layout }, error.message), error.status);
    }
    return c.redirect(`${importPath}/${seq}`, 303);
  };

  app.use(
    bodyLimit({
      maxSize: largest,
      onError: (c) => c.html(start('The file is larger than 10 MB. Divide it into several.'), 413),
    }),
  );
  app.get('/', (c) => c.html(start()));
  app.get('/template.csv', (c) => sendCsv(c, 'clients', templateFile()));
  app.post('/', async (c) => {
    const { file } = await c.req.parseBody();
    if (!(file instanceof File) || !file.size) return c.html(start('Choose a file.'), 422);
    try {
      const content = Buffer.from(await file.arrayBuffer());
      return c.redirect(`${importPath}/${await readImport(services, file.name, content)}`, 303);
    } catch (error) {
      if (error instanceof Problem) return c.html(start(error.message), error.status);
      throw error;
    }
  });

  app.get('/:seq', (c) => c.html(page(findImport(store, seqOf(c)))));
  app.post('/:seq/check', async (c) => {
    const seq = seqOf(c);
    const layout = layoutOf(findImport(store, seq), await c.req.parseBody());
    return act(c, () => checkImport(services, seq, layout), layout);
  });
  app.post('/:seq/run', (c) =>
    act(c, () => once(`run ${seqOf(c)}`, () => runImport(services, seqOf(c), actorOf(c)))),
  );
  app.post('/:seq/letters', (c) =>
    act(c, () => once(`letters ${seqOf(c)}`, () => inviteClients(services, seqOf(c), actorOf(c)))),
  );
  app.get('/:seq/result.csv', (c) =>
    sendCsv(c, `import-${seqOf(c)}-result`, resultFile(findImport(store, seqOf(c)))),
  );
  app.get('/:seq/wrong.csv', (c) =>
    sendCsv(c, `import-${seqOf(c)}-wrong`, wrongFile(findImport(store, seqOf(c)))),
  );
  return app;
}
