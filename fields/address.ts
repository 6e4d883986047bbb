/** The address of a business or a person ("Resources", field `address`). */
import type { Address } from '../api/contract.ts';
import { toCountry, countryChoices } from './country.ts';
import { filled, toText, type Input } from './values.ts';

const parts = {
  street: ['Street', 'Street and house number, for example 12 rue de la Paix.'],
  city: ['City', 'Town or city, for example Paris.'],
  postal_code: ['Postal Code', 'Postal or ZIP code as written on a letter, for example 75002.'],
  region: ['Region', 'State, province or region where the country uses one.'],
  country: ['Country', 'Country of the address; its name or code, for example France or FR.'],
} as const;

/** Input fields `{owner}_address_*`. `owner` is `business` or `person`. */
export const addressFields = (owner: 'business' | 'person') =>
  Object.entries(parts).map(([part, [label, helpText]]) => ({
    key: `${owner}_address_${part}`,
    label: `${label} of the ${owner === 'business' ? 'Business' : 'Person'}`,
    helpText,
    ...(part === 'country' && { choices: countryChoices() }),
  }));

/** Those fields -> the address of the service; undefined where all are empty. */
export function toAddress(input: Input, owner: 'business' | 'person'): Address | undefined {
  const at = (part: string) => toText(input[`${owner}_address_${part}`]);
  const country = at('country');
  return filled({
    street: at('street'),
    city: at('city'),
    postal_code: at('postal_code'),
    region: at('region'),
    country: country && toCountry(country, 'Country of the address'),
  });
}

/** Output fields of an address; `prefix` is that of its owner, for example `business__`. */
export const addressOutput = (prefix: string) =>
  Object.entries(parts).map(([part, [label]]) => ({ key: `${prefix}address__${part}`, label }));
