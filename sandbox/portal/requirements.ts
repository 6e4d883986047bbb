/** What must be there before a portal can be submitted, for each subject. */
import type { Kind } from '../domain/cases.ts';

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

interface Given {
  documents: { type: string }[];
  parties: { roles?: string[] }[];
}

/** What is still missing. */
export function missing(subject: Kind, { documents, parties }: Given) {
  const { documents: needed, roles } = requirements[subject];
  return {
    documents: needed.filter((type) => !documents.some((document) => document.type === type)),
    party:
      roles.length > 0 &&
      !parties.some((party) => party.roles?.some((role) => roles.includes(role))),
  };
}
