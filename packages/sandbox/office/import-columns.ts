/** The columns of an import: the service's own names, and the custom fields of the account. */
import { business, person, type Rows } from '../../../service/catalogue.ts';
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
export const columnAt = (kind: Kind, [first, ...place]: string[]): string | undefined =>
  first === kind ? clientColumns[kind].find(([, path]) => path === place.join('.'))?.[0] : first;

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
