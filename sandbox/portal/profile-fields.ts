/** The portal's forms: which fields of the contract a client is asked for, and how. */
import type { Address, Business, Person } from '../../api/contract.ts';
import type { Kind } from '../domain/cases.ts';

export interface FormField {
  /** Name in the form; those of the address carry its prefix. */
  name: FieldName;
  type?: 'date' | 'email' | 'country';
  required?: boolean;
  autocomplete?: string;
}
type Asked = Omit<FormField, 'name'>;

type Keys<Schema extends { shape: object }> = Extract<keyof Schema['shape'], string>;

const address = {
  street: { autocomplete: 'street-address' },
  postal_code: { autocomplete: 'postal-code' },
  city: { autocomplete: 'address-level2' },
} as const satisfies Partial<Record<Keys<typeof Address>, Asked>>;
const business = {
  organization_name: { required: true, autocomplete: 'organization' },
  country: { type: 'country', required: true },
  registration_number: { required: true },
  vat_number: {},
  registration_date: { type: 'date' },
} as const satisfies Partial<Record<Exclude<Keys<typeof Business>, 'address'>, Asked>>;
const person = {
  first_name: { required: true, autocomplete: 'given-name' },
  last_name: { required: true, autocomplete: 'family-name' },
  email: { type: 'email', autocomplete: 'email' },
  birth_date: { type: 'date', required: true, autocomplete: 'bday' },
  nationality: { type: 'country', required: true },
} as const satisfies Partial<Record<Exclude<Keys<typeof Person>, 'address'>, Asked>>;

/** Names of the form; each needs its label in every language. */
export type FieldName =
  keyof typeof business | keyof typeof person | `address_${keyof typeof address}`;

const rows = (fields: Record<string, Asked>, prefix = ''): FormField[] =>
  Object.entries(fields).map(([key, asked]) => ({
    name: `${prefix}${key}` as FieldName,
    ...asked,
  }));

/** The fields of each subject, in the order of the form. */
export const profileFields: Record<Kind, FormField[]> = {
  business: [...rows(business), ...rows(address, 'address_')],
  person: [...rows(person), ...rows(address, 'address_')],
};

/** The fields of a related party, besides its roles and share. Its data belong to somebody else. */
export const partyFields: Record<Kind, FormField[]> = {
  person: [
    { name: 'first_name' },
    { name: 'last_name', required: true },
    { name: 'email', type: 'email' },
    { name: 'birth_date', type: 'date' },
    { name: 'nationality', type: 'country' },
  ],
  business: [
    { name: 'organization_name', required: true },
    { name: 'country', type: 'country' },
    { name: 'registration_number' },
  ],
};
