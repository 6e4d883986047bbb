/** What is kept of imports: one row each, and one row per client. */
import type { Account } from './account.ts';
import type { Cases } from './cases.ts';
import type { Clock } from './clock.ts';
import type { Encoding } from './imports-file.ts';
import type { Mapping, RowSubject } from './imports-columns.ts';
import type { Parties } from './parties.ts';
import type { Portals } from './portals.ts';
import { existing } from './problem.ts';
import type { Store } from './store.ts';
import type { Workflow } from './workflow.ts';

/** What the functions of imports work on. */
export interface Desk {
  store: Store;
  clock: Clock;
  cases: Cases;
  parties: Parties;
  portals: Portals;
  workflow: Workflow;
  settings: Account;
  /** Imports that are worked on now. */
  running: Map<number, Promise<void>>;
  isStopped: boolean;
}

/** Cases of lists belong to the account of the back office. */
export const account = 'main';

export type ImportState =
  'reading' | 'refused' | 'mapping' | 'checking' | 'ready' | 'importing' | 'done';

export interface ImportRow {
  seq: number;
  name: string;
  state: ImportState;
  columns: string[];
  mapping: Mapping;
  /** What a row is about that does not say so. */
  subject: RowSubject;
  encoding: Encoding | '';
  /** The file says itself what its encoding is. */
  is_sure: number;
  total: number;
  /** The last row that the work under way has done. */
  done: number;
  /** Who has begun it. */
  who: string;
  /** Why it stands still. */
  problem: string | null;
  letters: 'making' | 'made' | 'stopped' | null;
  created_at: string;
}

/** What comes of a row: a new case, one that is there, that of the same row before, or nothing. */
export type Plan = 'new' | 'known' | 'same' | 'wrong';

export interface Line {
  n: number;
  /** Where it begins in the file. */
  line: number;
  /** Its cells, as JSON. */
  data: string;
  problem: string | null;
  plan: Plan | null;
  application_id: string | null;
  /** Where the client can be written to. */
  address: string | null;
  link: string | null;
  /** Why no letter goes to it. */
  mail: string | null;
}

/** A row of the table. */
type Kept = Omit<ImportRow, 'columns' | 'mapping'> & Record<'columns' | 'mapping', string>;

/** @throws Problem 404 for an import that is not there. */
export function findImport({ store }: Desk, seq: number): ImportRow {
  const found = store.get<Kept>`select seq, name, state, columns, mapping, subject,
    encoding, is_sure, total, done, who, problem, letters, created_at
    from imports where seq = ${Number.isInteger(seq) ? seq : -1}`;
  const row = existing(found, 'There is no such import.');
  return { ...row, columns: JSON.parse(row.columns), mapping: JSON.parse(row.mapping) };
}

export const latestImports = (desk: Desk, limit: number): ImportRow[] =>
  desk.store.all<{ seq: number }>`select seq from imports order by seq desc limit ${limit}`.map(
    ({ seq }) => findImport(desk, seq),
  );

export type Changes = Partial<
  Pick<ImportRow, 'state' | 'done' | 'total' | 'problem' | 'letters' | 'subject' | 'who'> & {
    encoding: string;
    columns: string;
    mapping: string;
    content: null;
  }
>;

/** Sets columns of an import. */
export function changeImport({ store }: Desk, seq: number, values: Changes): void {
  const names = Object.keys(values);
  store.run(
    `update imports set ${names.map((name) => `${name} = ?`).join(', ')} where seq = ?`,
    ...(Object.values(values) as (string | number | null)[]),
    seq,
  );
}

export const linesAfter = ({ store }: Desk, seq: number, after: number, limit: number): Line[] =>
  store.all<Line>`select * from import_rows
    where import = ${seq} and n > ${after} order by n limit ${limit}`;

/** One row. @throws Problem 404 */
export const findLine = ({ store }: Desk, seq: number, n: number): Line =>
  existing(
    store.get<Line>`select * from import_rows where import = ${seq} and n = ${n}`,
    'There is no such row.',
  );

export const wrongLines = ({ store }: Desk, seq: number, limit: number, after = 0): Line[] =>
  store.all<Line>`select * from import_rows
    where import = ${seq} and plan = 'wrong' and n > ${after} order by n limit ${limit}`;

/** The first rows as they were read, and the first ones with letters that encodings differ in. */
export function sampleLines({ store }: Desk, seq: number): Line[] {
  const first = store.all<Line>`select * from import_rows where import = ${seq} order by n limit 3`;
  const special = store.all<Line>`
    select * from (select * from import_rows where import = ${seq} order by n limit 5000)
    where data glob '*[^ -~]*' limit 3`;
  return [...first, ...special.filter(({ n }) => !first.some((line) => line.n === n))];
}

/** How many rows come to what. */
export function countPlans({ store }: Desk, seq: number): Record<Plan, number> {
  const rows = store.all<{ plan: Plan | null; n: number }>`select plan, count(*) as n
    from import_rows where import = ${seq} group by plan`;
  const counted = Object.fromEntries(rows.map(({ plan, n }) => [plan ?? '', n]));
  return { new: 0, known: 0, same: 0, wrong: 0, ...counted };
}

/** What is wrong with how many rows, the first ones first. */
export const countProblems = ({ store }: Desk, seq: number, limit: number) =>
  store.all<{ problem: string; n: number; line: number }>`
    select problem, count(*) as n, min(line) as line from import_rows
    where import = ${seq} and plan = 'wrong' group by problem order by line limit ${limit}`;

/** Another row of the import for the same client that is not wrong. Without the hint every row would be looked at. */
export const otherLine = (
  { store }: Desk,
  seq: number,
  n: number,
  reference: string,
  subject: string,
) =>
  store.get<{ n: number; line: number; data: string }>`
    select n, line, data from import_rows indexed by import_rows_by_reference
    where import = ${seq} and reference = ${reference} and subject = ${subject} and n <> ${n}
      and plan in ('new', 'known') order by n limit 1`;
