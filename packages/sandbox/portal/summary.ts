/** The client's answers in words. */
import { clientName } from '../../../service/contract.ts';
import { several } from '../domain/custom-fields.ts';
import type { Filled } from '../domain/form-values.ts';
import { joined } from '../domain/plain.ts';
import { valuesOf } from './inputs.ts';
import type { Entry } from './people.ts';
import { partyFields, type FormField } from './profile-fields.ts';
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

/** The choices of a field, with their labels. */
export function choicesOf(
  { name, type, options = [] }: FormField,
  lang: Language,
): [value: string, label: string][] {
  const { yes, no, roles } = texts[lang];
  if (type?.startsWith('countr')) return countryNames(lang);
  if (type === 'boolean')
    return [
      ['yes', yes],
      ['no', no],
    ];
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

export const nameOf = ({ kind, data }: Pick<Entry, 'kind' | 'data'>): string =>
  clientName({ [kind]: data });

/** A person or company in short, beside its name: `Spain, Director, 60%`. */
export function partyInWords({ kind, data }: Pick<Entry, 'kind' | 'data'>, lang: Language) {
  const fields = partyFields[kind].filter(({ name }) => !name.endsWith('_name'));
  return joined(
    ', ',
    answersOf(fields, valuesOf(data), lang).map(({ value }) => value),
  );
}
