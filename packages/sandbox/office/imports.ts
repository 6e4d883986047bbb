/**
 * Imports of CSV files: each row becomes a draft, unless a case has its reference. A file is imported
 * whole or not at all.
 */
import Papa from 'papaparse';

import { CreateApplicationBody } from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import type { Kind } from '../domain/case.ts';
import { Problem, unlessRefused, valid, type Place } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { columnAt, columnNames, draftOf, required, type Cells } from './import-columns.ts';

/** The name of the import in the timeline. */
const importer = 'Import';
export const mostRows = 5000;

/** A mistake at its place in a spreadsheet; one of a whole line has no column. */
interface Mistake {
  line: number;
  column?: string;
  message: string;
}
type Needs = Parts<'store' | 'account' | 'cases'>;

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

/** The header and the rows, without blank ones. @throws Problem 422 for an unreadable file. */
function readRows(content: Buffer): [header: Row, ...rows: Row[]] {
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
  const [header, ...rows] = data
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean));
  if (!header || !rows.length) throw new Problem(422, 'The file has no rows below its header.');
  if (rows.length > mostRows) {
    const most = mostRows.toLocaleString('en');
    throw new Problem(422, `The file has more than ${most} rows. Divide it into several files.`);
  }
  return [header, ...rows];
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

/** A mistake of a cell, or of the whole line. */
type CellMistake = [column: string | undefined, message: string];

function headerMistakes({ settings, kind, header }: Import): CellMistake[] {
  const names = columnNames(kind, settings);
  return [
    ...header
      .filter((name) => !names.includes(name))
      .map((name): CellMistake => [name, `is no column for a ${kind}`]),
    ...required[kind]
      .filter((name) => !header.includes(name))
      .map((name): CellMistake => [name, 'is missing in the file']),
    ...header
      .filter((name, index) => header.indexOf(name) !== index)
      .map((name): CellMistake => [name, 'is there more than once: leave one of them out']),
  ];
}

/** The mistakes for which the domain refuses `work`, each in its column. */
const refusalsOf = (kind: Kind, work: () => unknown): CellMistake[] =>
  unlessRefused(
    () => {
      work();
      return [];
    },
    ({ detail, message }) =>
      Array.isArray(detail)
        ? (detail as { loc: Place; msg: string }[]).map(({ loc, msg }): CellMistake => {
            const [, ...place] = loc.filter((part) => typeof part === 'string');
            return [columnAt(kind, place), msg];
          })
        : [['external_reference', message]],
  );

/** Makes the draft of a row, unless its reference has a case. @returns the mistakes against it. */
function take(file: Import, { line, cells: row }: Row): CellMistake[] {
  const { services, settings, kind, header, lines } = file;
  if (row.length < header.length || row.slice(header.length).some(Boolean)) {
    const message = `has ${row.length} cells, but the header has ${header.length}: a missing or additional comma moves the cells after it`;
    return [[undefined, message]];
  }
  const cells: Cells = Object.fromEntries(header.map((name, index) => [name, row[index]!]));
  const { body, wrong } = draftOf(kind, cells, settings);
  const { external_reference = '' } = cells;
  const earlier = lines.get(external_reference);
  const found: CellMistake[] = [
    ...required[kind]
      .filter((column) => header.includes(column) && !cells[column])
      .map((column): CellMistake => [column, 'must not be empty']),
    ...wrong.map((column): CellMistake => [column, 'is not of the type of this field']),
  ];
  if (earlier) found.push(['external_reference', `is also in line ${earlier}, and must be unique`]);
  else if (external_reference) lines.set(external_reference, line);
  const isThere = services.cases.byReference(external_reference, kind) !== undefined;
  if (!earlier && !isThere) {
    const create = () => services.cases.create(importer, valid(CreateApplicationBody, body));
    found.push(...refusalsOf(kind, create));
  }
  const place = ([column]: CellMistake) => header.indexOf(column ?? '');
  // Of each column the first; a missing column is a mistake of the header.
  return [...new Map(found.toReversed())]
    .filter((one) => place(one) >= 0 || !required[kind].includes(one[0] ?? ''))
    .toSorted((one, other) => place(one) - place(other))
    .map(([column = '', message]) => [
      column || undefined,
      cells[column] ? `${message}: “${cells[column]}”` : message,
    ]);
}

/**
 * Imports a file without a mistake.
 * @returns all mistakes, and the number of new cases and of those that were there before.
 * @throws Problem 422 for an unreadable file.
 */
export function runImport(services: Needs, kind: Kind, content: Buffer) {
  const [first, ...rows] = readRows(content);
  const { store, account, cases } = services;
  const header = first.cells.slice(0, first.cells.findLastIndex(Boolean) + 1);
  const file: Import = { services, settings: account.read(), kind, header, lines: new Map() };
  const mistakes: Mistake[] = [];
  const note = (line: number, found: CellMistake[]) =>
    mistakes.push(...found.map(([column, message]) => ({ line, column, message })));
  note(first.line, headerMistakes(file));
  const before = cases.count();
  const refused = new Error('The file has a mistake.');
  try {
    return store.atomic(() => {
      for (const row of rows) note(row.line, take(file, row));
      if (mistakes.length) throw refused;
      const added = cases.count() - before;
      return { mistakes, added, known: rows.length - added };
    });
  } catch (error) {
    if (error !== refused) throw error;
    return { mistakes, added: 0, known: 0 };
  }
}
