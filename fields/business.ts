/** A business: subject of a KYB case, related entity, or entry of a company registry. */
import type { Business } from '../api/contract.ts';
import { addressFields, addressOutput, toAddress } from './address.ts';
import { countryChoices, toCountry } from './country.ts';
import { filled, toDate, toText, type Input } from './values.ts';

/** Input fields of a business. */
export const businessFields = () => [
  {
    key: 'organization_name',
    label: 'Organization Name',
    helpText: 'Registered name of the business, for example Lumen Studio SAS.',
  },
  {
    key: 'country',
    label: 'Country',
    helpText:
      'Country in which the business is registered. A name or code mapped from the CRM works too: France, FR or FRA.',
    choices: countryChoices(),
  },
  {
    key: 'registration_number',
    label: 'Registration Number',
    helpText:
      'Number in the official company registry, for example 552100554. The service reads the registry with it.',
  },
  {
    key: 'local_number',
    label: 'Local Number',
    helpText:
      'A further national number where the country has one, for example the number of the establishment.',
  },
  {
    key: 'vat_number',
    label: 'VAT Number',
    helpText: 'VAT identification number with its country letters, for example FR83404833048.',
  },
  {
    key: 'registration_date',
    label: 'Registration Date',
    type: 'datetime' as const,
    helpText: 'Day on which the business was registered, for example 2015-03-12.',
  },
  ...addressFields('business'),
];

/** Those fields -> the business of the service; undefined where all are empty. */
export function toBusiness(input: Input): Business | undefined {
  const country = toText(input.country);
  return filled({
    organization_name: toText(input.organization_name),
    country: country && toCountry(country, 'Country'),
    registration_number: toText(input.registration_number),
    local_number: toText(input.local_number),
    vat_number: toText(input.vat_number),
    registration_date: toDate(input.registration_date, 'Registration Date'),
    address: toAddress(input, 'business'),
  });
}

/** Output fields of a business at the top (`prefix` empty) or below, for example `business__`. */
export const businessOutput = (prefix: string) => [
  { key: `${prefix}organization_name`, label: 'Organization Name' },
  { key: `${prefix}country`, label: 'Country' },
  { key: `${prefix}registration_number`, label: 'Registration Number' },
  { key: `${prefix}local_number`, label: 'Local Number' },
  { key: `${prefix}vat_number`, label: 'VAT Number' },
  { key: `${prefix}registration_date`, label: 'Registration Date' },
  ...addressOutput(prefix),
];

export const businessSample = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
  local_number: '55210055400013',
  vat_number: 'FR83552100554',
  registration_date: '2015-03-12',
  address: {
    street: '12 rue de la Paix',
    city: 'Paris',
    postal_code: '75002',
    region: 'Île-de-France',
    country: 'FR',
  },
};
