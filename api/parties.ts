/** Related parties of a case: which of those that were sent are there ("Relationships"). */
import { isRecord } from './answer.ts';
import type { RelatedBusiness, RelatedPerson } from './contract.ts';
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

/** What tells a party from others; the service may show it under another of these names. */
const names: Record<Party['kind'], string[][]> = {
  person: [['email'], ['last_name'], ['first_name', 'given_names']],
  business: [['registration_number'], ['organization_name', 'name']],
};

const plain = (value: unknown): string | undefined =>
  ['string', 'number'].includes(typeof value) && value !== ''
    ? String(value).normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
    : undefined;

const named = (record: Record<string, unknown>, keys: string[]) =>
  keys.map((key) => plain(record[key])).find((value) => value !== undefined);

/** How many names a party has in common with an entry of the case; none where one differs. */
function likeness({ kind, body }: Party, entry: Record<string, unknown>): number {
  const pairs = names[kind].map((keys) => [named(body, keys), named(entry, keys)]);
  // An entry that only has an id stands for one of those that were sent.
  if (pairs.every(([, theirs]) => theirs === undefined)) return 0.5;
  const both = pairs.filter(([ours, theirs]) => ours !== undefined && theirs !== undefined);
  return both.every(([ours, theirs]) => ours === theirs) ? both.length : 0;
}

/** How many names it has: the more, the fewer entries it can be. */
const namesOf = ({ kind, body }: Party): number =>
  names[kind].filter((keys) => named(body, keys) !== undefined).length;

/** True when the record says which parties of these kinds its case has. */
export const showsParties = (shown: unknown, parties: Party[]): boolean =>
  isRecord(shown) && parties.every(({ kind }) => Array.isArray(shown[listKeys[kind]]));

/** The entry of a case that each party is; undefined for one that the case does not show. */
export function entriesOf(shown: unknown, parties: Party[]) {
  const left = new Map(
    (['person', 'business'] as const).map((kind) => {
      const list = isRecord(shown) ? shown[listKeys[kind]] : undefined;
      return [kind, Array.isArray(list) ? list.filter(isRecord) : []];
    }),
  );
  const found = new Map<Party, Record<string, unknown> | undefined>();
  for (const party of [...parties].sort((a, b) => namesOf(b) - namesOf(a))) {
    const entries = left.get(party.kind)!;
    const likely = entries.map((entry) => likeness(party, entry));
    const best = Math.max(0, ...likely);
    // Each entry counts for one party.
    found.set(party, best ? entries.splice(likely.indexOf(best), 1)[0] : undefined);
  }
  return found;
}
