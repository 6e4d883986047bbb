/** The address of a business or a person ("Resources", field `address`). */
import type { Address } from '../api/contract.ts';
import type { KeysOf, Nested, Table } from './table.ts';

const parts: Table<KeysOf<typeof Address>> = {
  street: {
    label: 'Street',
    help: 'Street and house number, for example 12 rue de la Paix.',
    sample: '12 rue de la Paix',
  },
  city: { label: 'City', help: 'Town or city, for example Paris.', sample: 'Paris' },
  postal_code: {
    label: 'Postal Code',
    help: 'Postal or ZIP code as written on a letter, for example 75002.',
    sample: '75002',
  },
  region: {
    label: 'Region',
    help: 'State, province or region, where the country uses one.',
    sample: 'Île-de-France',
  },
  country: {
    label: 'Country',
    help: 'Country of the address; its name or code, for example France or FR.',
    kind: 'country',
    sample: 'FR',
  },
};

/** The row `address` of its owner; input keys are `business_address_street` and so on. */
export const addressRow = (owner: 'business' | 'person'): Nested => ({
  label: owner === 'business' ? 'Business Address' : 'Person Address',
  prefix: `${owner}_address_`,
  parts,
});
