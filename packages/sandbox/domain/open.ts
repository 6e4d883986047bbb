/**
 * What is open in a case: the people and the documents that it lacks, and shares that do not add up.
 * The portal tells the client of it, the office the reviewer.
 */
import { clientName } from '../../../service/contract.ts';
import { defaultSettings, type ExpectedDocument } from './account.ts';
import type { Kind } from './case.ts';

/** A person or business of a case. `id` is null for the client. */
export interface Whom {
  id: string | null;
  kind: Kind;
  name: string;
  roles: string[];
  /** What it holds directly, in percent. */
  share: number;
}
/** One document of one person or business. */
export interface Requirement {
  /** IDs of the expected documents; two may ask for the same document. */
  expected: string[];
  /** The type of the document. */
  type: string;
  name: string;
  /** True for the default name, which can be translated. */
  isStandard: boolean;
  of: Whom;
  /** The case needs it. */
  isMandatory: boolean;
  /** The portal asks for it. */
  isAsked: boolean;
  /** The portal cannot be submitted without it. */
  isRequired: boolean;
}
/** A document of the case, or one that the client has uploaded. */
interface SentDocument {
  type: string;
  expected_document_id?: string | null;
  /** Its owner; the default is the client. */
  of?: unknown;
  person_id?: unknown;
  business_id?: unknown;
  validity?: unknown;
}
/** A document that the case needs, with those that answer it. */
export interface Slot<Document> extends Requirement {
  /** Among them those that were refused. */
  documents: Document[];
  /** One of them was not refused. */
  isSent: boolean;
}

const hasRole = ({ roles }: Whom, role: string) => roles.includes(role);
/** The possible owners. The person of a KYC case owns the account, too. */
const belongsTo: Record<ExpectedDocument['attached_to'], (whom: Whom) => boolean> = {
  APPLICATION_BUSINESS: ({ kind, id }) => kind === 'business' && id === null,
  PERSON: ({ kind }) => kind === 'person',
  ACCOUNT_OWNER: (whom) =>
    whom.kind === 'person' && (whom.id === null || hasRole(whom, 'ACCOUNT_OWNER')),
  PERSON_DIRECTOR: (whom) => whom.kind === 'person' && hasRole(whom, 'DIRECTOR'),
  PERSON_UBO: (whom) => whom.kind === 'person' && hasRole(whom, 'UBO'),
  PERSON_SHAREHOLDER: (whom) => whom.kind === 'person' && hasRole(whom, 'SHAREHOLDER'),
  RELATED_BUSINESS_DIRECTOR: (whom) =>
    whom.kind === 'business' && whom.id !== null && hasRole(whom, 'DIRECTOR'),
};
export const attachments = Object.keys(belongsTo) as ExpectedDocument['attached_to'][];

/** True for an expected document with its default name. */
export const isStandard = ({ id, name }: ExpectedDocument): boolean =>
  defaultSettings.expected_documents.some(
    (standard) => standard.id === id && standard.name === name,
  );

/** All documents expected of a case, once per person or business. */
export function requirementsOf(documents: ExpectedDocument[], whom: Whom[]): Requirement[] {
  const found = new Map<string, Requirement>();
  for (const document of documents) {
    for (const of of whom) {
      if (!belongsTo[document.attached_to](of)) continue;
      const key = `${document.slug} ${of.id}`;
      const before = found.get(key);
      found.set(key, {
        expected: [...(before?.expected ?? []), document.id],
        type: document.slug,
        name: before?.name ?? document.name,
        isStandard: before?.isStandard ?? isStandard(document),
        of,
        isMandatory: before?.isMandatory || document.is_mandatory,
        isAsked: before?.isAsked || document.onboarding_document,
        isRequired:
          before?.isRequired ||
          (document.onboarding_document && document.is_required_in_onboarding_portal),
      });
    }
  }
  return [...found.values()];
}

const texts = (values: unknown): string[] =>
  [values].flat().filter((value): value is string => typeof value === 'string' && value !== '');

/** A person or business as an owner of expected documents. */
export function whomOf(id: string | null, kind: Kind, data: Record<string, unknown>): Whom {
  const share = Number(data.direct_ownership_percentage ?? 0);
  return { id, kind, name: clientName({ [kind]: data }), roles: texts(data.roles), share };
}

/**
 * The people that a business lacks: `party` directs or owns it, `owner` is the person who signs for
 * the account.
 */
function lackingPeople(whom: Pick<Whom, 'kind' | 'roles'>[]): ('party' | 'owner')[] {
  const has = (roles: string[], kinds: Kind[]) =>
    whom.some((one) => kinds.includes(one.kind) && one.roles.some((role) => roles.includes(role)));
  return [
    ...(has(['DIRECTOR', 'UBO', 'SHAREHOLDER'], ['person', 'business']) ? [] : ['party' as const]),
    ...(has(['ACCOUNT_OWNER'], ['person']) ? [] : ['owner' as const]),
  ];
}

/** What is open. The first of `whom` is the client. */
export function openIn<Document extends SentDocument>(
  whom: Whom[],
  requirements: Requirement[],
  documents: Document[],
) {
  const [client, ...parties] = whom;
  /** The owner of a document: null for the client, or for an owner who no longer exists. */
  const ownerOf = ({ of, person_id, business_id }: Document) =>
    parties.find(({ id }) => id === (of ?? person_id ?? business_id))?.id ?? null;
  const slots = requirements.map((requirement): Slot<Document> => {
    const { of, type, expected } = requirement;
    const own = documents.filter(
      (document) =>
        ownerOf(document) === of.id &&
        (document.type === type || expected.includes(document.expected_document_id ?? '')),
    );
    const isSent = own.some(({ validity }) => validity !== 'invalid');
    return { ...requirement, documents: own, isSent };
  });
  return {
    slots,
    people: client?.kind === 'business' ? lackingPeople(parties) : [],
    /** The sum of what the parties hold, in percent. */
    shares: parties.reduce((sum, { share }) => sum + share, 0),
  };
}
