/**
 * Imports of the service's templates: a row becomes a draft. A row whose reference has a case keeps
 * that case, so the same file can be imported again after a correction.
 */
import { setImmediate as turn } from 'node:timers/promises';

import { CreateApplicationBody } from '../../../service/contract.ts';
import { templates, type TemplateName } from './import-templates.ts';
import { checkNamed } from '../domain/cases.ts';
import { pathIn } from '../domain/form-values.ts';
import { Problem, unlessRefused, valid, type Place } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { wrongDays } from '../portal/rules.ts';
import { readTable } from './table-file.ts';
import {
  bodyOf,
  columnAt,
  customDifferences,
  customOf,
  differencesIn,
  isColumn,
  type Cells,
  type Difference,
} from './template-columns.ts';

/** The name of the import in the timeline. */
const importer = 'Import';
export const mostRows = 5000;
/** The number of rows after which other work gets its turn. */
const slice = 100;

/** A mistake at its place in a spreadsheet; one of a whole line has no column. */
export interface Mistake {
  line: number;
  column?: string;
  message: string;
}
/** What became of a row. */
export interface ImportRow {
  /** Its number in a spreadsheet. */
  line: number;
  reference: string;
  application_id?: string;
  /** False if the case was there before. */
  isNew?: boolean;
  /** All mistakes of the row, in the order of its columns. */
  mistakes?: Mistake[];
  /** What the case has otherwise than the row. */
  differences?: Difference[];
}
type Needs = Parts<'store' | 'clock' | 'account' | 'cases' | 'workflow'>;

/** The mistakes of a header. @throws Problem 422 for one that is of no template. */
function headerMistakes(template: TemplateName, header: string[], line: number): Mistake[] {
  const { label, required } = templates[template];
  const unknown = header.filter((name) => !isColumn(template, name));
  if (unknown.length === header.length) {
    throw new Problem(
      422,
      `The first line has no column of the template ${label}. Use the template below.`,
    );
  }
  const missing = required.filter((name) => !header.includes(name));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  const say = (names: string[], message: string) =>
    [...new Set(names)].map((column): Mistake => ({ line, column, message }));
  return [
    ...say(unknown, `is no column of the template ${label}`),
    ...say(missing, 'is missing in the file'),
    ...say(twice, 'is there more than once: leave one of them out'),
  ];
}

/** The rows of one file are imported with these. */
interface Run {
  services: Needs;
  template: TemplateName;
  header: string[];
  /** Reference -> the line of this file that has its case. */
  lines: Map<string, number>;
}

/** The cells by column. */
const byColumn = (header: string[], cells: string[]): Cells =>
  Object.fromEntries(header.map((name, index) => [name, cells[index]?.trim() ?? '']));

/** A mistake of a cell; the whole line has the empty column. */
type CellMistake = [column: string, message: string];

/** The mistakes for which `work` is refused, each in its column. */
const refusalOf = ({ template }: Run, work: () => unknown): CellMistake[] =>
  unlessRefused(
    () => {
      work();
      return [];
    },
    ({ detail, message }) =>
      Array.isArray(detail)
        ? (detail as { loc: Place; msg: string }[]).map(({ loc, msg }): CellMistake => {
            const place = loc.filter(
              (part) => !['body', 'business', 'person'].includes(String(part)),
            );
            return [columnAt(template, pathIn(place)), msg];
          })
        : [['', message]],
  );

/** A row as the API takes it. */
interface Made {
  body: Record<string, unknown>;
  custom: Record<string, unknown>;
}

/** The whole body of a new case. */
const caseOf = ({ template }: Run, cells: Cells, { body, custom }: Made) => ({
  [templates[template].subject]: body,
  external_reference: cells.external_reference,
  ...(Object.keys(custom).length && { custom_fields: custom }),
  is_draft: true,
});

/** What is wrong with a reference, in this file or among the cases. */
function referenceMistakes({ services, template, lines }: Run, cells: Cells): CellMistake[] {
  const { external_reference: reference } = cells;
  if (!reference) return [];
  const earlier = lines.get(reference);
  if (earlier) return [['external_reference', `is also in line ${earlier}, and must be unique`]];
  const other = templates[template].subject === 'person' ? 'business' : 'person';
  const isTaken = services.cases.byReference(reference, other) !== undefined;
  return isTaken ? [['external_reference', `belongs to a ${other}`]] : [];
}

