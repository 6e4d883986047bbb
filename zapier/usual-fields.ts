/** Zapier's choice between the usual fields of a form and all. No operation reads it. */
import { choicesOf } from '../fields/kinds/choices.ts';
import type { Field } from '../fields/kinds/form.ts';
import { isEmpty, type Input } from '../fields/kinds/values.ts';

export const fieldsField = {
  key: 'fields',
  label: 'Fields',
  default: 'usual',
  choices: choicesOf({ usual: 'Usual', all: 'All' }),
  altersDynamicFields: true,
  helpText:
    'Choose All to see every field of a case. A field that is filled in is always shown and sent.',
} satisfies Field;

const isFilledIn = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isFilledIn)
    : !isEmpty(value);

/** The fields that the form shows: the usual ones, the account's own, and those that are filled in. */
export const shownFields = (fields: Field[], input: Input): Field[] =>
  input[fieldsField.key] === 'all'
    ? fields
    : fields.filter(({ key, isUsual, name }) => isUsual || name || isFilledIn(input[key]));
