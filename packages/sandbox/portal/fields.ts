/** The fields of the forms about a case: those of a client, and the case's own; their values in words. */
import {
  address,
  application,
  business,
  furtherFields,
  person,
  type Field,
  type Rows,
} from '../../../service/catalogue.ts';
import type { CustomField } from '../domain/account.ts';
import type { Kind } from '../domain/case.ts';
import { formNameOf, several } from '../domain/custom-fields.ts';
import type { Filled } from '../domain/form-values.ts';
import {
  countryName,
  countryNames,
  dateInWords,
  labelOf,
  percent,
  textOf,
  texts,
  type Language,
} from './texts.ts';

export interface FormField {
  /** Its path on the wire: `given_names`, `address.town`. */
  name: string;
  /** The default is the label in the language of the page. */
  label?: string;
  type?:
    | 'date'
    | 'email'
    | 'url'
    | 'country'
    | 'countries'
    | 'boolean'
    | 'number'
    | 'percent'
    | 'choice'
    | 'choices';
  /** The values of a choice. */
  options?: string[];
  required?: boolean;
  autocomplete?: string;
  /** The question of the account that it is. */
  custom?: CustomField;
}

const types: Partial<Record<Field['kind'], FormField['type']>> = {
  date: 'date',
  birthDate: 'date',
  email: 'email',
  url: 'url',
  country: 'country',
  countries: 'country',
  boolean: 'boolean',
  percentage: 'number',
};

/** The form field of a row. */
const formField = (name: string, { kind }: Field): FormField => ({ name, type: types[kind] });

/** The rows of single fields. */
const fieldsOf = (rows: Rows): [name: string, row: Field][] =>
  Object.entries(rows).flatMap(([name, row]) =>
    'parts' in row ? [] : [[name, row] as [string, Field]],
  );

/** The fields about the client itself, in the order of the form. */
const portalFields = (rows: Rows, prefix = ''): FormField[] =>
  fieldsOf(rows)
    .map(([name, row], index) => ({ name, row, place: row.portal?.place ?? index }))
    .filter(({ row }) => row.portal)
    .sort((a, b) => a.place - b.place)
    .map(({ name, row }) => {
      const { required, autocomplete } = row.portal!;
      return { ...formField(`${prefix}${name}`, row), required, autocomplete };
    });

/** The fields of each subject, in the order of the form. */
export const profileFields: Record<Kind, FormField[]> = {
  business: [...portalFields(business), ...portalFields(address, 'address.')],
  person: [...portalFields(person), ...portalFields(address, 'address.')],
};

/** The roles that a related party can have: a company neither signs nor is a beneficial owner. */
export const rolesOf: Record<Kind, string[]> = {
  person: ['DIRECTOR', 'UBO', 'SHAREHOLDER', 'ACCOUNT_OWNER'],
  business: ['DIRECTOR', 'SHAREHOLDER'],
};

/** The share of a related party. */
export const shareName = 'direct_ownership_percentage';

/**
 * The fields of a related party. They have no `autocomplete`, because browsers know the client's own
 * data.
 */
const ofParty = (kind: Kind, rows: Rows): FormField[] => [
  ...fieldsOf(rows)
    .filter(([, { party }]) => party)
    .map(([name, row]) => ({ ...formField(name, row), required: row.party === 'required' })),
  { name: 'roles', type: 'choices', options: rolesOf[kind], required: true },
  { name: shareName, type: 'percent' },
];
export const partyFields: Record<Kind, FormField[]> = {
  person: ofParty('person', person),
  business: ofParty('business', business),
};

/** The fields of the case itself, which no client fills in. */
export const caseFields: FormField[] = fieldsOf({
  external_reference: application.external_reference,
  ...furtherFields,
}).map(([name, row]) => ({ ...formField(name, row), label: row.label }));

const customTypes: Record<CustomField['type'], FormField['type']> = {
  text: undefined,
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  dropdown_single: 'choice',
  dropdown_multiple: 'choices',
  country_single: 'country',
  country_multiple: 'countries',
};

/** The field of a question of the account. */
export const customField = (custom: CustomField): FormField => ({
  name: formNameOf(custom),
  label: custom.display_name,
  type: customTypes[custom.type],
  options: custom.accepted_values,
  required: custom.required_in_portal,
  custom,
});

/** The choices of a field, with their labels. */
export function choicesOf(
  { name, type, options = [] }: FormField,
  lang: Language,
): [value: string, label: string][] {
  const { yes, no, roles } = texts[lang];
  if (type?.startsWith('countr')) return countryNames(lang);
  if (type === 'boolean') return Object.entries({ yes, no });
  return options.map((value) => [value, name === 'roles' ? textOf(roles, value) : value]);
}

/** The value of a field in words. */
export function inWords(field: FormField, value: string, lang: Language): string {
  if (!value) return '';
  if (field.type === 'date') return dateInWords(value, lang);
  if (field.type === 'percent' && Number(value)) return percent(Number(value), lang);
  const isCountry = field.type?.startsWith('countr');
  const choices = new Map(isCountry ? [] : choicesOf(field, lang));
  return several(value)
    .map((one) => (isCountry ? countryName(one, lang) : (choices.get(one) ?? one)))
    .join(', ');
}

/** Questions with their answers. */
export const answersOf = (fields: FormField[], values: Filled, lang: Language) =>
  fields.map((field) => ({
    label: labelOf(field, lang),
    value: inWords(field, values[field.name] ?? '', lang),
  }));
