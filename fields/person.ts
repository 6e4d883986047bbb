/** A natural person: subject of a KYC case, or related to a case. */
import type { Person } from '../api/contract.ts';
import { addressFields, addressOutput, toAddress } from './address.ts';
import { countryChoices, toCountry } from './country.ts';
import { filled, toDate, toText, type Input } from './values.ts';

/** Input fields of a person. */
export const personFields = () => [
  { key: 'first_name', label: 'First Name', helpText: 'Given names as in the identity document.' },
  { key: 'last_name', label: 'Last Name', helpText: 'Family name as in the identity document.' },
  { key: 'email', label: 'Email', helpText: 'E-mail address at which the person can be reached.' },
  {
    key: 'birth_date',
    label: 'Birth Date',
    type: 'datetime' as const,
    helpText: 'Day of birth, for example 1985-11-02. The time of day is left out.',
  },
  {
    key: 'nationality',
    label: 'Nationality',
    helpText: 'Country of citizenship; its name or code, for example Spain, ES or ESP.',
    choices: countryChoices(),
  },
  ...addressFields('person'),
];

/** Those fields -> the person of the service; undefined where all are empty. */
export function toPerson(input: Input): Person | undefined {
  const nationality = toText(input.nationality);
  return filled({
    first_name: toText(input.first_name),
    last_name: toText(input.last_name),
    email: toText(input.email),
    birth_date: toDate(input.birth_date, 'Birth Date'),
    nationality: nationality && toCountry(nationality, 'Nationality'),
    address: toAddress(input, 'person'),
  });
}

/** "First Last" where either is known. */
export const fullName = (person: Person | null | undefined): string | undefined =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') || undefined;

/** Output fields of a person at the top (`prefix` empty) or below, for example `person__`. */
export const personOutput = (prefix: string) => [
  { key: `${prefix}first_name`, label: 'First Name' },
  { key: `${prefix}last_name`, label: 'Last Name' },
  { key: `${prefix}email`, label: 'Email' },
  { key: `${prefix}birth_date`, label: 'Birth Date' },
  { key: `${prefix}nationality`, label: 'Nationality' },
  ...addressOutput(prefix),
];

export const personSample = {
  first_name: 'Inés',
  last_name: 'Ferrer',
  email: 'client@example.com',
  birth_date: '1985-11-02',
  nationality: 'ES',
};
