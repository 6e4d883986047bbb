/** Which of the related parties that the service shows is which of those that a step sent. */
import { normalOf, type Kind } from '../../service/kinds.ts';
import { companyNumber, countryOfRecord } from '../../service/numbers.ts';

import { isNothing } from '../exchange/answer.ts';
import { isMasked } from './not-taken.ts';
import { compareSubjects, type Subject } from './same-subject.ts';

type Party = Record<string, unknown>;

/** The normal forms of what a party is found by. `other` may show the country for both. */
function marksOf(party: Party, other: Party): string[] {
  const { email, organization_name, registration_number: number, ...person } = party;
  const country = countryOfRecord(party) ?? countryOfRecord(other);
  const names = [person.given_names, person.last_name].filter((part) => !isNothing(part));
  const name = names.map((part) => normalOf('text', part)).join(' ');
  const identifier = isNothing(number) ? number : companyNumber(String(number), country);
  const all = { text: name, email, note: organization_name, identifier };
  return Object.entries(all).flatMap(([kind, value]) =>
    isNothing(value) || isMasked(value) ? [] : [`${kind} ${normalOf(kind as Kind, value)}`],
  );
}

/** A party as the subject of a case, so that both are told apart by one table. */
const asSubject = (party: object) => ({ business: party, person: party }) as Subject;

/** For each sent party the one that the service shows, which is no other's; undefined for none. */
export function matchParties(sent: object[], actual: Party[]): (Party | undefined)[] {
  /** How much a sent party has in common with each shown one. */
  const common = sent.map((party) =>
    actual.map((shown) => {
      const theirs = marksOf(shown, party as Party);
      const isOther = compareSubjects(asSubject(party), asSubject(shown)).is === 'other';
      const ours = marksOf(party as Party, shown);
      return isOther ? 0 : ours.filter((mark) => theirs.includes(mark)).length;
    }),
  );
  /** Place of a shown party -> place of the sent one. */
  const matches = new Map<number, number>();
  /** Finds a place for a party. Others move only if no place is free. */
  function place(party: number, tried = new Set<number>()): boolean {
    const rank = (index: number) => (matches.has(index) ? 0 : common[party]![index]!);
    const places = [...actual.keys()].filter((index) => common[party]![index]);
    return places
      .sort((one, other) => rank(other) - rank(one))
      .some((index) => {
        if (tried.has(index)) return false;
        tried.add(index);
        const before = matches.get(index);
        if (before !== undefined && !place(before, tried)) return false;
        matches.set(index, party);
        return true;
      });
  }
  // A party with more in common goes first.
  const most = (party: number) => Math.max(...common[party]!);
  for (const party of [...sent.keys()].sort((a, b) => most(b) - most(a))) place(party);
  const found = new Map([...matches].map(([index, party]) => [party, actual[index]]));
  return sent.map((_, party) => found.get(party));
}
