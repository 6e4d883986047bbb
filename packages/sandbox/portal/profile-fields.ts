/** The portal's forms: the catalogue's fields that a client fills in. */
import {
  address,
  business,
  keyOf,
  person,
  type Field,
  type KeyOf,
  type Rows,
} from '../../../service/catalogue.ts';
import type { Kind } from '../domain/cases.ts';

export interface FormField {
  /** The name in the form; the fields of an address have its prefix. */
  name: FieldName;
  type?: 'date' | 'email' | 'country';
  required?: boolean;
  autocomplete?: string;
}

/** The keys of the rows that a form asks for. */
type KeysOfForm<R extends Rows> = {
  [Name in keyof R]: R[Name] extends { portal: object } | { party: string }
    ? KeyOf<R, Name>
    : never;
}[keyof R];

/** The names of the form fields. Each needs a label in every language (texts.ts). */
export type FieldName =
  | Extract<KeysOfForm<typeof business> | KeysOfForm<typeof person>, string>
  | `address_${Extract<KeysOfForm<typeof address>, string>}`;

const types: Partial<Record<Field['kind'], FormField['type']>> = {
  date: 'date',
  email: 'email',
  country: 'country',
  countries: 'country',
};

const formField = (name: string, { kind }: Field, prefix = '') => ({
  name: `${prefix}${name}` as FieldName,
  ...(types[kind] && { type: types[kind] }),
});

/** The rows of single fields, under their keys. */
const fieldsOf = (rows: Rows): [key: string, row: Field][] =>
  Object.entries(rows).flatMap(([name, row]) =>
    'parts' in row ? [] : [[keyOf(name, row), row] as [string, Field]],
  );

/** The fields about the client itself, in the order of the form. */
const portalFields = (rows: Rows, prefix = ''): FormField[] =>
  fieldsOf(rows)
    .flatMap(([key, row], index) => (row.portal ? [{ key, row, options: row.portal, index }] : []))
    .sort((a, b) => (a.options.place ?? a.index) - (b.options.place ?? b.index))
    .map(({ key, row, options: { required, autocomplete } }) => ({
      ...formField(key, row, prefix),
      ...(required && { required }),
      ...(autocomplete && { autocomplete }),
    }));

/** The fields of each subject, in the order of the form. */
export const profileFields: Record<Kind, FormField[]> = {
  business: [...portalFields(business), ...portalFields(address, 'address_')],
  person: [...portalFields(person), ...portalFields(address, 'address_')],
};

/**
 * The fields of a related party, without roles and share. They have no `autocomplete`, because
 * browsers know the client's own data.
 */
const ofParty = (rows: Rows): FormField[] =>
  fieldsOf(rows).flatMap(([key, row]) =>
    row.party
      ? [{ ...formField(key, row), ...(row.party === 'required' && { required: true }) }]
      : [],
  );
export const partyFields: Record<Kind, FormField[]> = {
  person: ofParty(person),
  business: ofParty(business),
};
