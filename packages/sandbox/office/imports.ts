/**
 * Lists of clients: each row becomes one case. A row whose reference has a case keeps that case, so
 * a user can import an interrupted file again.
 */
import { setImmediate as turn } from 'node:timers/promises';

import { addressOf } from '../domain/contact.ts';
import { existing, Problem, unlessRefused } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { stateOf } from '../domain/states.ts';
import type { Store } from '../domain/store.ts';
import { languageOfClient, sendLetter } from '../mail/letters.ts';
import { wasSent } from '../mail/mails.ts';
import {
  guessed,
  isDateMeaning,
  mappingProblem,
  template,
  type Mapping,
} from './import-columns.ts';
import { dateFormOf, looksLikeDays } from './import-dates.ts';
import { csvFile, readFile, withoutApostrophe, type FileRow } from './import-file.ts';
import { tryRow, type Layout, type NewClient, type RowReader } from './import-rows.ts';
import { account } from './parts.tsx';

export const mostRows = 5000;
/** The number of rows after which other work gets its turn. */
const slice = 100;

/** The result of a row: a new case, an existing one, the case of an earlier row, or none. */
type Plan = 'new' | 'existing' | 'same' | 'wrong';

interface ImportRow extends FileRow {
  plan?: Plan;
  /** The problem of the row. */
  problem?: string;
  application_id?: string;
  /** The portal link, and the state of its letter. */
  link?: string;
  letter?: string;
}

export interface Import extends Layout {
  seq: number;
  name: string;
  created_at: string;
  /** The steps: choose columns, check rows, make cases. */
  state: 'columns' | 'ready' | 'done';
  columns: string[];
  rows: ImportRow[];
  /** The file names no encoding and was read as Windows-1252. */
  isWestern: boolean;
}

type Data = Pick<Import, 'rows' | 'mapping' | 'dates' | 'subject' | 'isWestern'>;
type Row = Pick<Import, 'seq' | 'name' | 'created_at' | 'state'> & {
  total: number;
  columns: string;
  data: string;
};

const parsed = ({ seq, name, created_at, state, columns, data }: Row): Import => ({
  seq,
  name,
  created_at,
  state,
  columns: JSON.parse(columns) as string[],
  ...(JSON.parse(data) as Data),
});

/** @throws Problem 404 for a missing import. */
export const findImport = (store: Store, seq: number): Import =>
  parsed(
    existing(
      store.get<Row>`select * from imports where seq = ${Number.isInteger(seq) ? seq : -1}`,
      'There is no such import.',
    ),
  );

export type ImportEntry = Pick<Row, 'seq' | 'name' | 'created_at' | 'state' | 'total'>;
export const latestImports = (store: Store): ImportEntry[] =>
  store.all<ImportEntry>`select seq, name, created_at, state, total from imports
    order by seq desc limit 20`;

function save(
  store: Store,
  { seq, state, rows, mapping, dates, subject, isWestern }: Import,
): void {
  const data = JSON.stringify({ rows, mapping, dates, subject, isWestern } satisfies Data);
  store.run`update imports set state = ${state}, data = ${data} where seq = ${seq}`;
}

/** Processes rows in slices, with time for other work. Each slice is one transaction. */
async function eachRow(store: Store, rows: ImportRow[], work: (row: ImportRow) => void) {
  for (let from = 0; from < rows.length; from += slice) {
    store.atomic(() => rows.slice(from, from + slice).forEach(work));
    await turn();
  }
}

