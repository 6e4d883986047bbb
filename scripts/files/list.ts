/** Lists of clients as files: read from CSV or Excel with the number of each row, and written as CSV. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';

import { csvFile } from '../../packages/sandbox/office/import-file.ts';

export interface ListRow {
  /** As a spreadsheet numbers it. */
  number: number;
  cells: Record<string, string>;
  /** Why it cannot be read, in a sentence. */
  problem?: string;
}
export interface List {
  file: string;
  headers: string[];
  rows: ListRow[];
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(value).trim();
};

/** @throws Error for letters that are not UTF-8, or quotation marks by which rows cannot be told apart. */
function csvRows(file: string): string[][] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch {
    throw new Error(`${file} is not written in UTF-8. Save it as "CSV UTF-8" and run this again.`);
  }
  // Blank lines, which are kept so that rows can be counted, hide the separator from the parser.
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote) {
    throw new Error(
      `${file}, row ${(quote.row ?? 0) + 1}: a quotation mark is not closed, or stands inside of a cell. Double it ("") or leave it out.`,
    );
  }
  return data.map((cells) => cells.map(cellText));
}

/**
 * The rows of one tab: the one that is named, else the only one that has rows.
 * @throws Error for a file that is no workbook, or another tab than it has.
 */
async function workbookRows(file: string, tab?: string): Promise<string[][]> {
  const sheets = await readWorkbook(file).catch(() => {
    throw new Error(`${file} is no Excel workbook that can be read. Save it as .xlsx.`);
  });
  const names = sheets.map(({ sheet }) => `"${sheet}"`).join(', ');
  const filled = sheets.filter(({ data }) => data.length);
  const found = tab ? sheets.find(({ sheet }) => sheet === tab) : filled[0];
  if (tab && !found) throw new Error(`${file} has no tab "${tab}". Its tabs are: ${names}.`);
  if (!tab && filled.length > 1) {
    throw new Error(`${file} has several tabs: ${names}. Save the one with the list by itself.`);
  }
  return (found?.data ?? []).map((cells) => cells.map(cellText));
}

/** @throws Error for a column without a name, or two with the same. */
function checkHeaders(file: string, headers: string[]): void {
  const unnamed = headers.indexOf('');
  if (unnamed >= 0) throw new Error(`${file}: column ${unnamed + 1} has no name. Give it one.`);
  const twice = headers.find((header, index) => headers.indexOf(header) !== index);
  if (twice) throw new Error(`${file}: two columns are called "${twice}". Rename one of them.`);
}

const withoutEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/**
 * The rows of a list, by the names in its first row; blank rows are left out. A row with more or
 * fewer cells than there are names has a problem, as its values may stand under the wrong names.
 * @throws Error for a file that cannot be read.
 */
export async function readList(file: string, tab?: string): Promise<List> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const isWorkbook = /\.xlsx$/i.test(file);
  const all = isWorkbook || tab ? await workbookRows(file, tab) : csvRows(file);
  const filled = all
    .map((cells, index) => ({ cells, number: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
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
        problem: `This row has ${count} cells, and the first row names ${headers.length}. A comma too many or too few shifts what follows.`,
      }),
    };
  });
  return { file, headers, rows };
}

/** Writes rows for a computer: each value as it is, marked as UTF-8 for Excel. */
export const writeRows = (file: string, rows: string[][]): void =>
  writeFileSync(file, `\uFEFF${Papa.unparse(rows)}\r\n`);

/** Writes rows for a person: an apostrophe stands before what a spreadsheet takes for a formula. */
export const writeReport = (file: string, rows: string[][]): void =>
  writeFileSync(file, csvFile(rows));
