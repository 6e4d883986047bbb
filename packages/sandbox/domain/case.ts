/** A case with all that belongs to it: one document of the store, and what its values are. */
import * as z from 'zod/mini';

import {
  clientName,
  deprecatedFields,
  namingFields,
  UpdateApplicationBody,
  AttachDocumentBody,
  type Application,
  type CaseChange,
  type NewCase,
  type RelatedBusiness,
  type RelatedPerson,
} from '../../../service/contract.ts';
import { normalNumber } from '../../../service/numbers.ts';
import { mapValues, isBlank, joined, plain } from './plain.ts';
import { fieldProblem, valid } from './problem.ts';

const anyText = z.string('must be text');
const identifier = anyText.check(z.minLength(1, 'must not be empty'), z.maxLength(200));
const DocumentFile = z.looseObject({
  file_id: identifier,
  side: z.nullish(z.enum(['front', 'back'], 'must be front or back')),
});
/** A document with several files, expected or not. A single file may be at the top. */
export const NewDocument = z.extend(AttachDocumentBody, {
  file_id: z.optional(identifier),
  type: z.optional(identifier),
  name: z.nullish(identifier),
  expected_document_id: z.nullish(identifier),
  document_files: z.nullish(z.array(DocumentFile, 'must be a list')),
});
export type NewDocument = z.infer<typeof NewDocument>;
export const DocumentChange = z.looseObject({
  name: z.optional(identifier),
  validity: z.optional(z.enum(['valid', 'invalid', 'unset'], 'must be valid, invalid or unset')),
  validity_reason: z.nullish(anyText),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

export interface StoredDocument {
  name: string;
  size: number;
  content_type: string;
  document_id: string;
  application_id: string;
  file_id: string;
  type: string;
  /** Time and person of the attachment. */
  attached_at?: string;
  attached_by?: string;
  [key: string]: unknown;
}

export type Kind = 'person' | 'business';
export type Case = Application & { created_at?: string; updated_at?: string };
/** A person or business related to a case. */
export type Party = (RelatedPerson | RelatedBusiness) & Record<string, unknown>;
/** Who acts, such as `API`, `Client` or `Workflow`. */
export type Actor = string;

export type HistoryKind =
  | 'created'
  | 'changed'
  | 'submitted'
  | 'reviewed'
  | 'decided'
  | 'information_requested'
  | 'request_answered'
  | 'request_withdrawn'
  | 'portal_created'
  | 'portal_reopened'
  | 'portal_closed'
  | 'letter_sent'
  | 'document_attached'
  | 'document_judged'
  | 'document_removed'
  | 'party_added';

/** What happened. */
export interface Happening {
  kind: HistoryKind;
  /** What it is about: the path of a value, or the kind of a document, letter or party. */
  path?: string;
  before?: unknown;
  after?: unknown;
  /** The words of its author, such as the reason of a decision. */
  text?: string | null;
}

export interface HistoryEntry extends Happening {
  at: string;
  who: Actor;
}

/** A decision that was recorded. */
export interface DecisionRecord {
  decision_id: string;
  application_id: string;
  status: string;
  text: string | null;
  decided_at: string;
  decided_by: Actor;
}
/** All of a case, each list with the oldest first. Only commands change it. */
export interface CaseRecord {
  value: Case;
  parties: Party[];
  documents: StoredDocument[];
  /** What its client is asked for and has not answered. */
  request: InformationRequest | null;
  decisions: DecisionRecord[];
  history: HistoryEntry[];
}

export const subjectOf = ({ business }: Partial<Case>): Kind => (business ? 'business' : 'person');
export const kindOf = (party: Party): Kind => (party.business_id ? 'business' : 'person');

const record = (value: unknown) => (value ?? {}) as Record<string, unknown>;

/** Merges `change` into `base`, also in nested objects. null empties a field. */
function merged(base: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const from = typeof base === 'object' && !Array.isArray(base) ? record(base) : {};
  const own = (key: string) => (Object.hasOwn(from, key) ? from[key] : undefined);
  return { ...from, ...mapValues(record(change), (value, key) => merged(own(key), value)) };
}

/** Deprecated top-level fields of the update -> their new places ("Versioning"). */
function withoutDeprecated(body: Record<string, unknown>, isPerson: boolean) {
  const change: Record<string, unknown> = {};
  const moved: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(body)) {
    const now = deprecatedFields[name];
    if (!now) change[name] = value;
    else if (value !== undefined) {
      const owner = isPerson && now.includes('person.') ? 'person' : 'business';
      (moved[owner] ??= {})[name] = value;
    }
  }
  for (const [owner, values] of Object.entries(moved)) {
    change[owner] = { ...values, ...record(change[owner]) };
  }
  return change;
}

/** Only the service sets these, whatever a body contains. */
const fixed = [
  'id',
  'application_id',
  'persons',
  'businesses',
  'documents',
  'portals',
  'status_execution',
  'business_id',
  'person_id',
  'status_review',
  'is_draft',
  'risk_score',
  'created_at',
  'updated_at',
];

/** @throws Problem 422 for a party without a name. `path` is its path in the body. */
export function checkNamed(kind: Kind, party: Record<string, unknown>, path = ''): void {
  const keys: readonly string[] = namingFields[kind];
  if (keys.every((key) => isBlank(party[key])))
    throw fieldProblem(path + keys[0], 'must not be empty');
}

/** Every single value in a record, by its path. */
const leavesOf = (value: unknown, path = ''): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        leavesOf(inner, path ? `${path}.${key}` : key),
      )
    : [[path, value]];

