/** Reads a list of deals: a CSV file in UTF-8, as CRMs and spreadsheets write it. */
import { readFileSync, statSync } from 'node:fs';
import Papa from 'papaparse';

export interface ListRow {
  /** The row number of a spreadsheet. */
  number: number;
  cells: Record<string, string>;
  /** Why the row cannot be read, as a sentence. */
  problem?: string;
}
/** What is known of a list before it is read. */
interface Known {
  /** True for a name that a header has. */
  isColumn: (header: string) => boolean;
  /** The command that reads the list with more options. */
  commandFor: (more: string[]) => string;
}
interface List {
  headers: string[];
  rows: ListRow[];
}

/** @throws Error if there is no text in the file. */
function textOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new Error(`There is no file ${file}.`);
  if (stats.isDirectory()) throw new Error(`${file} is a folder. Name a CSV file.`);
  const text = new TextDecoder().decode(readFileSync(file));
  if (!text.trim()) throw new Error(`${file} is empty.`);
  if (/^%PDF-|(?![\t\n\v\f\r\x85])[\uFFFD\p{Cc}]/u.test(text)) {
    throw new Error(`${file} is no CSV file in UTF-8. Save the list as “CSV UTF-8”.`);
  }
  return text;
}

const trimmed = (cells: string[]): string[] => cells.map((cell) => cell.trim());
const isBlank = (cells: string[]): boolean => cells.every((cell) => !cell);

/**
 * The rows of the file, and the index of its header: the first row with two columns that are known,
 * else with one. A title or Excel's `sep=;` may stand above it.
 * @throws Error if no row is a header, or if quotation marks make the rows ambiguous.
 */
function tableOf(file: string, { isColumn, commandFor }: Known) {
  const text = textOf(file);
  const delimiters = [',', ';', '\t', '|'];
  const ways = [2, 1].flatMap((least) => delimiters.map((delimiter) => ({ least, delimiter })));
  for (const { least, delimiter } of ways) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter });
    const rows = data.map(trimmed);
    const header = rows.findIndex(
      (cells) => cells.length > 1 && cells.filter(isColumn).length >= least,
    );
    if (header < 0) continue;
    const quote = errors.find(({ type }) => type === 'Quotes');
    if (!quote) return { rows, header };
    throw new Error(
      `${file}, row ${(quote.row ?? 0) + 1}: a quotation mark is not closed, or stands inside a cell. Close it, or double it ("").`,
    );
  }
  throw new Error(
    `${file}: no row names the columns. Name them in one row: Deal ID, Subject, Email, and fields of Create Case such as Organization Name, Country and Last Name. Or say what they are: ${commandFor(['--column', 'COLUMN=Deal ID', '--column', 'COLUMN=Organization Name'])}`,
  );
}

/** @throws Error for a column without a name, and for a repeated name. */
function checkHeaders(file: string, headers: string[]): void {
  const unnamed = headers.indexOf('');
  if (unnamed >= 0) throw new Error(`${file}: column ${unnamed + 1} has no name. Give it one.`);
  const twice = headers.find((header, index) => headers.indexOf(header) !== index);
  if (twice) throw new Error(`${file}: two columns are called "${twice}". Rename one of them.`);
}

/** Why the cells of a row may be in the wrong columns; undefined for a sound row. */
function problemOf(cells: string[], headers: string[], isBehindBlank: boolean) {
  if (isBehindBlank) {
    return 'The row stands behind an empty one, where exports have their footer. If it is a deal, remove the empty row.';
  }
  if (cells.length >= headers.length && isBlank(cells.slice(headers.length))) return undefined;
  return `The row has ${cells.length} cells, but the header has ${headers.length}. A missing or additional comma moves the cells after it.`;
}

/**
 * The rows below the header by its names, without blank rows.
 * @throws Error for a file that is no list.
 */
export function readList(file: string, known: Known): List {
  const { rows, header } = tableOf(file, known);
  const names = rows[header]!;
  const headers = names.slice(0, names.findLastIndex((name) => name) + 1);
  checkHeaders(file, headers);
  const firstBlank = rows.findIndex((cells, index) => index > header && isBlank(cells));
  const end = firstBlank < 0 ? rows.length : firstBlank;
  return {
    headers,
    rows: rows.flatMap((cells, index): ListRow[] => {
      if (index <= header || isBlank(cells)) return [];
      const problem = problemOf(cells, headers, index > end);
      return [
        {
          number: index + 1,
          cells: Object.fromEntries(headers.map((name, place) => [name, cells[place] ?? ''])),
          ...(problem && { problem }),
        },
      ];
    }),
  };
}
