/**
 * Imports of the service's templates: a row becomes a draft or a related person. A row whose
 * reference has a case keeps that case, so the same file can be imported again after a correction.
 */
import { setImmediate as turn } from 'node:timers/promises';

import { CreateApplicationBody, RelatedPerson } from '../../../service/contract.ts';
import { requiredColumns, templates, type TemplateName } from './import-templates.ts';
import { checkNamed } from '../domain/cases.ts';
import { Problem, unlessRefused, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { wrongDays } from '../portal/rules.ts';
import { errorsIn } from '../web/form.ts';
import { readTable } from './table-file.ts';
import {
  bodyOf,
  cellAt,
  customDifferences,
  customOf,
  differencesIn,
  isColumn,
  labelsOf,
  type Cells,
  type Difference,
} from './template-columns.ts';

/** The name of the import in the timeline. */
const importer = 'Import';
export const mostRows = 5000;
/** The number of rows after which other work gets its turn. */
const slice = 100;

/** What became of a row. */
export interface ImportRow {
  /** Its number in a spreadsheet. */
  line: number;
  reference: string;
  application_id?: string;
  /** False if the case or person was there before. */
  isNew?: boolean;
  /** Sentences about the wrong values, with their labels. */
  problem?: string;
  /** What the case has otherwise than the row. */
  differences?: Difference[];
}
type Needs = Parts<'store' | 'clock' | 'account' | 'cases' | 'parties' | 'workflow'>;

/** @throws Problem 422 for a header that is not the template's. */
function checkHeader(template: TemplateName, header: string[]): void {
  const { label } = templates[template];
  const unknown = header.filter((name) => !isColumn(template, name));
  const missing = requiredColumns(template).flatMap(([name]) =>
    header.includes(name) ? [] : [name],
  );
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  const advice = 'Use the template below.';
  const named = (names: string[]) => names.map((name) => `“${name}”`).join(', ');
  if (unknown.length === header.length) {
    throw new Problem(422, `The first line has no column of the template ${label}. ${advice}`);
  }
  const wrong = [
    unknown.length > 0 && `The template ${label} has no column ${named(unknown)}. ${advice}`,
    missing.length > 0 && `The file has no column ${named(missing)}. ${advice}`,
    twice && `Two columns are called “${twice}”. Leave one of them out.`,
  ].filter(Boolean);
  if (wrong.length) throw new Problem(422, wrong.join(' '));
}

/** The cells by column. */
const byColumn = (header: string[], cells: string[]): Cells =>
  Object.fromEntries(header.map((name, index) => [name, cells[index]?.trim() ?? '']));

/** The cells by column. @throws Problem 422 for a wrong number of cells or an empty required one. */
function cellsOf(template: TemplateName, header: string[], cells: string[]): Cells {
  if (cells.length < header.length || cells.slice(header.length).some((cell) => cell.trim())) {
    throw new Problem(
      422,
      `This row has ${cells.length} cells, but the header has ${header.length}. A missing or additional comma moves the cells after it`,
    );
  }
  const row = byColumn(header, cells);
  const empty = requiredColumns(template).flatMap(([name, text]) => (row[name] ? [] : [text]));
  if (empty.length) throw new Problem(422, `Missing: ${empty.join(', ')}`);
  return row;
}

/** The rows of one file are imported with these. */
interface Run {
  services: Needs;
  template: TemplateName;
  /** Reference -> the line of this file that has its case. */
  lines: Map<string, number>;
}

/** @throws Problem 422 with a sentence for each impossible day. */
function checkDays(cells: Cells, clock: Needs['clock']): void {
  const wrong = Object.entries(wrongDays(cells, clock.today()));
  const sentences = wrong.map(([name, message]) => `${message}: “${cells[name]}”`);
  if (wrong.length) throw new Problem(422, sentences.join('; '));
}

/** Finds or makes the case of a row. @throws Problem for a row without one. */
function importCase({ services, template, lines }: Run, cells: Cells, line: number) {
  const { cases, workflow, clock } = services;
  const external_reference = cells.external_reference!;
  const earlier = lines.get(external_reference);
  if (earlier) {
    throw new Problem(
      422,
      `External Reference: “${external_reference}” is also in line ${earlier}. It must be unique`,
    );
  }
  lines.set(external_reference, line);
  const [subject, other] =
    template === 'persons' ? (['person', 'business'] as const) : (['business', 'person'] as const);
  const profile = bodyOf(template, cells);
  checkNamed(subject, profile);
  const custom_fields = customOf(cells, services.account.read());
  const body = valid(CreateApplicationBody, {
    [subject]: profile,
    external_reference,
    ...(Object.keys(custom_fields).length && { custom_fields }),
    is_draft: true,
  });
  checkDays(cells, clock);
  if (cases.byReference(external_reference, other)) {
    throw new Problem(409, `External Reference: “${external_reference}” belongs to a ${other}`);
  }
  const found = cases.byReference(external_reference, subject);
  if (!found)
    return { isNew: true, application_id: workflow.create(importer, body).application_id };
  const existing = cases.find(found);
  const differences = [
    ...differencesIn(template, cells, existing[subject] ?? {}),
    ...customDifferences(custom_fields, existing.custom_fields ?? {}),
  ];
  return { isNew: false, application_id: found, ...(differences.length && { differences }) };
}

/** Finds or adds the related person of a row. @throws Problem for a row without a case. */
function importPerson({ services }: Run, cells: Cells) {
  const { cases, workflow, parties, clock } = services;
  const body = valid(RelatedPerson, bodyOf('relatedPersons', cells));
  checkNamed('person', body);
  checkDays(cells, clock);
  const application_id = cases.byReference(cells.external_reference!, 'business');
  if (!application_id) {
    throw new Problem(
      422,
      `External Reference: “${cells.external_reference}” belongs to no business. Import the business first`,
    );
  }
  const isThere = parties
    .list(application_id, 'person')
    .some((party) =>
      Object.entries(body).every(
        ([name, value]) => JSON.stringify(party[name]) === JSON.stringify(value),
      ),
    );
  if (!isThere) workflow.addParty(importer, application_id, 'person', body);
  return { isNew: !isThere, application_id };
}

/** A refusal in words, with the label of each wrong value and the value itself. */
const inWords = (problem: Problem, template: TemplateName, cells: Cells): string =>
  Object.entries(errorsIn(problem, labelsOf(template)))
    .map(([path, message]) => {
      const value = cellAt(template, cells, path);
      return value ? `${message}: “${value}”` : message;
    })
    .join('; ');

/** Imports the right rows of a file. @throws Problem 422 for an unreadable file. */
export async function runImport(
  services: Needs,
  template: TemplateName,
  content: Buffer,
): Promise<ImportRow[]> {
  const { store } = services;
  const [first, ...body] = readTable(content);
  const header = (first?.cells ?? []).map((cell) => cell.trim());
  while (header.at(-1) === '') header.pop();
  checkHeader(template, header);
  if (!body.length) throw new Problem(422, 'The file has no rows below its header.');
  if (body.length > mostRows) {
    const most = mostRows.toLocaleString('en');
    throw new Problem(422, `The file has more than ${most} rows. Divide it into several files.`);
  }
  const run: Run = { services, template, lines: new Map() };
  const importRow = (line: number, cells: string[]): ImportRow => {
    const reference = cells[header.indexOf('external_reference')]?.trim() ?? '';
    const made = unlessRefused(
      () =>
        store.atomic(() => {
          const row = cellsOf(template, header, cells);
          return template === 'relatedPersons'
            ? importPerson(run, row)
            : importCase(run, row, line);
        }),
      (problem) => ({ problem: inWords(problem, template, byColumn(header, cells)) }),
    );
    return { line, reference, ...made };
  };
  const result: ImportRow[] = [];
  for (let from = 0; from < body.length; from += slice) {
    const next = body.slice(from, from + slice);
    store.atomic(() => {
      for (const { number, cells } of next) result.push(importRow(number, cells));
    });
    await turn();
  }
  return result;
}
