/** What a portal asks for: its sections, fields, people and documents; all, or those of a request. */
import { clientName } from '../../../service/contract.ts';
import { kindOf, documentIn, type StoredDocument, type Kind, type Party } from '../domain/case.ts';
import {
  isStandard as isStandardName,
  openIn,
  requirementsOf,
  whomOf,
  type Requirement,
  type Slot as AnySlot,
  type Whom,
} from '../domain/open.ts';
import { toBody } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { Parts } from '../domain/services.ts';
import type { DocumentDraft, PartyDraft } from '../domain/stored-portals.ts';
import { customField, profileFields, type FormField } from './fields.ts';
import { texts, typeName, type Language } from './texts.ts';

/** An open portal, and who looks at it. */
export interface Visit {
  portal: PortalRow;
  /** The case's data from outside this portal. */
  existing: { parties: Party[]; documents: StoredDocument[] };
  lang: Language;
}

export function visitOf({ cases }: Parts<'cases'>, portal: PortalRow, lang: Language): Visit {
  const { application_id } = portal;
  const { parties, documents } = application_id
    ? cases.record(application_id)
    : { parties: [], documents: [] };
  return { portal, existing: { parties, documents }, lang };
}

type Seen = Pick<Visit, 'portal' | 'existing'>;

/** A document of the case, or an upload. */
export type Sent = StoredDocument | DocumentDraft;
/** One document that the portal asks for. */
export type Slot = AnySlot<Sent>;

export const subjectOf = ({ progress }: PortalRow): Kind => progress.subject ?? 'business';

const steps = ['details', 'people', 'documents', 'review'] as const;
export type Step = (typeof steps)[number];

/** The sections for a client: only a business has people. */
export const stepsOf = (portal: PortalRow): readonly Step[] =>
  subjectOf(portal) === 'person' ? steps.filter((step) => step !== 'people') : steps;

/** All fields about the client: those of the catalogue, and the account's questions. */
export const fieldsOf = (portal: PortalRow): FormField[] => [
  ...profileFields[subjectOf(portal)],
  ...portal.asks.map(customField),
];

/** The fields on the page: all, or those that a request asks for, which need an answer. */
export function fieldsOn(portal: PortalRow): FormField[] {
  const { request } = portal;
  if (!request) return fieldsOf(portal);
  return fieldsOf(portal)
    .filter(({ name }) => request.fields.includes(name))
    .map((def) => ({ ...def, required: true }));
}

/** A person or company of the case, or one that the client adds. */
export interface Entry extends PartyDraft {
  isNew: boolean;
}
export const nameOf = ({ kind, data }: Pick<Entry, 'kind' | 'data'>): string =>
  clientName({ [kind]: data });

/** Everybody around the client, in the order of their arrival. A person has nobody to add. */
export function peopleIn({ portal, existing }: Seen): Entry[] {
  const drafts = subjectOf(portal) === 'person' ? [] : portal.progress.parties;
  const known = existing.parties.map((data) => ({ id: String(data.id), kind: kindOf(data), data }));
  return [
    ...known.map((party) => ({ ...party, isNew: false })),
    ...drafts.map((draft) => ({ ...draft, isNew: true })),
  ];
}

/** The documents that the client sees: a request shows no earlier ones. */
const documentsIn = ({ portal, existing }: Seen): Sent[] => [
  ...(portal.request ? [] : existing.documents),
  ...portal.progress.documents,
];

/** All that is submitted: a change of it makes the page that lets the client confirm it stale. */
export const submittedIn = (seen: Seen): unknown[] => [
  seen.portal.request,
  seen.portal.progress.profile,
  peopleIn(seen),
  documentsIn(seen),
];

/** The account's document with its own name for this kind. */
const ownKind = ({ expected_documents }: PortalRow['settings'], type: string) =>
  expected_documents.find((document) => document.slug === type && !isStandardName(document));

/** The documents that a request names: expected ones, and kinds, perhaps of a certain owner. */
function requestedIn({ request, settings }: PortalRow, whom: [Whom, ...Whom[]]): Requirement[] {
  const { documents, expected = [], identity = false } = request!;
  const [client] = whom;
  const signatory = whom.find(({ roles }) => roles.includes('ACCOUNT_OWNER'));
  const isOfSignatory = identity && client.kind === 'business';
  const ofAccount = settings.expected_documents
    .filter(({ id }) => expected.includes(id))
    .flatMap((document) => {
      const { id, slug: type, name } = document;
      const found = requirementsOf([document], whom);
      // The case has no such owner. The portal asks for the document all the same.
      return found.length ? found : [{ expected: [id], type, name, isStandard: false, of: client }];
    });
  const ofKinds = documents.map(documentIn).map(({ type, owner: id }) => {
    const own = ownKind(settings, type);
    const named = id && whom.find((one) => one.id === id);
    const owner = (named || (isOfSignatory && type === 'ID' ? signatory : undefined)) ?? client;
    return { expected: [], type, name: own?.name ?? type, isStandard: !own, of: owner };
  });
  const asked = { isMandatory: true, isAsked: true, isRequired: true };
  return [...ofAccount, ...ofKinds].map((one) => ({ ...one, ...asked }));
}

/** What the portal asks for, what of it is open, and the documents that nobody asked for. */
export function openOf(seen: Seen) {
  const { portal } = seen;
  const client = whomOf(null, subjectOf(portal), toBody(portal.progress.profile));
  // The id of a party from this portal is the id of its entry.
  const parties = peopleIn(seen).map(({ id, kind, data }) => whomOf(id, kind, data));
  const whom: [Whom, ...Whom[]] = [client, ...parties];
  const requirements = portal.request
    ? requestedIn(portal, whom)
    : requirementsOf(portal.settings.expected_documents, whom).filter(({ isAsked }) => isAsked);
  const documents = documentsIn(seen);
  const open = openIn(whom, requirements, documents);
  const asked = open.slots.flatMap((slot) => slot.documents);
  return { ...open, others: documents.filter((document) => !asked.includes(document)) };
}

/** A document in words, with its owner: `Identity document (Inés Ferrer)`. */
export function slotName({ isStandard, type, name, of }: Slot, lang: Language): string {
  const kind = isStandard ? typeName(type, lang) : name;
  return of.id === null ? kind : `${kind} (${of.name})`;
}

/** The account's own name of a kind, else the common one. */
export const kindName = (
  { settings }: Pick<PortalRow, 'settings'>,
  type: string,
  lang: Language,
): string => ownKind(settings, type)?.name ?? typeName(type, lang);

/** The value that a form sends for a slot. */
export const slotValue = ({ type, of }: Slot): string =>
  of.id === null ? type : `${type}:${of.id}`;

/** The id of a slot's element on the page. */
export const slotId = (slot: Slot): string => `slot-${slotValue(slot).replace(/\W/g, '-')}`;

/** The slot of an upload by the value in its form, and what the upload is: any kind without one. */
export function uploadedAs(seen: Seen, value: unknown) {
  const slot = openOf(seen).slots.find((one) => slotValue(one) === value);
  const isKind = Object.hasOwn(texts.en.types, String(value));
  const as: Pick<DocumentDraft, 'type' | 'of' | 'expected_document_id'> = {
    type: slot?.type ?? (isKind ? String(value) : 'OTHER'),
    of: slot?.of.id ?? undefined,
    expected_document_id: slot?.expected[0],
  };
  return { slot, as };
}