/** The changes, one for each value. */
export function changesIn(before: Case, after: Case): Happening[] {
  const old = new Map(leavesOf(before));
  const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value));
  return leavesOf(after)
    .filter(([path, value]) => path !== 'updated_at' && asText(old.get(path)) !== asText(value))
    .map(([path, value]) => ({ kind: 'changed', path, before: old.get(path), after: value }));
}

/** The text that a search looks through: that of the case and of its related parties. */
export const searchText = ({ value, parties }: CaseRecord): string =>
  plain(
    joined('\n', [
      clientName(value),
      ...[
        value.business?.registration_number,
        value.business?.vat_number,
        value.external_reference,
      ].flatMap((number) => (number ? [number, normalNumber(number)] : [])),
      value.person?.email,
      value.custom_fields?.email,
      value.application_id,
      ...parties.flatMap((party) => [clientName({ [kindOf(party)]: party }), party.email]),
    ]),
  );

/** @throws Problem 422 without exactly one named subject. */
export function checkSubject({ business, person }: NewCase): void {
  if (!business === !person) {
    throw fieldProblem('business', 'give either business (KYB) or person (KYC)');
  }
  if (business) checkNamed('business', business, 'business.');
  if (person) checkNamed('person', person, 'person.');
}

/** The case after an update, which the service's own fields outlive. @throws Problem 422. */
export function updated(found: Case, body: CaseChange): Case {
  const change = withoutDeprecated(body, !!found.person);
  for (const key of fixed) delete change[key];
  const [own, other] = found.person ? ['person', 'business'] : ['business', 'person'];
  if (change[other]) throw fieldProblem(other, `this case is about a ${own}`);
  // Values of deprecated fields moved here unchecked.
  valid(UpdateApplicationBody, change);
  const next = merged(found, change) as Case;
  checkSubject(next);
  return next;
}

/** What a client is asked for: by reviewers, or by the steps of its portal. */
export interface InformationRequest {
  reason: string;
  /** Names of form fields. */
  fields: string[];
  /** Kinds of documents, each with the ID of its owner if it is not the client's: `ID per_…`. */
  documents: string[];
  /** IDs of expected documents, wanted from all their owners. */
  expected?: string[];
  /** The client must verify its identity. */
  identity?: boolean;
  /** The last day, `2026-12-06`. */
  due_at?: string | null;
}

/** A requested document: its kind, and its owner's ID. */
export function documentIn(requested: string): { type: string; owner?: string } {
  const [, type, owner] = /^(.*?)(?: ((?:per|biz)_\S+))?$/s.exec(requested)!;
  return { type: type!, owner };
}

const unique = (list: string[]) => [...new Set(list)];

/** All that is asked for together, until the earliest day: the content of the portal. */
export const combined = (asks: InformationRequest[]): InformationRequest => ({
  reason: unique(asks.map(({ reason }) => reason)).join('\n\n'),
  fields: unique(asks.flatMap(({ fields }) => fields)),
  documents: unique(asks.flatMap(({ documents }) => documents)),
  due_at: asks.flatMap(({ due_at }) => due_at ?? []).sort()[0] ?? null,
});

const oneAddress =
  /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"][^\s@,;:<>()[\]\\".]*\.[^\s@,;:<>()[\]\\"]+$/u;

/** True for exactly one e-mail address. */
export const isEmail = (text: string): boolean => oneAddress.test(text);

type Client = Partial<Pick<Application, 'person' | 'custom_fields'>> & {
  persons?: Pick<RelatedPerson, 'email' | 'roles'>[];
};

/**
 * The address of a client: its own, else the account owner's, else `custom_fields.email`. `typed`
 * has the client's unsubmitted inputs.
 */
export function addressOf(
  { person, persons = [], custom_fields }: Client,
  typed: Record<string, string> = {},
): string | undefined {
  const owners = persons.filter(({ roles }) => roles?.includes('ACCOUNT_OWNER'));
  const candidates = [
    person?.email,
    typed.email,
    ...owners.map(({ email }) => email),
    custom_fields?.email,
  ];
  return candidates.map((email) => String(email ?? '').trim()).find(isEmail);
}
