/** Values of custom fields: in cases and in forms. */
import { alpha2Of, alpha3Of } from '../../../service/countries.ts';
import type { AccountSettings, CustomField } from './account.ts';
import { storedCountry } from './countries.ts';
import { isRecord, hasControl } from './plain.ts';
import { Problem } from './problem.ts';

/** Prefix of a custom field in a form. */
const prefix = 'custom_fields.';
export const formNameOf = ({ name }: CustomField) => prefix + name;
export const isCustom = (name: string): boolean => name.startsWith(prefix);
/** The values of a form field with one value per line. */
export const several = (text: string): string[] => text.split('\n').filter(Boolean);

/** In the order of the form. */
export const inOrder = (fields: CustomField[]): CustomField[] =>
  fields.toSorted((a, b) => a.display_order_in_portal - b.display_order_in_portal);

/** The custom fields of cases; related parties may have others. */
const ofCases = (fields: CustomField[]): CustomField[] =>
  fields.filter(({ attached_to = 'APPLICATION' }) => attached_to === 'APPLICATION');

/** The fields for the client: the permanent ones, and those that a reviewer asks for. */
export const requestedFields = (fields: CustomField[], names: string[] = []): CustomField[] =>
  inOrder(
    ofCases(fields).filter((field) => field.display_in_portal || names.includes(formNameOf(field))),
  );

/** One value for the form; empty if the form cannot show it. */
function toText(field: CustomField, value: unknown): string {
  if (Array.isArray(value)) {
    const list = value.map((item) => toText(field, item)).filter(Boolean);
    return field.type.endsWith('_multiple') ? list.join('\n') : (list[0] ?? '');
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return field.type.startsWith('country') ? storedCountry(value) : value;
  return typeof value === 'number' ? String(value) : '';
}

/** The custom fields of a case. */
type Values = Record<string, unknown> | null;
/** Values of a form, by the names of its fields. */
type Form = Record<string, string>;

/** The custom fields of a case as values of a form. */
export const customToForm = (fields: CustomField[], values?: Values): Form =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = Object.hasOwn(values ?? {}, field.name)
        ? toText(field, values![field.name])
        : '';
      return text ? [[formNameOf(field), text]] : [];
    }),
  );

const number = (text: string) => Number(text.replace(',', '.'));

/** A form value for the store; null if it was emptied. */
function toValue(
  field: CustomField,
  text: string,
  codes: AccountSettings['country_codes'],
): unknown {
  if (!text) return null;
  const country = (code: string) => (codes === 'alpha-3' ? (alpha3Of(code) ?? code) : code);
  if (field.type === 'number') return number(text);
  if (field.type === 'boolean') return text === 'yes';
  if (field.type === 'country_single') return country(text);
  if (field.type === 'country_multiple') return several(text).map(country);
  return field.type === 'dropdown_multiple' ? several(text) : text;
}

/** Values of a form as the custom fields of a case. */
export const customFromForm = (
  fields: CustomField[],
  form: Form,
  codes: AccountSettings['country_codes'],
): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(form, formNameOf(field)))
      .map((field) => [field.name, toValue(field, form[formNameOf(field)]!, codes)]),
  );

/** A calendar day: `2026-11-22`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const isText = (value: unknown) => typeof value === 'string';
const isList = (value: unknown) => Array.isArray(value) && value.every(isText);

/** What the API takes for each type, and the message about anything else. */
const ofApi: Record<CustomField['type'], [isFine: (value: unknown) => boolean, message: string]> = {
  text: [isText, 'must be text'],
  number: [(value) => typeof value === 'number', 'must be a number'],
  boolean: [(value) => typeof value === 'boolean', 'must be true or false'],
  dropdown_single: [isText, 'must be text'],
  dropdown_multiple: [isList, 'must be a list of texts'],
  date: [(value) => isText(value) && isDate(String(value)), 'must be a date such as 2024-05-31'],
  country_single: [isText, 'must be the code of a country'],
  country_multiple: [isList, 'must be a list of codes of countries'],
};

/** @throws Problem 422 for values of a body that have another type than their fields. */
export function checkTypes(fields: CustomField[], body: object): void {
  const problems = Object.entries(body)
    .filter(([key, values]) => /^(default_)?custom_fields$/.test(key) && isRecord(values))
    .flatMap(([key, values]) =>
      fields.flatMap(({ name, type }) => {
        const value = Object.hasOwn(values, name) ? values[name] : null;
        const [isFine, msg] = ofApi[type];
        if (value === null || isFine(value)) return [];
        return [{ loc: ['body', key, name], msg, type: 'type_error' }];
      }),
    );
  if (problems.length) throw new Problem(422, problems);
}

/** True for a form value of the field's type. A number that can be read in two ways is none. */
export function isCustomValue({ type, accepted_values }: CustomField, text: string): boolean {
  if (!text) return true;
  if (hasControl(text)) return false;
  const every = (isFine: (value: string) => boolean) => several(text).every(isFine);
  if (type === 'number') {
    // "1.234" is a thousand in some countries and a decimal in others.
    const isUnclear = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
    return !isUnclear && /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(text);
  }
  if (type === 'boolean') return text === 'yes' || text === 'no';
  if (type === 'date') return isDate(text);
  if (type.startsWith('country')) return every((code) => alpha2Of(code) === code);
  return !type.startsWith('dropdown') || every((value) => accepted_values.includes(value));
}
