/** What must be there before a portal can be submitted, for each subject. */
import type { Kind } from '../domain/cases.ts';
import type { Party } from '../domain/parties.ts';
import type { PortalRow } from '../domain/portals.ts';
import { entriesOf } from './people.ts';

interface Requirement {
  /** Kinds of documents, each at least once. */
  documents: string[];
  /** At least one related party with one of these roles; none needed where it is empty. */
  roles: string[];
}

export const requirements: Record<Kind, Requirement> = {
  business: { documents: ['REGISTRATION_CERTIFICATE'], roles: ['DIRECTOR', 'UBO', 'SHAREHOLDER'] },
  person: { documents: ['ID'], roles: [] },
};

interface Known {
  documents: { type: string }[];
  parties: Party[];
}

/** What is still missing in a portal; `known` is what the case has from before. */
export function missingIn({ progress }: PortalRow, known: Known) {
  const { documents: needed, roles } = requirements[progress.subject ?? 'business'];
  const documents = [...known.documents, ...progress.documents];
  const parties = entriesOf(progress, known.parties).map(({ data }) => data);
  return {
    documents: needed.filter((type) => !documents.some((document) => document.type === type)),
    party:
      roles.length > 0 &&
      !parties.some((party) => party.roles?.some((role) => roles.includes(role))),
  };
}
