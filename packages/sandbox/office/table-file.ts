/** Reads the rows of a CSV file in UTF-8. */
import Papa from 'papaparse';

import { Problem } from '../domain/problem.ts';

interface FileRow {
  /** The number of the row in a spreadsheet. */
  number: number;
  cells: string[];
}

/** The text of a file. @throws Problem 422 for another encoding than UTF-8. */
function decoded(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Problem(422, 'The file is not written in UTF-8. Save it as “CSV UTF-8”.');
  }
}

/** @throws Problem 422 with the first quotation mark that makes the rows ambiguous. */
function csvRows(text: string): FileRow[] {
  // Blank lines hide the separator from the parser. The rows keep them for their numbers.
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (!quote) return data.map((cells, index) => ({ number: index + 1, cells }));
  const where = `Line ${(quote.row ?? 0) + 1}`;
  throw new Problem(
    422,
    quote.code === 'MissingQuotes'
      ? `${where}: a quotation mark is not closed. The rows after it cannot be separated. Close it.`
      : `${where}: a quotation mark is inside a cell. Double it ("") or leave it out.`,
  );
}

/** A workbook of Excel, new (a zip) or old. */
const isWorkbook = (content: Buffer): boolean =>
  ['504b0304', 'd0cf11e0'].includes(content.subarray(0, 4).toString('hex'));

/** The rows of a file that are not blank. @throws Problem 422 with the mistake and the remedy. */
export function readTable(content: Buffer): FileRow[] {
  if (isWorkbook(content)) {
    throw new Problem(422, 'This is an Excel workbook. Save it as “CSV UTF-8”.');
  }
  return csvRows(decoded(content)).filter(({ cells }) => cells.some((cell) => cell.trim()));
}
