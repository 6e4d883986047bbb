/** The columns of an import: the service's own names, and the custom fields of the account. */
import { business, person, type Rows } from '../../../service/catalogue.ts';
import type { AccountSettings, CustomField } from '../domain/account.ts';
import type { Kind } from '../domain/cases.ts';
import { storedCountry } from '../domain/countries.ts';
import { customFromForm, customProblem, formNameOf } from '../domain/custom-fields.ts';
import { partsOf, toBody, typedText } from '../domain/form-values.ts';
import { isRecord } from '../domain/objects.ts';

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
const clientColumns: Record<Kind, Map<string, string>> = {
  business: new Map(ofClient(business)),
  person: new Map(ofClient(person)),
};

type Settings = Pick<AccountSettings, 'custom_fields' | 'country_codes'>;
/** In front of the name of a custom field. */
const prefix = 'custom_field.';
const columnOf = ({ name }: CustomField) => prefix + name;

/** All columns, those that must be filled in first. */
export const columnNames = (kind: Kind, { custom_fields }: Settings): string[] => [
  ...new Set([
    ...required[kind],
    ...clientColumns[kind].keys(),
    ...(kind === 'business' ? ['onboarding_date'] : []),
    ...custom_fields.map(columnOf),
  ]),
];

/** The column of a value by its place in the body. */
export const columnAt = (kind: Kind, [first, ...place]: string[]): string =>
  first === kind
    ? ([...clientColumns[kind]].find(([, path]) => path === place.join('.'))?.[0] ?? '')
    : (first ?? '');

/** The place of a column in the body of a case. */
function placeOf(kind: Kind, column: string): string[] {
  const path = clientColumns[kind].get(column);
  if (path) return [kind, ...path.split('.')];
  if (column === 'external_reference') return [column];
  return ['custom_fields', column.replace(prefix, '')];
}

/** A value of a body as text; empty if it has none. */
const textAt = (body: unknown, place: string[]): string =>
  typedText(place.reduce((value, key) => (isRecord(value) ? value[key] : undefined), body));

/**
 * What the case of a row has otherwise than the row, in words, as the service stores both. An empty
 * cell says nothing.
 */
export function differencesIn(kind: Kind, cells: Cells, inFile: object, inCase: object): string[] {
  const filled = Object.entries(cells).filter(([, cell]) => cell);
  return filled.flatMap(([column]) => {
    const [stored, own] = [inCase, inFile].map((body) => textAt(body, placeOf(kind, column)));
    if (stored === own) return [];
    return [`${column}: the case has ${stored ? `“${stored}”` : 'nothing'}, the file has “${own}”`];
  });
}

/** A row by the names of its columns. */
export type Cells = Record<string, string>;

/** A cell of a custom field in the notation of forms. */
function formText({ type }: CustomField, text: string): string {
  if (type === 'boolean') return { true: 'yes', false: 'no' }[text.toLowerCase()] ?? text;
  const list = type.endsWith('_multiple') ? partsOf(text) : [text];
  return (type.startsWith('country') ? list.map(storedCountry) : list).join('\n');
}

/** The draft of a row as the API takes it, and the columns with values of another type. */
export function draftOf(kind: Kind, cells: Cells, { custom_fields, country_codes }: Settings) {
  const client = toBody(
    Object.fromEntries(
      [...clientColumns[kind]].map(([column, path]) => [path, cells[column] ?? '']),
    ),
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
    client,
    body: {
      [kind]: client,
      external_reference,
      ...(Object.keys(custom).length && { custom_fields: custom }),
      is_draft: true,
    },
    wrong: filled.filter((field) => customProblem(field, form[formNameOf(field)]!)).map(columnOf),
  };
}
