/**
 * Imports of CSV files: each row becomes a draft, unless a case has its reference. A file with a
 * mistake imports nothing.
 */
import { setImmediate as turn } from 'node:timers/promises';
import Papa from 'papaparse';

import { CreateApplicationBody } from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import { checkNamed, type Kind } from '../domain/cases.ts';
import { Problem, unlessRefused, valid, type Place } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { wrongDays } from '../portal/rules.ts';
import {
  columnAt,
  columnNames,
  differencesIn,
  draftOf,
  required,
  type Cells,
} from './import-columns.ts';

/** The name of the import in the timeline. */
const importer = 'Import';
export const mostRows = 5000;
/** The number of rows after which other work gets its turn. */
const slice = 100;

/** A mistake at its place in a spreadsheet; one of a whole line has no column. */
interface Mistake {
  line: number;
  column?: string;
  message: string;
}
type Needs = Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow'>;

/** A row of a file that is not blank, with its number in a spreadsheet. */
interface Row {
  line: number;
  cells: string[];
}

/** @throws Problem 422 for another encoding than UTF-8, and for a workbook of Excel. */
function decoded(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Problem(422, 'This is no CSV file in UTF-8. Save it as “CSV UTF-8”.');
  }
}

/** The rows that are not blank. @throws Problem 422 for a quotation mark that hides their ends. */
function readRows(content: Buffer): Row[] {
  const text = decoded(content);
  // Blank lines hide the separator from the parser. The rows keep them for their numbers.
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote) {
    throw new Problem(
      422,
      `Line ${(quote.row ?? 0) + 1}: a quotation mark is not closed, or is inside a cell. Close it, or double it ("").`,
    );
  }
  return data
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean));
}

/** The file of one import. */
interface Import {
  services: Needs;
  settings: AccountSettings;
  kind: Kind;
  header: string[];
  /** Reference -> its first line in this file. */
  lines: Map<string, number>;
}

function headerMistakes({ settings, kind, header }: Import, line: number): Mistake[] {
  const names = columnNames(kind, settings);
  const say = (columns: string[], message: string) =>
    [...new Set(columns)].map((column): Mistake => ({ line, column, message }));
  return [
    ...say(
      header.filter((name) => !names.includes(name)),
      `is no column for a ${kind}`,
    ),
    ...say(
      required[kind].filter((name) => !header.includes(name)),
      'is missing in the file',
    ),
    ...say(
      header.filter((name, index) => header.indexOf(name) !== index),
      'is there more than once: leave one of them out',
    ),
  ];
}

/** A mistake of a cell; the whole line has the empty column. */
type CellMistake = [column: string, message: string];

/** The mistakes for which `work` is refused, each in its column. */
const refusalsOf = (kind: Kind, work: () => unknown): CellMistake[] =>
  unlessRefused(
    () => {
      work();
      return [];
    },
    ({ detail }) =>
      (detail as { loc: Place; msg: string }[]).map(({ loc, msg }): CellMistake => {
        const [, ...place] = loc.filter((part) => typeof part === 'string');
        return [columnAt(kind, place), msg];
      }),
  );

/** What is wrong with a reference, in this file or among the cases. */
function referenceMistakes({ services, kind, lines }: Import, reference = ''): CellMistake[] {
  const earlier = lines.get(reference);
  if (earlier) return [['external_reference', `is also in line ${earlier}, and must be unique`]];
  const { cases } = services;
  const holder = cases.holderOf({ external_reference: reference, [kind]: {} });
  return holder && !cases.byReference(reference, kind)
    ? [['external_reference', 'is that of a case of another kind']]
    : [];
}

const byColumn = (header: string[], cells: string[]): Cells =>
  Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));

/** Every mistake of a row, the first of each column, in the order of the columns. */
function mistakesIn(file: Import, { line, cells: row }: Row): Mistake[] {
  const { services, settings, kind, header, lines } = file;
  if (row.length < header.length || row.slice(header.length).some(Boolean)) {
    const message = `has ${row.length} cells, but the header has ${header.length}: a missing or additional comma moves the cells after it`;
    return [{ line, message }];
  }
  const cells = byColumn(header, row);
  const { client, body, wrong } = draftOf(kind, cells, settings);
  const found: CellMistake[] = [
    ...required[kind]
      .filter((column) => header.includes(column) && !cells[column])
      .map((column): CellMistake => [column, 'must not be empty']),
    ...refusalsOf(kind, () => valid(CreateApplicationBody, body)),
    ...refusalsOf(kind, () => checkNamed(kind, client, `${kind}.`)),
    ...wrong.map((column): CellMistake => [column, 'is not of the type of this field']),
    ...Object.entries(wrongDays(cells, services.clock.today())),
    ...referenceMistakes(file, cells.external_reference),
  ];
  if (cells.external_reference && !lines.has(cells.external_reference)) {
    lines.set(cells.external_reference, line);
  }
  return [...new Map(found.toReversed())]
    .filter(([column]) => header.includes(column) || !required[kind].includes(column))
    .toSorted(([one], [other]) => header.indexOf(one) - header.indexOf(other))
    .map(([column, message]) => ({
      line,
      column,
      message: cells[column] ? `${message}: “${cells[column]}”` : message,
    }));
}

/** A row whose case has other data. */
interface Different {
  line: number;
  reference: string;
  application_id: string;
  differences: string[];
}

/** Does the work for each row. Other work gets its turn in between. */
async function forEach({ store }: Needs, rows: Row[], work: (row: Row) => void): Promise<void> {
  for (let from = 0; from < rows.length; from += slice) {
    store.atomic(() => rows.slice(from, from + slice).forEach(work));
    await turn();
  }
}

/**
 * Imports a file without a mistake.
 * @returns all mistakes, the number of new cases, and of those that were there before, with what
 * these have otherwise.
 * @throws Problem 422 for an unreadable file.
 */
export async function runImport(services: Needs, kind: Kind, content: Buffer) {
  const [first, ...rows] = readRows(content);
  if (!first || !rows.length) throw new Problem(422, 'The file has no rows below its header.');
  if (rows.length > mostRows) {
    const most = mostRows.toLocaleString('en');
    throw new Problem(422, `The file has more than ${most} rows. Divide it into several files.`);
  }
  const header = first.cells.slice(0, first.cells.findLastIndex(Boolean) + 1);
  const { account, cases, workflow } = services;
  const settings = account.read();
  const file: Import = { services, settings, kind, header, lines: new Map() };
  const mistakes = headerMistakes(file, first.line);
  await forEach(services, rows, (row) => void mistakes.push(...mistakesIn(file, row)));
  const different: Different[] = [];
  let added = 0;
  if (mistakes.length) return { mistakes, added, known: 0, different };
  await forEach(services, rows, ({ line, cells: row }) => {
    const cells = byColumn(header, row);
    const body = valid(CreateApplicationBody, draftOf(kind, cells, settings).body);
    const reference = cells.external_reference!;
    const application_id = cases.byReference(reference, kind);
    if (!application_id) {
      workflow.create(importer, body);
      added++;
      return;
    }
    const differences = differencesIn(kind, cells, body, cases.find(application_id));
    if (differences.length) different.push({ line, reference, application_id, differences });
  });
  return { mistakes, added, known: rows.length - added, different };
}
