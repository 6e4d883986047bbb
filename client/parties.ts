/** Related parties of a case ("Relationships"). */
import type { RelatedBusiness, RelatedPerson } from '../service/contract.ts';
import { fingerprint } from './transport.ts';

/** A party that is sent with a case or added to one. */
export type Party = (
  { kind: 'person'; body: RelatedPerson } | { kind: 'business'; body: RelatedBusiness }
) & {
  /** How many before it in the step say the same. */
  position: number;
  /** Where its labels stand, such as `persons.0`; left out where it comes alone. */
  line?: string;
};

/** Where a case shows its parties, and where they are sent. */
export const listKeys = { person: 'persons', business: 'businesses' } as const;

/** The parties of a step, as bodies. */
export interface Parties {
  persons: RelatedPerson[];
  businesses: RelatedBusiness[];
}

/** How many of the parties before this one say the same: equal lines of a step are several parties. */
const position = (parties: object[], index: number): number => {
  const own = JSON.stringify(parties[index]);
  return parties.slice(0, index).filter((party) => JSON.stringify(party) === own).length;
};

/** All parties of a step. */
export const partiesOf = ({ persons, businesses }: Parties): Party[] => [
  ...persons.map((body, index): Party => ({
    kind: 'person',
    body,
    position: position(persons, index),
    line: `persons.${index}`,
  })),
  ...businesses.map((body, index): Party => ({
    kind: 'business',
    body,
    position: position(businesses, index),
    line: `businesses.${index}`,
  })),
];

/** A party in the memory: short, and nothing of the client. */
export const markOf = ({ kind, body, position: nth }: Party): string =>
  fingerprint([kind, body, nth]).slice(0, 16);