/** Every mistake of a row, in the order of its columns. */
function mistakesIn(run: Run, cells: Cells, line: number, made: Made, wrong: string[]): Mistake[] {
  const { services, template, header } = run;
  const { required, subject } = templates[template];
  const found: CellMistake[] = [
    ...required
      .filter((column) => !cells[column])
      .map((column): CellMistake => [column, 'must not be empty']),
    ...Object.entries(cells)
      .filter(([, text]) => text.includes('\uFFFD'))
      .map(([column]): CellMistake => [
        column,
        'has a character that was lost. Save the file as “CSV UTF-8”',
      ]),
    ...refusalOf(run, () => valid(CreateApplicationBody, caseOf(run, cells, made))),
    ...refusalOf(run, () => checkNamed(subject, made.body)),
    ...wrong.map((column): CellMistake => [column, 'is not of the type of this field']),
    ...Object.entries(wrongDays(cells, services.clock.today())),
    ...referenceMistakes(run, cells),
  ];
  // A missing column is a mistake of the header, and one mistake of a cell is enough.
  const isOfRow = ([column]: CellMistake) => !required.includes(column) || header.includes(column);
  const first = new Map(found.filter(isOfRow).toReversed());
  return [...first]
    .toSorted(([one], [other]) => header.indexOf(one) - header.indexOf(other))
    .map(([column, message]) => ({
      line,
      ...(column && { column }),
      message: cells[column] ? `${message}: “${cells[column]}”` : message,
    }));
}

/** Finds or makes the case of a right row. */
function importCase(run: Run, cells: Cells, made: Made) {
  const { template } = run;
  const { cases, workflow } = run.services;
  const { subject } = templates[template];
  const found = cases.byReference(cells.external_reference!, subject);
  if (!found) {
    const body = valid(CreateApplicationBody, caseOf(run, cells, made));
    return { isNew: true, application_id: workflow.create(importer, body).application_id };
  }
  const existing = cases.find(found);
  const differences = [
    ...differencesIn(template, cells, existing[subject] ?? {}),
    ...customDifferences(made.custom, existing.custom_fields ?? {}),
  ];
  return { isNew: false, application_id: found, ...(differences.length && { differences }) };
}

/** Imports a row, or only names its mistakes. */
function importRow(run: Run, line: number, row: string[], isOnlyChecked: boolean): ImportRow {
  const { services, template, header, lines } = run;
  const cells = byColumn(header, row);
  const reference = cells.external_reference ?? '';
  if (row.length < header.length || row.slice(header.length).some((cell) => cell.trim())) {
    const message = `The row has ${row.length} cells, but the header has ${header.length}. A missing or additional comma moves the cells after it`;
    return { line, reference, mistakes: [{ line, message }] };
  }
  const { custom, wrong } = customOf(cells, services.account.read());
  const made: Made = { body: bodyOf(template, cells), custom };
  const mistakes = mistakesIn(run, cells, line, made, wrong);
  if (reference && !lines.has(reference)) lines.set(reference, line);
  if (mistakes.length) return { line, reference, mistakes };
  if (isOnlyChecked) return { line, reference };
  const done = unlessRefused(
    () => services.store.atomic(() => importCase(run, cells, made)),
    ({ message }) => ({ mistakes: [{ line, message }] }),
  );
  return { line, reference, ...done };
}

/**
 * Imports the right rows of a file; none if its header is wrong, and then its rows are only
 * checked. @throws Problem 422 for an unreadable file.
 */
export async function runImport(
  services: Needs,
  template: TemplateName,
  content: Buffer,
): Promise<{ rows: ImportRow[]; header: Mistake[] }> {
  const [first, ...body] = readTable(content);
  const header = (first?.cells ?? []).map((cell) => cell.trim());
  while (header.at(-1) === '') header.pop();
  const wrong = headerMistakes(template, header, first?.number ?? 1);
  if (!body.length) throw new Problem(422, 'The file has no rows below its header.');
  if (body.length > mostRows) {
    const most = mostRows.toLocaleString('en');
    throw new Problem(422, `The file has more than ${most} rows. Divide it into several files.`);
  }
  const run: Run = { services, template, header, lines: new Map() };
  const rows: ImportRow[] = [];
  for (let from = 0; from < body.length; from += slice) {
    const next = body.slice(from, from + slice);
    services.store.atomic(() => {
      for (const { number, cells } of next)
        rows.push(importRow(run, number, cells, wrong.length > 0));
    });
    await turn();
  }
  return { rows, header: wrong };
}
