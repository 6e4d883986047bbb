/** What must be there before a portal can be submitted. */
import type { Kind } from '../domain/cases.ts';
import type { PortalRow } from '../domain/portals.ts';
import { lackingDocuments, type Held } from './asked.ts';
import { entriesOf } from './people.ts';

/** At least one related party with one of these roles; none needed where there is none. */
export const neededRoles: Record<Kind, string[]> = {
  business: ['DIRECTOR', 'UBO', 'SHAREHOLDER'],
  person: [],
};

/** What is still missing in a portal; `known` is what the case has from before. */
export function missingIn(portal: PortalRow, known: Held) {
  const { progress } = portal;
  const roles = neededRoles[progress.subject ?? 'business'];
  const parties = entriesOf(progress, known.parties).map(({ data }) => data);
  return {
    documents: lackingDocuments(portal, known),
    party:
      roles.length > 0 &&
      !parties.some((party) => party.roles?.some((role) => roles.includes(role))),
  };
}
