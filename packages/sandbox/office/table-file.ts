/** Reads the rows of a CSV file in UTF-8 or an Excel workbook. */
import Papa from 'papaparse';

import { Problem } from '../domain/problem.ts';

interface FileRow {
  /** The number of the row in a spreadsheet. */
  number: number;
  cells: string[];
}
interface ReadFile {
  /** The rows that are not blank. */
  rows: FileRow[];
  isWorkbook: boolean;
}

/** The text of a file. @throws Problem 422 for another encoding than UTF-8, and for controls. */
function decoded(content: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Problem(422, 'The file is not written in UTF-8. Save it as “CSV UTF-8”.');
  }
  const index = /(?![\t\n\v\f\r\x85])[\uFFFD\p{Cc}]/u.exec(text)?.index;
  if (index === undefined) return text;
  const line = text.slice(0, index).split('\n').length;
  throw new Problem(422, `Line ${line} cannot be read as text. Save the file as “CSV UTF-8”.`);
}

const numbered = (rows: string[][]): FileRow[] =>
  rows.map((cells, index) => ({ number: index + 1, cells }));

/** @throws Problem 422 if quotation marks make the rows ambiguous. */
function csvRows(text: string): FileRow[] {
  // Blank lines hide the separator from the parser. The rows keep them for their numbers.
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (!quote) return numbered(data);
  const where = `Row ${(quote.row ?? 0) + 1}`;
  throw new Problem(
    422,
    quote.code === 'MissingQuotes'
      ? `${where}: a quotation mark is not closed. The rows after it cannot be separated. Close it.`
      : `${where}: a quotation mark is inside a cell. Double it ("") or leave it out.`,
  );
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(value);
};

/**
 * The rows of the named sheet of a workbook, else of its only sheet with rows.
 * @throws Problem 422 for an unreadable workbook, or a missing sheet.
 */
async function workbookRows(content: Buffer, name?: string): Promise<FileRow[]> {
  // Loaded when needed, because the sandbox must start quickly.
  const { default: readWorkbook } = await import('read-excel-file/node');
  const sheets = await readWorkbook(content).catch(() => {
    throw new Problem(422, 'This Excel workbook cannot be read. Save it as CSV.');
  });
  const namesOf = (some: typeof sheets) => some.map(({ sheet }) => `“${sheet}”`).join(', ');
  const filled = sheets.filter(({ data }) => data.length);
  const found = name ? sheets.find(({ sheet }) => sheet === name) : filled[0];
  if (name && !found) {
    const reason = `The workbook has no sheet “${name}”. Its sheets are: ${namesOf(sheets)}.`;
    throw new Problem(422, reason);
  }
  if (!name && filled.length > 1) {
    throw new Problem(
      422,
      `The workbook has several sheets with rows: ${namesOf(filled)}. Save the sheet with the clients in its own file.`,
    );
  }
  return numbered((found?.data ?? []).map((cells) => (cells as unknown[]).map(cellText)));
}

const isArchive = (content: Buffer) => content.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
const isOldExcel = (content: Buffer) =>
  content.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';

/**
 * The rows of a file; of a workbook, those of the named sheet.
 * @throws Problem 422 with the mistake and the remedy.
 */
export async function readTable(content: Buffer, sheet?: string): Promise<ReadFile> {
  if (isOldExcel(content)) {
    throw new Problem(
      422,
      'This workbook has an old Excel format (.xls). Save it as .xlsx or as CSV.',
    );
  }
  const isWorkbook = isArchive(content);
  const rows = isWorkbook ? await workbookRows(content, sheet) : csvRows(decoded(content));
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim())), isWorkbook };
}
