/**
 * The phases of an import. Each goes through the rows in slices between the requests of others, and
 * keeps with each slice how far it is: after a restart it goes on from there, and nothing is done twice.
 */
import { setImmediate as turn } from 'node:timers/promises';

import { guessed } from './imports-columns.ts';
import { detected, readFileRows, type Encoding, type FileRow } from './imports-file.ts';
import { makeLetter } from './imports-letters.ts';
import { tryRow, type Layout } from './imports-rows.ts';
import * as kept from './imports-store.ts';
import { account, type Changes, type Desk, type ImportRow, type Line } from './imports-store.ts';
import { addressOf } from './letters.ts';
import { Problem } from './problem.ts';

export const mostRows = 50_000;
/** Milliseconds of work before others get their turn. */
const slice = 5;

/** Goes through the rows that are not done. @returns true when none is left. */
async function eachLine(
  desk: Desk,
  seq: number,
  take: (desk: Desk, row: ImportRow, line: Line) => void,
): Promise<boolean> {
  const phase = phaseOf(kept.findImport(desk, seq));
  for (;;) {
    const row = kept.findImport(desk, seq);
    if (desk.isStopped || phaseOf(row) !== phase) return false;
    const next = kept.linesAfter(desk, seq, row.done, 200);
    if (!next.length) return true;
    desk.store.atomic(() => {
      const end = performance.now() + slice;
      let done = row.done;
      for (const line of next) {
        take(desk, row, line);
        done = line.n;
        if (performance.now() > end) break;
      }
      kept.changeImport(desk, seq, { done });
    });
    await turn();
  }
}

