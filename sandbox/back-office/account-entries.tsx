/** What the account keeps in a list: one is added, changed or taken away by the same three pages. */
import type { Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';

import { Problem } from '../domain/problem.ts';
import { AccountPage, Removal, trying, type Here } from './account-parts.tsx';
import { Actions, ButtonLink, Table } from './parts.tsx';

interface ListProps {
  here: Here;
  title: string;
  hint: string;
  head: string[];
  /** A row of the table for each of them. */
  rows: Child[];
  /** The page of a new one, and what leads there. */
  add: [href: string, text: string];
}

/** The page that lists them. */
export const EntryList = ({ here, title, hint, head, rows, add: [href, text] }: ListProps) => (
  <AccountPage here={here} title={title}>
    <section class="card">
      <p class="hint">{hint}</p>
      {rows.length ? <Table head={head}>{rows}</Table> : <p>None yet.</p>}
      <div class="actions left">
        <ButtonLink href={href}>{text}</ButtonLink>
      </div>
    </section>
  </AccountPage>
);

interface FormProps {
  here: Here;
  /** The page that lists them, and the path of their own pages. */
  back: string;
  path: string;
  entry: { id?: string; name?: string };
  /** Of one that is there already; of a new one, `title` says what it is. */
  isKept: boolean;
  title: string;
  /** What taking it away means. */
  warning: string;
  problem?: string;
  children?: Child;
}

/** The form of one of them. */
export const EntryForm = ({ entry: { id = '', name = '' }, isKept, ...form }: FormProps) => (
  <AccountPage
    here={form.here}
    title={isKept ? `Change ${name}` : form.title}
    problem={form.problem}
  >
    <form method="post" class="card" novalidate>
      {form.children}
      <Actions back={form.back} />
    </form>
    {isKept && (
      <section class="card">
        <Removal
          action={`${form.path}/${encodeURIComponent(id)}/remove`}
          what={name}
          warning={form.warning}
        />
      </section>
    )}
  </AccountPage>
);

interface Entries<Entry extends { id: string }> {
  /** What one is called in a message. */
  what: string;
  /** The page that lists them. */
  home: string;
  labels: Record<string, string>;
  kept: () => Entry[];
  /** @throws Problem 422 for one that cannot be right. */
  keep: (entries: Partial<Entry>[]) => void;
  /** What the form says, of a new one or of the one that was there. */
  typed: (c: Context, before?: Entry) => Promise<Partial<Entry>>;
  form: (entry: Partial<Entry>, isKept: boolean, problem?: string) => string | Promise<string>;
}

/** The entry the address names. @throws Problem 404. */
export function entryOf<Entry extends { id: string }>(
  c: Context,
  { kept, what }: Pick<Entries<Entry>, 'kept' | 'what'>,
): Entry {
  const entry = kept().find(({ id }) => id === c.req.param('id'));
  if (!entry) throw new Problem(404, `There is no such ${what}.`);
  return entry;
}

/** Their pages below `path`, and what their buttons do. */
export function entryRoutes<Entry extends { id: string }>(
  app: Hono,
  path: string,
  entries: Entries<Entry>,
) {
  const { home, labels, kept, keep, typed, form } = entries;
  /** Keeps them and shows the list, or the form again with what is wrong. */
  const save = (c: Context, all: Partial<Entry>[], entry: Partial<Entry>, isKept: boolean) =>
    trying(
      labels,
      () => {
        keep(all);
        return c.redirect(home, 303);
      },
      (problem) => c.html(form(entry, isKept, problem), 422),
    );

  app.get(`${path}/new`, (c) => c.html(form({}, false)));
  app.post(`${path}/new`, async (c) => {
    const entry = await typed(c);
    return save(c, [...kept(), entry], entry, false);
  });
  app.get(`${path}/:id`, (c) => c.html(form(entryOf(c, entries), true)));
  app.post(`${path}/:id`, async (c) => {
    const before = entryOf(c, entries);
    const entry = { ...before, ...(await typed(c, before)) };
    const all = kept().map((other) => (other.id === entry.id ? entry : other));
    return save(c, all, entry, true);
  });
  app.post(`${path}/:id/remove`, (c) => {
    const { id } = entryOf(c, entries);
    keep(kept().filter((other) => other.id !== id));
    return c.redirect(home, 303);
  });
}
