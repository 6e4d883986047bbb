/** A business: subject of a case, related to one, or an entry of a company registry. */
import type { Business } from '../api/contract.ts';
import { addressRow } from './address.ts';
import { sampleOf, type KeysOf, type Table } from './table.ts';

export const businessTable: Table<KeysOf<typeof Business>> = {
  organization_name: {
    label: 'Organization Name',
    help: 'Registered name of the business, for example Lumen Studio SAS. Needed unless the Registration Number is given.',
    sample: 'Lumen Studio SAS',
  },
  country: {
    label: 'Country',
    help: 'Country in whose registry the business is entered; its name or code, for example France, FR or FRA.',
    kind: 'country',
    sample: 'FR',
  },
  registration_number: {
    label: 'Registration Number',
    help: 'Number in the official company registry, for example 552100554. Needed unless the Organization Name is given.',
    kind: 'id',
    sample: '552100554',
  },
  local_number: {
    label: 'Local Number',
    help: 'A further national number where the country has one, for example the number of the establishment.',
    kind: 'id',
    sample: '55210055400013',
  },
  vat_number: {
    label: 'VAT Number',
    help: 'VAT identification number with its country letters, for example FR83404833048.',
    kind: 'id',
    sample: 'FR83552100554',
  },
  registration_date: {
    label: 'Registration Date',
    help: 'Day on which the business was registered, for example 2015-03-12.',
    kind: 'date',
    sample: '2015-03-12',
  },
  address: addressRow('business'),
};

export const businessSample = sampleOf(businessTable);
