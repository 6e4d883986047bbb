/** What came of an import, as CSV, and mending the rows that are wrong. */
import Papa from 'papaparse';

import { template } from './imports-columns.ts';
import { importLetterKey } from './imports-letters.ts';
import { checkLine, importLine } from './imports-run.ts';
import * as kept from './imports-store.ts';
import type { Desk, ImportRow, Line } from './imports-store.ts';
import { findLetter, type Letter } from './letters.ts';
import { Problem } from './problem.ts';

/** Rows as CSV. What a spreadsheet would take for a formula is put in quotes, headers too. */
export const csv = (rows: unknown[][]): string =>
  `${Papa.unparse(rows, { escapeFormulae: true })}\r\n`;
/** In front of a CSV, so that Excel reads it as UTF-8. */
export const mark = '\uFEFF';

const outcomes = { new: 'created', known: 'was there', same: 'same as an earlier row', wrong: '' };

const mailOf = ({ address, state, outcome }: Letter): string =>
  outcome ? `${state}: ${outcome}` : `${state === 'sent' ? 'sent to' : `${state}:`} ${address}`;

function resultCells(desk: Desk, seq: number, line: Line): string[] {
  const { application_id, link, mail, plan, problem } = line;
  const letter =
    application_id && link && !mail
      ? findLetter(desk.store, importLetterKey(seq, application_id))
      : undefined;
  return [
    String(line.line),
    application_id ?? '',
    link ?? '',
    problem ?? (application_id && plan ? outcomes[plan] : ''),
    mail ?? (letter ? mailOf(letter) : ''),
  ];
}

/** Rows as CSV, piece by piece: their cells, and what `said` says of each. */
function* asCsv(
  { columns }: ImportRow,
  more: string[],
  next: (after: number) => Line[],
  said: (line: Line, beyond: string[]) => string[],
): Generator<string> {
  yield mark + csv([[...columns, ...more]]);
  for (let after = 0; ;) {
    const lines = next(after);
    if (!lines.length) return;
    after = lines.at(-1)!.n;
    yield csv(
      lines.map((line) => {
        const cells = JSON.parse(line.data) as string[];
        const own = columns.map((_, index) => cells[index] ?? '');
        return [...own, ...said(line, cells.slice(columns.length))];
      }),
    );
  }
}

/** The rows with what came of them. */
export const resultOf = (desk: Desk, seq: number): Generator<string> =>
  asCsv(
    kept.findImport(desk, seq),
    ['Line', 'Case', 'Portal link', 'Result', 'Mail'],
    (after) => kept.linesAfter(desk, seq, after, 500),
    (line) => resultCells(desk, seq, line),
  );

/** The rows that are wrong alone, as they were, with what is wrong: mended, they can be imported. */
export const wrongOf = (desk: Desk, seq: number): Generator<string> =>
  asCsv(
    kept.findImport(desk, seq),
    ['Line', 'What is wrong'],
    (after) => kept.wrongLines(desk, seq, 500, after),
    ({ line, problem }, beyond) => [String(line), problem ?? '', ...beyond],
  );

export const templateFile = (): string => mark + csv(template());

/**
 * Changes the cells of a row that is wrong and judges it again; where the import is done, its case
 * is made at once. @returns what is still wrong, or null. @throws Problem 409 for any other row.
 */
export function mendLine(desk: Desk, seq: number, n: number, cells: string[]): string | null {
  return desk.store.atomic(() => {
    const row = kept.findImport(desk, seq);
    if (row.state !== 'ready' && row.state !== 'done') {
      throw new Problem(409, 'Rows can be mended when all of them are checked.');
    }
    if (kept.findLine(desk, seq, n).plan !== 'wrong') {
      throw new Problem(409, 'This row is right. It has been mended meanwhile.');
    }
    desk.store.run`update import_rows set data = ${JSON.stringify(cells)}
      where import = ${seq} and n = ${n}`;
    checkLine(desk, row, kept.findLine(desk, seq, n));
    const mended = kept.findLine(desk, seq, n);
    if (row.state === 'done') importLine(desk, row, mended);
    return mended.problem;
  });
}
