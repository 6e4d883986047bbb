/** What the account keeps in a list: one is added, changed or taken away by the same three pages. */
import { Hono, type Context } from 'hono';
import type { Child } from 'hono/jsx';

import { existing } from '../domain/problem.ts';
import { AccountPage, at, Removal, trying, type Here } from './account-parts.tsx';
import { Actions, ButtonLink, Table } from './parts.tsx';

interface Entries<Entry extends { id: string }> {
  here: Here;
  /** The path of the pages of each, behind that of the account. */
  path: string;
  /** What one is called in a message. */
  what: string;
  title: string;
  hint: string;
  /** The columns of the table, and a row of it for each entry. */
  head: string[];
  row: (entry: Entry, index: number, all: Entry[]) => Child;
  /** What leads to the page of a new one, and its title. */
  add: [text: string, title: string];
  /** What taking one away means. */
  warning: string;
  /** The name of a field -> what the form calls it. */
  labels: Record<string, string>;
  nameOf: (entry: Entry) => string;
  kept: () => Entry[];
  /** @throws Problem 422 for one that cannot be right. */
  keep: (entries: Partial<Entry>[]) => void;
  /** What the form says, of a new one or of the one that was there. */
  typed: (c: Context, before?: Entry) => Promise<Partial<Entry>>;
  /** What the form asks for, of a new one or of one that is there already. */
  fields: (entry: Partial<Entry>, isKept: boolean) => Child;
}

/** The page that lists them. */
function list<Entry extends { id: string }>(entries: Entries<Entry>) {
  const { here, path, title, hint, head, row, add, kept } = entries;
  const rows = kept().map(row);
  return (
    <AccountPage here={here} title={title}>
      <section class="card">
        <p class="hint">{hint}</p>
        {rows.length ? <Table head={head}>{rows}</Table> : <p>None yet.</p>}
        <div class="actions left">
          <ButtonLink href={`${at}${path}/new`}>{add[0]}</ButtonLink>
        </div>
      </section>
    </AccountPage>
  );
}

/** The form of a new one, or of the one that was there `before`, which keeps its name until it is saved. */
function form<Entry extends { id: string }>(
  { here, path, add, warning, nameOf, fields }: Entries<Entry>,
  entry: Partial<Entry>,
  before?: Entry,
  problem?: string,
) {
  const name = before ? nameOf(before) : '';
  return (
    <AccountPage here={here} title={before ? `Change ${name}` : add[1]} problem={problem}>
      <form method="post" class="card" novalidate>
        {fields(entry, before !== undefined)}
        <Actions back={at + here} />
      </form>
      {before && (
        <section class="card">
          <Removal
            action={`${at}${path}/${encodeURIComponent(before.id)}/remove`}
            what={name}
            warning={warning}
          />
        </section>
      )}
    </AccountPage>
  );
}

/** The entry the address names. @throws Problem 404. */
export const entryOf = <Entry extends { id: string }>(
  c: Context,
  { kept, what }: Pick<Entries<Entry>, 'kept' | 'what'>,
): Entry =>
  existing(
    kept().find(({ id }) => id === c.req.param('id')),
    `There is no such ${what}.`,
  );

/** The pages below that of the list, and what their buttons do. */
export function entryRoutes<Entry extends { id: string }>(entries: Entries<Entry>) {
  const app = new Hono();
  const { here, path, labels, kept, keep, typed } = entries;
  const below = path.slice(here.length);
  /** Keeps them and shows the list, or the form again with what is wrong. */
  const save = (c: Context, all: Partial<Entry>[], entry: Partial<Entry>, before?: Entry) =>
    trying(
      labels,
      () => {
        keep(all);
        return c.redirect(at + here, 303);
      },
      (problem) => c.html(form(entries, entry, before, problem), 422),
    );

  app.get('/', (c) => c.html(list(entries)));
  app.get(`${below}/new`, (c) => c.html(form(entries, {})));
  app.post(`${below}/new`, async (c) => {
    const entry = await typed(c);
    return save(c, [...kept(), entry], entry);
  });
  app.get(`${below}/:id`, (c) => {
    const entry = entryOf(c, entries);
    return c.html(form(entries, entry, entry));
  });
  app.post(`${below}/:id`, async (c) => {
    const before = entryOf(c, entries);
    const entry = { ...before, ...(await typed(c, before)) };
    const all = kept().map((other) => (other.id === entry.id ? entry : other));
    return save(c, all, entry, before);
  });
  app.post(`${below}/:id/remove`, (c) => {
    const { id } = entryOf(c, entries);
    keep(kept().filter((other) => other.id !== id));
    return c.redirect(at + here, 303);
  });
  return app;
}