/** The names of the columns: none twice, none empty. */
function columnsOf(header: string[]): string[] {
  const used = new Map<string, number>();
  return header.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`;
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count > 1 ? `${name} (${count})` : name;
  });
}

/** Cells beyond the header that are empty say nothing. */
function trimmed(cells: string[], width: number): string[] {
  let end = cells.length;
  while (end > width && !cells[end - 1]!.trim()) end--;
  return cells.slice(0, end);
}

/** Stores rows of the file; those stored before a restart are left as they are. */
async function keepRows(desk: Desk, seq: number, rows: (FileRow & { n: number })[]) {
  const { columns } = kept.findImport(desk, seq);
  for (let from = 0; from < rows.length && !desk.isStopped; from += 500) {
    desk.store.atomic(() => {
      for (const { n, line, cells } of rows.slice(from, from + 500)) {
        const data = JSON.stringify(trimmed(cells, columns.length));
        desk.store.insert('import_rows', { import: seq, n, line, data }, 'on conflict do nothing');
      }
    });
    await turn();
  }
}

/** The uploaded file -> rows, and what its columns probably are. */
async function readPhase(desk: Desk, seq: number): Promise<void> {
  const { content } = desk.store.get<{ content: Buffer }>`
    select content from imports where seq = ${seq}`!;
  const { encoding } = kept.findImport(desk, seq);
  let header: string[] | undefined;
  let total = 0;
  await readFileRows(Buffer.from(content), encoding as Encoding, async (rows) => {
    if (!header && rows[0]) {
      header = columnsOf(rows.shift()!.cells);
      kept.changeImport(desk, seq, { columns: JSON.stringify(header) });
    }
    const numbered = rows.map((row) => ({ ...row, n: ++total }));
    if (total > mostRows) {
      throw new Problem(422, `The file has more than ${mostRows.toLocaleString('en')} rows.`);
    }
    await keepRows(desk, seq, numbered);
    return !desk.isStopped;
  });
  if (desk.isStopped) return;
  if (!total) throw new Problem(422, 'The file has no rows. Its first line must name the columns.');
  const { custom_fields } = desk.settings.read(account);
  const mapping = JSON.stringify(guessed(header!, custom_fields));
  kept.changeImport(desk, seq, { state: 'mapping', mapping, total, done: 0 });
}

/** How the rows of an import are to be read, as the account is set up today. */
const layoutOf = ({ settings, clock }: Desk, { columns, mapping, subject }: ImportRow): Layout => ({
  columns,
  mapping,
  subject,
  settings: settings.read(account),
  today: clock.today(),
});

/** Judges a row: what it makes, or why it cannot be right. */
export function checkLine(desk: Desk, row: ImportRow, { n, data }: Line): void {
  const read = tryRow(JSON.parse(data) as string[], layoutOf(desk, row));
  const keep = (plan: string, problem: string | null, subject?: string, reference?: string) =>
    desk.store.run`update import_rows set plan = ${plan}, problem = ${problem},
      subject = ${subject ?? null}, reference = ${reference ?? null}
      where import = ${row.seq} and n = ${n}`;
  if ('problem' in read) return void keep('wrong', read.problem);
  const { subject, reference } = read;
  const other = kept.otherLine(desk, row.seq, n, reference, subject);
  if (other && other.data !== data) {
    const problem = `External reference “${reference}” stands in line ${other.line} too, with other values. One of the two must be mended`;
    return void keep('wrong', problem, subject, reference);
  }
  const known = desk.cases.byReference(account, reference, subject);
  keep(other ? 'same' : known ? 'known' : 'new', null, subject, reference);
}

/** Makes the case of a row that is right; one whose reference is known keeps its case. */
export function importLine(desk: Desk, row: ImportRow, line: Line): void {
  if (line.plan === 'wrong' || line.application_id) return;
  const cells = JSON.parse(line.data) as string[];
  const read = tryRow(cells, layoutOf(desk, row));
  // The account was set up otherwise after the rows were checked.
  if ('problem' in read) return checkLine(desk, row, line);
  const { body, reference, signatory, subject } = read;
  const who = row.who ? `${row.who} (import)` : 'Import';
  const known = desk.cases.byReference(account, reference, subject);
  const id = known ?? desk.workflow.create(account, body, who).application_id;
  if (!known && signatory) desk.parties.add(account, id, 'person', signatory, who);
  const made = { ...body, persons: signatory ? [signatory] : [] };
  const address = addressOf(known ? desk.workflow.show(account, id) : made) || null;
  const plan = line.plan === 'same' ? 'same' : known ? 'known' : 'new';
  desk.store.run`update import_rows set application_id = ${id}, plan = ${plan}, address = ${address}
    where import = ${row.seq} and n = ${line.n}`;
}

type Phase = (desk: Desk, seq: number) => Promise<void>;

/** A phase that takes row after row, and what the import is when none is left. */
const ofLines =
  (take: (desk: Desk, row: ImportRow, line: Line) => void, next: Changes): Phase =>
  async (desk, seq) => {
    if (await eachLine(desk, seq, take)) kept.changeImport(desk, seq, { ...next, done: 0 });
  };
const phases = {
  reading: readPhase,
  checking: ofLines(checkLine, { state: 'ready' }),
  // The file has served; what it said is in the rows.
  importing: ofLines(importLine, { state: 'done', content: null }),
  letters: ofLines(makeLetter, { letters: 'made' }),
} satisfies Record<string, Phase>;

/** The phase that is under way; undefined where people have to say how it goes on. */
function phaseOf({ state, letters }: ImportRow): keyof typeof phases | undefined {
  if (state === 'done' && letters === 'making') return 'letters';
  return state === 'reading' || state === 'checking' || state === 'importing' ? state : undefined;
}
export const isUnderWay = (row: ImportRow): boolean => phaseOf(row) !== undefined;

async function work(desk: Desk, seq: number): Promise<void> {
  try {
    for (;;) {
      const phase = phaseOf(kept.findImport(desk, seq));
      if (!phase || desk.isStopped) return;
      await phases[phase](desk, seq);
    }
  } catch (error) {
    if (desk.isStopped) return;
    const problem = (error as Error).message;
    if (error instanceof Problem && kept.findImport(desk, seq).state === 'reading') {
      desk.store.run`delete from import_rows where import = ${seq}`;
      kept.changeImport(desk, seq, { state: 'refused', problem, total: 0 });
      return;
    }
    console.error(error);
    kept.changeImport(desk, seq, { problem });
  }
}

/**
 * Goes on with what is under way; once, whoever asks. What goes wrong stands at the import.
 * @returns when people have to say how it goes on.
 */
export function goOn(desk: Desk, seq: number): Promise<void> {
  const known = desk.running.get(seq);
  if (known) return known;
  if (kept.findImport(desk, seq).problem) kept.changeImport(desk, seq, { problem: null });
  const running = work(desk, seq)
    .catch((error: Error) => console.error(`Import ${seq}: ${error.message}`))
    .finally(() => desk.running.delete(seq));
  desk.running.set(seq, running);
  return running;
}

/** Keeps a file and reads it. @returns the import's number. */
export async function readImport(desk: Desk, name: string, content: Buffer): Promise<number> {
  const { encoding, isSure } = await detected(content);
  const { seq } = desk.store.atomic(() => {
    desk.store.insert('imports', {
      name: name.slice(0, 200),
      state: 'reading',
      columns: '[]',
      mapping: '{}',
      total: 0,
      done: 0,
      created_at: desk.clock.iso(),
      content,
      encoding,
      is_sure: isSure ? 1 : 0,
    });
    return desk.store.get<{ seq: number }>('select max(seq) as seq from imports')!;
  });
  await goOn(desk, seq);
  return seq;
}
