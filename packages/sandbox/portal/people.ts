/**
 * The people and companies of a portal: those of the case with the client's corrections, and new
 * ones.
 */
import type { Whom } from '../domain/open.ts';
import { kindOf, type Party } from '../domain/case.ts';
import { joined } from '../domain/plain.ts';
import type { PartyDraft, Progress } from '../domain/stored-portals.ts';
import { dateInWords, textOf, texts, type Language } from './texts.ts';

export interface Entry extends PartyDraft {
  origin: 'existing' | 'corrected' | 'added';
}

/** All entries in the order of their arrival. A corrected party of the case keeps its id. */
export function entriesOf({ parties, subject }: Progress, existing: Party[]): Entry[] {
  const corrections = new Map(parties.map((draft) => [draft.corrects, draft]));
  return [
    ...existing.map((party): Entry => {
      const id = String(party.id);
      const corrected = corrections.get(id);
      const origin = corrected ? 'corrected' : 'existing';
      return { id, kind: kindOf(party), data: corrected?.data ?? party, origin };
    }),
    ...parties
      .filter(({ corrects }) => !corrects && subject !== 'person')
      .map((draft): Entry => ({ ...draft, origin: 'added' })),
  ];
}

/** A name with the date of birth, else with the roles: `Inés Ferrer, 2 November 1985`. */
export const fullName = ({ name, born, roles }: Whom, lang: Language): string =>
  joined(', ', [
    name,
    ...(born ? [dateInWords(born, lang)] : roles.map((role) => textOf(texts[lang].roles, role))),
  ]);
