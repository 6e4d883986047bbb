/**
 * Imports of CSV files: each row becomes a draft, unless a case has its reference. A file is imported
 * whole or not at all.
 */
import Papa from 'papaparse';

import { CreateApplicationBody } from '../../../service/contract.ts';
import { business, person, type Rows } from '../../../service/catalogue.ts';
import { hasFormulaError, isFormulaError } from '../../../service/formula-errors.ts';
import { Problem, unlessRefused, valid, type Place } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { AccountSettings, CustomField } from '../domain/account.ts';
import type { Kind } from '../domain/case.ts';
import { storedCountry } from '../domain/countries.ts';
import { customFromForm, formNameOf, isCustomValue } from '../domain/custom-fields.ts';
import { partsOf, toBody } from '../domain/form-values.ts';

/** The columns that each row fills in. */
export const required: Record<Kind, string[]> = {
  business: [
    'external_reference',
    'incorporation_country',
    'registration_number',
    'organization_name',
    'legal_type',
  ],
  person: ['external_reference'],
};

/** Columns whose name differs from the field's. */
const renamed: Record<string, string> = { country: 'incorporation_country' };

/** A column for each field; a part of an address has the address in front of its name. */
const ofClient = (rows: Rows): [column: string, path: string][] =>
  Object.entries(rows).flatMap(([name, row]): [string, string][] =>
    'parts' in row
      ? Object.keys(row.parts).map((part) => [`${name}_${part}`, `${name}.${part}`])
      : [[renamed[name] ?? name, name]],
  );
const clientColumns: Record<Kind, [column: string, path: string][]> = {
  business: ofClient(business),
  person: ofClient(person),
};

type Settings = Pick<AccountSettings, 'custom_fields' | 'country_codes'>;
const columnOf = ({ name }: CustomField) => `custom_field.${name}`;

/** All columns, those that must be filled in first. */
export const columnNames = (kind: Kind, { custom_fields }: Settings): string[] => [
  ...new Set([
    ...required[kind],
    ...clientColumns[kind].map(([column]) => column),
    ...(kind === 'business' ? ['onboarding_date'] : []),
    ...custom_fields.map(columnOf),
  ]),
];

/** The column of a value by its place in the body; none for that of no value. */
const columnAt = (kind: Kind, [first, ...place]: string[]): string | undefined =>
  first === kind ? clientColumns[kind].find(([, path]) => path === place.join('.'))?.[0] : first;

/** A row by the names of its columns. */
type Cells = Record<string, string>;

/** A cell of a custom field in the notation of forms. */
function formText({ type }: CustomField, text: string): string {
  if (type === 'boolean') return { true: 'yes', false: 'no' }[text.toLowerCase()] ?? text;
  const list = type.endsWith('_multiple') ? partsOf(text) : [text];
  return (type.startsWith('country') ? list.map(storedCountry) : list).join('\n');
}

/** The draft of a row as the API takes it, and the columns with values of another type. */
function draftOf(kind: Kind, cells: Cells, { custom_fields, country_codes }: Settings) {
  const client = Object.fromEntries(
    clientColumns[kind].map(([column, path]) => [path, cells[column] ?? '']),
  );
  const filled = custom_fields.filter((field) => cells[columnOf(field)]);
  const form = Object.fromEntries(
    filled.map((field) => [formNameOf(field), formText(field, cells[columnOf(field)]!)]),
  );
  const { external_reference, onboarding_date } = cells;
  const custom = {
    ...(onboarding_date && { onboarding_date }),
    ...customFromForm(filled, form, country_codes),
  };
  return {
    body: {
      [kind]: toBody(client),
      external_reference,
      ...(Object.keys(custom).length && { custom_fields: custom }),
      is_draft: true,
    },
    wrong: filled.filter((field) => !isCustomValue(field, form[formNameOf(field)]!)).map(columnOf),
  };
}

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

/** A mistake of a cell, or of the whole line. */
type CellMistake = [column: string | undefined, message: string];

function headerMistakes(header: string[], kind: Kind, settings: AccountSettings): CellMistake[] {
  const names = columnNames(kind, settings);
  const mistakes = (columns: string[], message: string) =>
    columns.map((column): CellMistake => [column, message]);
  return [
    ...mistakes(
      header.filter((name) => !names.includes(name)),
      `is no column for a ${kind}`,
    ),
    ...mistakes(
      required[kind].filter((name) => !header.includes(name)),
      'is missing in the file',
    ),
    ...mistakes(
      header.filter((name, index) => header.indexOf(name) !== index),
      'is there more than once: leave one of them out',
    ),
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

/** The columns in which a spreadsheet left an error. One in a number or reference would be the same for many. */
const errorsIn = (cells: Cells): CellMistake[] =>
  Object.entries(cells)
    .filter(([column, cell]) =>
      (/number$|reference$/.test(column) ? hasFormulaError : isFormulaError).test(cell),
    )
    .map(([column]) => [column, 'is the error of a spreadsheet formula']);

/** Makes the draft of a row, unless its reference has a case. @returns the mistakes against it. */
function take({ cases }: Needs, settings: AccountSettings, kind: Kind, cells: Cells) {
  const { body, wrong } = draftOf(kind, cells, settings);
  const empty = required[kind].filter((column) => !cells[column]);
  const isThere = cases.byReference(cells.external_reference ?? '', kind) !== undefined;
  const create = () => cases.create(importer, valid(CreateApplicationBody, body));
  const found: CellMistake[] = [
    ...(isThere ? [] : refusalsOf(kind, create)),
    ...wrong.map((column): CellMistake => [column, 'is not of the type of this field']),
    ...empty.map((column): CellMistake => [column, 'must not be empty']),
    ...errorsIn(cells),
  ];
  // Of each column the last, which says most.
  return [...new Map(found)].map(([column, message]): CellMistake => {
    const cell = column && cells[column];
    return [column, cell ? `${message}: “${cell}”` : message];
  });
}

/**
 * Imports a file without a mistake.
 * @returns all mistakes, and the number of new cases and of those that were there before.
 * @throws Problem 422 for an unreadable file.
 */
export function runImport(services: Needs, kind: Kind, content: Buffer) {
  const [top, ...rows] = readRows(content);
  // A spreadsheet may end its lines with empty cells.
  const header = top.cells.slice(0, top.cells.findLastIndex(Boolean) + 1);
  const { store, account, cases } = services;
  const settings = account.read();
  const mistakes: Mistake[] = [];
  const note = (line: number, found: CellMistake[]) =>
    mistakes.push(...found.map(([column, message]) => ({ line, column, message })));
  note(top.line, headerMistakes(header, kind, settings));
  const before = cases.count();
  /** Reference -> its first line in this file. */
  const lines = new Map<string, number>();
  const refused = new Error('The file has a mistake.');
  try {
    return store.atomic(() => {
      for (const { line, cells: row } of mistakes.length ? [] : rows) {
        const cells: Cells = Object.fromEntries(header.map((name, index) => [name, row[index]!]));
        const { external_reference: reference = '' } = cells;
        if (row.length < header.length || row.slice(header.length).some(Boolean))
          note(line, [[undefined, `has ${row.length} cells, but the header has ${header.length}`]]);
        else if (lines.has(reference))
          note(line, [['external_reference', `is also in line ${lines.get(reference)}`]]);
        else note(line, take(services, settings, kind, cells));
        if (reference) lines.set(reference, line);
      }
      if (mistakes.length) throw refused;
      const added = cases.count() - before;
      return { mistakes, added, known: rows.length - added };
    });
  } catch (error) {
    if (error !== refused) throw error;
    return { mistakes, added: 0, known: 0 };
  }
}
