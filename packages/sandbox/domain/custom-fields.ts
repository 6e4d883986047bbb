/** Values of an account's custom fields: as a case keeps them, and as a form has them. */
import { alpha2ToAlpha3, alpha3ToAlpha2, isValid } from 'i18n-iso-countries/index.js';

import type { AccountSettings, CustomField } from './account.ts';

/** Before the name of a custom field in a form. */
const prefix = 'custom_';
export const formNameOf = ({ name }: CustomField) => `${prefix}${name}` as const;
/** Of a list of countries, the field in which one is searched for. */
export const searchNameOf = ({ name }: CustomField) => `search_${name}` as const;
export const isCustom = (name: string): name is `custom_${string}` => name.startsWith(prefix);
/** Values of a form that has several in one field: one a line. */
export const several = (text: string): string[] => text.split('\n').filter(Boolean);

/** In the order of the form. */
export const inOrder = (fields: CustomField[]): CustomField[] =>
  fields.toSorted((a, b) => a.display_order_in_portal - b.display_order_in_portal);

/** The fields of cases: related persons and businesses may have others. */
export const ofCases = (fields: CustomField[]): CustomField[] =>
  fields.filter(({ attached_to = 'APPLICATION' }) => attached_to === 'APPLICATION');

/** What a client is asked for: always, or because a reviewer wants to know these. */
export const requestedFields = (fields: CustomField[], names: string[] = []): CustomField[] =>
  inOrder(
    ofCases(fields).filter((field) => field.display_in_portal || names.includes(formNameOf(field))),
  );

const alpha2 = (code: string) => alpha3ToAlpha2(code) ?? code;

/** One value as the form shows it; empty for what it has no place for. */
function toText(field: CustomField, value: unknown): string {
  if (Array.isArray(value)) {
    const list = value.map((item) => toText(field, item)).filter(Boolean);
    return field.type.endsWith('_multiple') ? list.join('\n') : (list[0] ?? '');
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return field.type.startsWith('country') ? alpha2(value) : value;
  return typeof value === 'number' ? String(value) : '';
}

/** The custom fields of a case. */
type Values = Record<string, unknown> | null;
/** Values of a form, by the names of its fields. */
export type Form = Record<string, string>;

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

/** A value of a form as it is kept; null where it was emptied. */
function toValue(
  field: CustomField,
  text: string,
  codes: AccountSettings['country_codes'],
): unknown {
  if (!text) return null;
  const country = (code: string) => (codes === 'alpha-3' ? (alpha2ToAlpha3(code) ?? code) : code);
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

/** A day of the calendar: `2026-11-22`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** What is wrong with a value of a form: it is none of its kind, or a number with two readings. */
export function customProblem({ type, accepted_values }: CustomField, text: string) {
  if (!text) return undefined;
  const every = (isFine: (value: string) => boolean) =>
    several(text).every(isFine) ? undefined : ('invalid' as const);
  if (type === 'number') {
    // "1.234" is a thousand to some and a little more than one to others.
    if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return 'unclear';
    return /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(text) ? undefined : 'invalid';
  }
  if (type === 'boolean') return text === 'yes' || text === 'no' ? undefined : 'invalid';
  if (type === 'date') return isDate(text) ? undefined : 'invalid';
  if (type.startsWith('country')) return every((code) => code.length === 2 && isValid(code));
  if (type.startsWith('dropdown')) return every((value) => accepted_values.includes(value));
  return undefined;
}
