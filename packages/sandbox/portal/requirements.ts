/** What a portal asks for: its sections, fields and documents; all, or only those of a request. */
import type { StoredDocument } from '../domain/documents.ts';
import {
  isStandard as isStandardName,
  openIn,
  requirementsOf,
  whomOf,
  type Requirement,
  type Slot as AnySlot,
  type Whom,
} from '../domain/open.ts';
import type { Kind, Party } from '../domain/case.ts';
import { toBody } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { Parts } from '../domain/services.ts';
import type { DocumentDraft } from '../domain/stored-portals.ts';
import { entriesOf, fullName, type Entry } from './people.ts';
import { customField, profileFields, type FormField } from './profile-fields.ts';
import { texts, typeName, type Language } from './texts.ts';

/** An open portal, and who looks at it. */
export interface Visit {
  portal: PortalRow;
  /** The case's data from outside this portal. */
  existing: { parties: Party[]; documents: StoredDocument[] };
  lang: Language;
  /** `2026-11-22` */
  today: string;
}

export function visitOf(
  { cases, clock }: Parts<'cases' | 'clock'>,
  portal: PortalRow,
  lang: Language,
): Visit {
  const { application_id } = portal;
  const found = application_id ? cases.show(application_id) : undefined;
  const parties = [...(found?.persons ?? []), ...(found?.businesses ?? [])] as Party[];
  return {
    portal,
    existing: { documents: found?.documents ?? [], parties },
    lang,
    today: clock.today(),
  };
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

/**
 * The fields on the page: all, or those that a request asks for, which need an answer, and what the
 * client has changed before and not submitted. It is sent with the answer.
 */
export function fieldsOn(portal: PortalRow): FormField[] {
  const { request, progress, caseValues } = portal;
  if (!request) return fieldsOf(portal);
  const isEarlier = ({ name }: FormField) =>
    (progress.profile[name] ?? '') !== (caseValues[name] ?? '');
  return fieldsOf(portal)
    .map((def) => (request.fields.includes(def.name) ? { ...def, required: true } : def))
    .filter((def) => request.fields.includes(def.name) || isEarlier(def));
}

export const peopleIn = ({ portal, existing }: Seen): Entry[] =>
  entriesOf(portal.progress, existing.parties);

/** The documents that the client sees: a request shows no earlier ones. */
const documentsIn = ({ portal, existing }: Seen): Sent[] => [
  ...(portal.request ? [] : existing.documents),
  ...portal.progress.documents,
];

/** The people that the client has added or corrected and not submitted. */
export const earlierPeople = (seen: Seen): Entry[] =>
  peopleIn(seen).filter(({ origin }) => origin !== 'existing');

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
  const { documents, of = [], expected = [], identity = false } = request!;
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
  const ofKinds = documents.map((type, index) => {
    const own = ownKind(settings, type);
    const named = whom.find(({ id }) => id !== null && id === of[index]);
    const owner = named ?? (isOfSignatory && type === 'ID' ? signatory : undefined) ?? client;
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

/** True unless nothing is sent but the answer to a request. */
export function needsConfirmation(seen: Seen): boolean {
  const { portal } = seen;
  const isAsked = ({ name }: FormField) => portal.request?.fields.includes(name);
  const earlier = [...earlierPeople(seen), ...openOf(seen).others];
  return !portal.request || !fieldsOn(portal).every(isAsked) || earlier.length > 0;
}

/** A document in words, with its owner: `Identity document (Inés Ferrer)`. */
export function slotName(
  { isStandard, type, name, of, hasNamesake }: Slot,
  lang: Language,
): string {
  const kind = isStandard ? typeName(type, lang) : name;
  if (of.id === null) return kind;
  return `${kind} (${hasNamesake ? fullName(of, lang) : of.name})`;
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
export function uploadedAs({ portal, existing }: Seen, value: unknown) {
  // A page that was open before a request offers other documents.
  const slot = [portal, { ...portal, request: null }]
    .flatMap((one) => openOf({ portal: one, existing }).slots)
    .find((one) => slotValue(one) === value);
  const isKind = Object.hasOwn(texts.en.types, String(value));
  const [expected_document_id] = slot?.expected ?? [];
  const as: Pick<DocumentDraft, 'type' | 'of' | 'expected_document_id'> = {
    type: slot?.type ?? (isKind ? String(value) : 'OTHER'),
    ...(slot && slot.of.id !== null && { of: slot.of.id }),
    ...(expected_document_id && { expected_document_id }),
  };
  return { slot, as };
}
