/** The file of a list: its encoding, and its rows with their lines. */
import Papa from 'papaparse';

import { Problem } from './problem.ts';

export interface FileRow {
  /** Where it begins in the file. */
  line: number;
  cells: string[];
}

/** What a file can be written in: name for the decoder -> name for people, name for the detector. */
export const encodings = {
  'utf-8': ['UTF-8', 'utf-8'],
  'windows-1252': ['Windows-1252 (Western Europe, Excel)', 'windows-1252'],
  'windows-1250': ['Windows-1250 (Central Europe)', 'windows-1250'],
  'windows-1251': ['Windows-1251 (Cyrillic)', 'windows-1251'],
  'windows-1253': ['Windows-1253 (Greek)', 'windows-1253'],
  'windows-1254': ['Windows-1254 (Turkish)', 'windows-1254'],
  'windows-1257': ['Windows-1257 (Baltic)', 'windows-1257'],
  macintosh: ['Macintosh (Western Europe)', 'macroman'],
  'utf-16le': ['UTF-16 (Excel “Unicode text”)', 'utf-16-le'],
  'utf-16be': ['UTF-16, big-endian', 'utf-16-be'],
  shift_jis: ['Shift JIS (Japanese)', 'shift_jis'],
  gb18030: ['GB 18030 (Chinese)', 'gb18030'],
} as const;
export type Encoding = keyof typeof encodings;
export const isEncoding = (name: string): name is Encoding => Object.hasOwn(encodings, name);

const marks: [bytes: number[], Encoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** A file that begins with its mark, or is valid UTF-8, says itself what it is. */
function certain(content: Buffer): Encoding | undefined {
  const marked = marks.find(([bytes]) => bytes.every((byte, index) => content[index] === byte));
  if (marked) return marked[1];
  if (content.includes(0)) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return 'utf-8';
  } catch {
    return undefined;
  }
}

/** How likely Windows-1252 must be beside the likeliest: most files that are none of the above are. */
const usual = 0.6;

/**
 * The encoding of a file, and whether the file itself says so. What does not is judged by its
 * letters, and shown to whoever uploaded it.
 */
export async function detected(content: Buffer): Promise<{ encoding: Encoding; isSure: boolean }> {
  const sure = certain(content);
  if (sure) return { encoding: sure, isSure: true };
  const { detectAll } = (await import('jschardet')).default;
  const first = Math.max(
    content.findIndex((byte) => byte > 127 || byte === 0),
    0,
  );
  // From an even place on, so that pairs of bytes stay pairs.
  const from = Math.max(first - (first % 2) - 1024, 0);
  const found = new Map(
    detectAll(content.subarray(from, from + 65536)).map(({ encoding, confidence }) => [
      String(encoding).toLowerCase(),
      confidence,
    ]),
  );
  const likely = (encoding: Encoding) => found.get(encodings[encoding][1]) ?? 0;
  const best = (Object.keys(encodings) as Encoding[])
    .filter((encoding) => encoding !== 'utf-8')
    .reduce((a, b) => (likely(b) > likely(a) ? b : a));
  const western = likely('windows-1252') >= usual * likely(best);
  return { encoding: western ? 'windows-1252' : best, isSure: false };
}

/** The text of a file. @throws Problem 422 where the bytes are no text in this encoding. */
async function decoded(content: Buffer, encoding: Encoding): Promise<string> {
  const { default: iconv } = await import('iconv-lite');
  const text = iconv.decode(content, encoding);
  const at = /(?![\t\n\v\f\r\x85])[\uFFFD\p{Cc}]/u.exec(text)?.index;
  if (at === undefined) return text;
  const line = text.slice(0, at).split('\n').length;
  throw new Problem(
    422,
    `Line ${line} is no text in the encoding ${encodings[encoding][0]}. Save the file as “CSV UTF-8”, or choose another encoding.`,
  );
}

const isZip = (content: Buffer) => content.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
const isOldExcel = (content: Buffer) =>
  content.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';

/** How large a workbook may be once it is unpacked. */
const mostUnpacked = 300 * 1024 * 1024;

async function checkSize(content: Buffer): Promise<void> {
  const { unzipSync } = await import('fflate');
  let size = 0;
  unzipSync(content, {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  if (size > mostUnpacked) throw new Problem(422, 'The workbook is too large. Save it as CSV.');
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(value);
};

/** The rows of the one sheet of a workbook. @throws Problem 422 for one that cannot be read. */
async function workbookRows(content: Buffer): Promise<FileRow[]> {
  const { default: readSheets } = await import('read-excel-file/node');
  const sheets = await checkSize(content)
    .then(() => readSheets(content))
    .catch((error: Error) => {
      if (error instanceof Problem) throw error;
      throw new Problem(422, 'This is no workbook of Excel that can be read. Save it as CSV.');
    });
  const filled = sheets.filter(({ data }) => data.length);
  if (filled.length > 1) {
    const names = filled.map(({ sheet }) => `“${sheet}”`).join(', ');
    throw new Problem(
      422,
      `The workbook has several sheets with rows: ${names}. Save the one to be imported by itself.`,
    );
  }
  return (filled[0]?.data ?? []).map((cells, index) => ({
    line: index + 1,
    cells: (cells as unknown[]).map(cellText),
  }));
}

const lineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;
/** Characters that are parsed before others get their turn. */
const piece = 256 * 1024;

/** What is wrong with the quotation marks of a piece, with its line. */
function quoteProblem(code: string, line: number): Problem {
  return new Problem(
    422,
    code === 'MissingQuotes'
      ? `Line ${line}: a quotation mark is opened and not closed, so that the rows after it cannot be told apart.`
      : `Line ${line}: a quotation mark stands inside of a cell. Double it ("") or leave it out.`,
  );
}

/** Goes through the rows of a CSV; `take` has each piece, which is done before the next is parsed. */
function csvRows(text: string, take: (rows: FileRow[]) => Promise<boolean>): Promise<void> {
  let line = 1;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      chunkSize: piece,
      chunk({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) {
        const rows = data.map((cells): FileRow => {
          const row = { line, cells };
          line += 1 + cells.reduce((sum, cell) => sum + lineBreaks(cell), 0);
          return row;
        });
        const quote = errors.find(({ type }) => type === 'Quotes');
        if (quote) {
          reject(quoteProblem(quote.code, rows[quote.row ?? 0]?.line ?? line));
          return parser.abort();
        }
        parser.pause();
        take(rows).then(
          (goesOn) => (goesOn ? parser.resume() : (parser.abort(), resolve())),
          (error: Error) => (reject(error), parser.abort()),
        );
      },
      complete: () => resolve(),
      error: (error: Error) => reject(error),
    });
  });
}

/**
 * Goes through the rows of a file, blank ones left out. `take` has them piece by piece, and says
 * whether to go on. @throws Problem 422 for a file whose rows cannot be told.
 */
export async function readFileRows(
  content: Buffer,
  encoding: Encoding,
  take: (rows: FileRow[]) => Promise<boolean>,
): Promise<void> {
  const filled = (rows: FileRow[]) =>
    take(rows.filter(({ cells }) => cells.some((cell) => cell.trim())));
  if (isOldExcel(content)) {
    throw new Problem(
      422,
      'This is a workbook of an old Excel (.xls). Save it as .xlsx or as CSV.',
    );
  }
  if (isZip(content)) return void (await filled(await workbookRows(content)));
  await csvRows((await decoded(content, encoding)).replace(/^\uFEFF/, ''), filled);
}
