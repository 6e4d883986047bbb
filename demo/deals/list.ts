/** Lists of clients: reads CSV or Excel files with row numbers, and writes CSV. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';

import { readTable } from '../../packages/sandbox/office/table-file.ts';

export interface ListRow {
  /** The row number of a spreadsheet. */
  number: number;
  cells: Record<string, string>;
  /** A sentence about the row's problem. */
  problem?: string;
}
export interface List {
  file: string;
  headers: string[];
  rows: ListRow[];
}

/** @throws Error for a column without a name, and for a repeated name. */
function checkHeaders(file: string, headers: string[]): void {
  const unnamed = headers.indexOf('');
  if (unnamed >= 0) throw new Error(`${file}: column ${unnamed + 1} has no name. Give it one.`);
  const twice = headers.find((header, index) => headers.indexOf(header) !== index);
  if (twice) throw new Error(`${file}: two columns are called "${twice}". Rename one of them.`);
}

const withoutEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/**
 * The rows of a list by the names in its first row, without blank rows. A row with more or fewer
 * cells than names has a problem, because its values may be in the wrong columns.
 * @throws Error for an unreadable file.
 */
export async function readList(file: string, sheet?: string): Promise<List> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const { isWorkbook, ...found } = await readTable(readFileSync(file), sheet).catch(
    ({ message }: Error) => {
      throw new Error(`${file}: ${message}`);
    },
  );
  const filled = found.rows.map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => cell.trim()),
  }));
  const [first, ...rest] = filled;
  if (!first) throw new Error(`${file} is empty.`);
  const headers = withoutEnd(first.cells);
  checkHeaders(file, headers);
  const rows = rest.map(({ cells, number }): ListRow => {
    const count = isWorkbook ? Math.min(cells.length, headers.length) : cells.length;
    const extra = cells.slice(headers.length).some((cell) => cell !== '');
    return {
      number,
      cells: Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])),
      ...((extra || (!isWorkbook && count < headers.length)) && {
        problem: `This row has ${count} cells, but the first row names ${headers.length}. A missing or additional comma moves the cells after it.`,
      }),
    };
  });
  return { file, headers, rows };
}

/** Writes rows for software: unchanged values, with a UTF-8 mark for Excel. */
export const writeRows = (file: string, rows: string[][]): void =>
  writeFileSync(file, `\uFEFF${Papa.unparse(rows)}\r\n`);

/**
 * Text that a spreadsheet reads as a formula, also after spaces and line breaks and in the wide
 * letters of East Asian keyboards.
 */
const formula = /^\s*[=+\-@＝＋－＠]/;

/**
 * Writes rows for people: an apostrophe in front of text that a spreadsheet would run as a formula.
 */
export const writeReport = (file: string, rows: string[][]): void =>
  writeFileSync(file, `\uFEFF${Papa.unparse(rows, { escapeFormulae: formula })}\r\n`);