/** The names of the columns. None is empty, and no two are equal. */
function namesOf(header: string[]): string[] {
  const used = new Map<string, number>();
  return header.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`;
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count > 1 ? `${name} (${count})` : name;
  });
}

/** The additional columns of a file of wrong rows. */
const added = ['Row', 'What is wrong'];

/** The original rows from a corrected file of wrong rows. */
function withoutAdded(rows: FileRow[]): FileRow[] {
  const header = rows[0]?.cells ?? [];
  const places = added.map((name) => header.indexOf(name));
  if (places.includes(-1)) return rows;
  return rows.map(({ number, cells }) => ({
    number,
    cells: cells.filter((_, index) => !places.includes(index)).map(withoutApostrophe),
  }));
}

/** Empty cells beyond the header mean nothing. */
function trimmed({ number, cells }: FileRow, width: number): FileRow {
  let end = cells.length;
  while (end > width && !cells[end - 1]!.trim()) end--;
  return { number, cells: cells.slice(0, end) };
}

/** The choices for the last file with these headers, else the probable meanings. */
function firstLayout(
  { store, account: settings }: Parts<'store' | 'account'>,
  columns: string[],
  rows: FileRow[],
) {
  const { custom_fields } = settings.read(account);
  const before = store.get<Row>`select * from imports
    where columns = ${JSON.stringify(columns)} and state <> 'columns' order by seq desc limit 1`;
  if (before) {
    const { mapping, dates, subject } = parsed(before);
    if (!mappingProblem(mapping, custom_fields)) return { mapping, dates, subject };
  }
  const dates = Object.fromEntries(
    columns.map((name, index) => [name, dateFormOf(rows.map(({ cells }) => cells[index] ?? ''))]),
  );
  return { mapping: guessed(columns, custom_fields), dates, subject: 'auto' as const };
}

/** Reads a file. @returns the number of the import. @throws Problem 422 for an unreadable one. */
export async function readImport(
  services: Parts<'store' | 'clock' | 'account'>,
  name: string,
  content: Buffer,
): Promise<number> {
  const { store, clock } = services;
  const file = await readFile(content);
  const [header, ...body] = withoutAdded(file.rows);
  if (!header || !body.length) {
    throw new Problem(422, 'The file has no rows. Its first row must name the columns.');
  }
  if (body.length > mostRows) {
    const most = mostRows.toLocaleString('en');
    throw new Problem(422, `The file has more than ${most} rows. Divide it into several files.`);
  }
  const columns = namesOf(header.cells);
  const rows = body.map((row) => trimmed(row, columns.length));
  const data: Data = {
    rows,
    isWestern: file.isWestern,
    ...firstLayout(services, columns, rows),
  };
  store.insert('imports', {
    name: name.slice(0, 200),
    created_at: clock.iso(),
    state: 'columns',
    total: rows.length,
    columns: JSON.stringify(columns),
    data: JSON.stringify(data),
  });
  return store.get<{ seq: number }>('select max(seq) as seq from imports')!.seq;
}

/** The columns with days, whose notation the user chooses. */
export function dateColumns(
  list: Import,
  mapping: Mapping,
  services: Parts<'account'>,
): Set<string> {
  const { custom_fields } = services.account.read(account);
  const found = list.columns.filter(
    (name, index) =>
      isDateMeaning(mapping[name] ?? '', custom_fields) ||
      looksLikeDays(list.rows.slice(0, 50).map(({ cells }) => cells[index] ?? '')),
  );
  return new Set(found);
}

const readerOf = (
  { account: settings, clock }: Parts<'account' | 'clock'>,
  list: Import,
): RowReader => ({
  ...list,
  settings: settings.read(account),
  today: clock.today(),
});

/** The case with a reference, and whether its subject is the same. */
function caseOf({ cases }: Parts<'cases'>, { reference, subject }: NewClient) {
  const other = subject === 'business' ? 'person' : 'business';
  const same = cases.byReference(account, reference, subject);
  if (same) return { id: same };
  const id = cases.byReference(account, reference, other);
  return id ? { id, problem: `“${reference}” is the External reference of a ${other}` } : undefined;
}

/** The result of a row. `first` has the first row of each reference. */
function planned(
  services: Parts<'cases'>,
  row: ImportRow,
  read: NewClient,
  first: Map<string, ImportRow>,
): Pick<ImportRow, 'plan' | 'problem'> {
  const { reference } = read;
  const other = first.get(reference);
  if (other && other.cells.join('\n') !== row.cells.join('\n')) {
    const problem = `External reference “${reference}” is also in row ${other.number}, with other values. Correct one of the two`;
    return { plan: 'wrong', problem };
  }
  if (other) return { plan: 'same' };
  first.set(reference, row);
  const found = caseOf(services, read);
  if (found?.problem) return { plan: 'wrong', problem: found.problem };
  return { plan: found ? 'existing' : 'new' };
}

/**
 * Sets the meanings of the columns and checks every row.
 * @throws Problem 422 for invalid meanings, 409 after the cases were made.
 */
export async function checkImport(
  services: Parts<'store' | 'clock' | 'account' | 'cases'>,
  seq: number,
  layout: Layout,
): Promise<void> {
  const { store } = services;
  const list = findImport(store, seq);
  if (list.state === 'done') throw new Problem(409, 'The cases of this file were made already.');
  const { custom_fields } = services.account.read(account);
  const problem = mappingProblem(layout.mapping, custom_fields);
  if (problem) throw new Problem(422, problem);
  const checked: Import = { ...list, ...layout, state: 'ready' };
  const reader = readerOf(services, checked);
  const first = new Map<string, ImportRow>();
  checked.rows = list.rows.map(({ number, cells }) => ({ number, cells }));
  await eachRow(store, checked.rows, (row) => {
    const read = tryRow(row.cells, reader);
    Object.assign(
      row,
      'problem' in read ? { plan: 'wrong', ...read } : planned(services, row, read, first),
    );
  });
  save(store, checked);
}

/** Finds or makes the case of a row. @throws Problem for a row without one. */
function caseOfRow(
  services: Parts<'cases' | 'parties' | 'workflow'>,
  read: NewClient,
  who: string,
): Partial<ImportRow> {
  const { workflow, parties } = services;
  const found = caseOf(services, read);
  if (found?.problem) throw new Problem(409, found.problem);
  if (found) return { plan: 'existing', application_id: found.id };
  const { application_id } = workflow.create(account, read.body, who);
  if (read.signatory) parties.add(account, application_id, 'person', read.signatory, who);
  return { plan: 'new', application_id };
}

/** Makes a case from each valid row. @throws Problem 409 before the check. */
export async function runImport(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'parties' | 'workflow'>,
  seq: number,
  who: string,
): Promise<void> {
  const { store } = services;
  const list = findImport(store, seq);
  if (list.state === 'done') return;
  if (list.state !== 'ready') throw new Problem(409, 'The rows are not checked yet.');
  const reader = readerOf(services, list);
  await eachRow(store, list.rows, (row) => {
    if (row.plan === 'wrong') return;
    // The account's set-up may have changed since the check.
    const read = tryRow(row.cells, reader);
    const made =
      'problem' in read
        ? { plan: 'wrong' as const, ...read }
        : unlessRefused(
            () => store.atomic(() => caseOfRow(services, read, `${who} (import)`)),
            ({ message: problem }) => ({ plan: 'wrong' as const, problem }),
          );
    Object.assign(row, made, row.plan === 'same' && made.plan !== 'wrong' && { plan: 'same' });
  });
  save(store, { ...list, state: 'done' });
}

/** The link of the case's portal. Makes a portal if none is valid. */
function usableLink(
  { store, clock, workflow, portals }: Parts<'store' | 'clock' | 'workflow' | 'portals'>,
  application_id: string,
  who: string,
): string {
  const open = store.get`select 1 from portals
    where application_id = ${application_id} and state = 'open' and expires_at > ${clock.iso()}`;
  const current = open && workflow.show(account, application_id).portals?.link;
  return current ?? portals.create(account, { application_id }, who).link;
}

/** Sends the client of a case its portal link, unless an import has done so. */
function inviteClient(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow' | 'portals'>,
  id: string,
  who: string,
): Partial<ImportRow> {
  const { store, workflow, cases } = services;
  const found = workflow.show(account, id);
  const state = stateOf(found);
  if (state !== 'draft') return { letter: `none: the case is ${state.replace('_', ' ')}` };
  const key = `import ${id}`;
  const link = usableLink(services, id, who);
  if (wasSent(store, key)) return { link, letter: 'sent with an earlier import' };
  const to = addressOf(found);
  if (!to) return { link, letter: 'none: no e-mail address' };
  const lang = languageOfClient(services, found);
  const name = found.person?.given_names ?? '';
  sendLetter(services, { key, account, to, kind: 'link', lang, name, values: { link } });
  cases.note(id, who, `Portal link sent to ${to}`);
  return { link, letter: `sent to ${to}` };
}

/** The rows whose clients have no letter yet: the first row of each case. */
export function uninvited({ rows }: Import): ImportRow[] {
  const first = new Map<string, ImportRow>();
  for (const row of rows) {
    const { application_id: id } = row;
    if (id && !first.has(id)) first.set(id, row);
  }
  return [...first.values()].filter(({ letter }) => !letter);
}

/** Sends each client of an import its portal link, once. @throws Problem 409 before the cases are made. */
export async function inviteClients(
  services: Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow' | 'portals'>,
  seq: number,
  who: string,
): Promise<void> {
  const { store } = services;
  const list = findImport(store, seq);
  if (list.state !== 'done') throw new Problem(409, 'The cases are not made yet.');
  await eachRow(store, uninvited(list), (row) =>
    Object.assign(row, inviteClient(services, row.application_id!, `${who} (import)`)),
  );
  save(store, list);
}

/** The number of rows with each plan. */
export function countPlans({ rows }: Import): Record<Plan, number> {
  const counts = { new: 0, existing: 0, same: 0, wrong: 0 };
  for (const { plan } of rows) if (plan) counts[plan] += 1;
  return counts;
}

const outcomes: Record<Plan, string> = {
  new: 'created',
  existing: 'was there',
  same: 'same as an earlier row',
  wrong: '',
};

/** The cells under the file's columns, and the cells beyond them. */
function splitCells({ cells }: ImportRow, columns: string[]): [own: string[], beyond: string[]] {
  return [columns.map((_, index) => cells[index] ?? ''), cells.slice(columns.length)];
}

/** The rows with their results, as CSV. */
export const resultFile = ({ columns, rows }: Import): string =>
  csvFile([
    [...columns, 'Row', 'Case', 'Portal link', 'Result', 'Letter'],
    ...rows.map((row) => {
      const { number, application_id = '', link = '', problem, plan, letter = '' } = row;
      const result = problem ?? (plan ? outcomes[plan] : '');
      return [...splitCells(row, columns)[0], String(number), application_id, link, result, letter];
    }),
  ]);

/** The wrong rows with their reasons. The import accepts the corrected file. */
export const wrongFile = ({ columns, rows }: Import): string =>
  csvFile([
    [...columns, ...added],
    ...rows
      .filter(({ plan }) => plan === 'wrong')
      .map((row) => {
        const [own, beyond] = splitCells(row, columns);
        return [...own, String(row.number), row.problem ?? '', ...beyond];
      }),
  ]);

export const templateFile = (): string => csvFile(template());
