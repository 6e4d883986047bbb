/** Related parties as line items: one deal with several directors, owners or companies. */
import { addRelatedBusiness, addRelatedPerson, type Context } from '../api/client.ts';
import type { RelatedBusiness, RelatedPerson } from '../api/contract.ts';
import { countryChoices } from './country.ts';
import { toRelatedBusiness, toRelatedPerson } from './related-party.ts';
import type { Input } from './values.ts';

const child = (prefix: string, key: string, label: string, helpText: string, more = {}) => ({
  key: `${prefix}_${key}`,
  label,
  helpText,
  ...more,
});

const shared = (prefix: string) => [
  child(prefix, 'roles', 'Roles', 'One or several with commas, for example DIRECTOR, UBO.'),
  child(
    prefix,
    'direct_ownership_percentage',
    'Direct Ownership Percentage',
    'Share held directly, from 0 to 100.',
  ),
];

// Keys of children must be unique in the whole step, so they carry the name of their party.
export const partyLines = () => [
  {
    key: 'related_persons',
    label: 'Related Persons',
    children: [
      child('related_person', 'first_name', 'First Name', 'Given names of the related person.'),
      child('related_person', 'last_name', 'Last Name', 'Family name of the related person.'),
      child('related_person', 'email', 'Email', 'E-mail address of the related person.'),
      ...shared('related_person'),
    ],
  },
  {
    key: 'related_businesses',
    label: 'Related Businesses',
    children: [
      child('related_business', 'organization_name', 'Organization Name', 'Registered name.'),
      child(
        'related_business',
        'country',
        'Country',
        'Country of registration: a name or a code.',
        {
          choices: countryChoices(),
        },
      ),
      child(
        'related_business',
        'registration_number',
        'Registration Number',
        'Number in the official registry.',
      ),
      ...shared('related_business'),
    ],
  },
];

/** The line items of `key`, their keys without the prefix; lines left empty are dropped. */
function lines(input: Input, key: string, prefix: string): Input[] {
  return [input[key] ?? []]
    .flat()
    .map((line) =>
      Object.fromEntries(
        Object.entries(line as object).map(([name, value]) => [
          name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : name,
          value,
        ]),
      ),
    )
    .filter((line) => Object.values(line).some((value) => value !== '' && value != null));
}

export interface Parties {
  persons: RelatedPerson[];
  businesses: RelatedBusiness[];
}

/** Line items -> parties. @throws HaltedError for a line that cannot be right. */
export const toParties = (input: Input): Parties => ({
  persons: lines(input, 'related_persons', 'related_person').map(toRelatedPerson),
  businesses: lines(input, 'related_businesses', 'related_business').map(toRelatedBusiness),
});

/** Adds the parties to the case, all at once. */
export const addParties = (context: Context, application_id: string, parties: Parties) =>
  Promise.all([
    ...parties.persons.map((person) => addRelatedPerson(context, application_id, person)),
    ...parties.businesses.map((business) => addRelatedBusiness(context, application_id, business)),
  ]);
