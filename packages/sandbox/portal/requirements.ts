/** The fields and documents that a portal asks for: all, or only the items of a request. */
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
import type { Kind, Party } from '../domain/cases.ts';
import { toBody } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { DocumentDraft } from '../domain/stored-portals.ts';
import { entriesOf, fullName } from './people.ts';
import { customField, profileFields, type FormField } from './profile-fields.ts';
import { texts, typeName, type Language } from './texts.ts';

/** The case's earlier data, besides the input in the portal. */
export interface Existing {
  parties: Party[];
  documents: StoredDocument[];
}

/** A document of the case, or an upload. */
export type Sent = StoredDocument | DocumentDraft;
/** One document that the portal asks for. */
export type Slot = AnySlot<Sent>;

export const subjectOf = ({ progress }: PortalRow): Kind => progress.subject ?? 'business';

/**
 * The client and its related parties. The id of a party from this portal is the id of its entry.
 */
function whomIn(portal: PortalRow, existing: Existing): [client: Whom, ...others: Whom[]] {
  const { progress } = portal;
  const others = entriesOf(progress, existing.parties);
  const client = whomOf(null, subjectOf(portal), toBody(progress.profile));
  return [client, ...others.map(({ id, kind, data }) => whomOf(id, kind, data))];
}

/** The account's document with its own name for this kind. */
const ownKind = ({ expected_documents }: PortalRow['settings'], type: string) =>
  expected_documents.find((document) => document.slug === type && !isStandardName(document));

/** A requested kind of document, perhaps for the owner with this ID. */
function requested(type: string, owner_id: string, whom: Whom[], isIdentity: boolean): Requirement {
  const named = whom.find(({ id }) => id !== null && id === owner_id);
  // The owner of an identity document: the person itself, or the account owner of the business.
  const owner = isIdentity && type === 'ID' && whom[0]!.kind === 'business';
  const of = named ?? (owner && whom.find(({ roles }) => roles.includes('ACCOUNT_OWNER')));
  return {
    expected: [],
    type,
    name: type,
    isStandard: true,
    of: of || whom[0]!,
    isMandatory: true,
    isAsked: true,
    isRequired: true,
  };
}

/** The documents that a request names. */
function requestedIn({ request, settings }: PortalRow, whom: Whom[]): Requirement[] {
  const { documents, of = [], expected = [], identity = false } = request!;
  const expectedSlots = settings.expected_documents
    .filter(({ id }) => expected.includes(id))
    .flatMap((document) => {
      const found = requirementsOf([document], whom);
      if (found.length) return found;
      // The case has no such owner. The portal asks for the document all the same.
      const { slug, name, id } = document;
      const own = { name, expected: [id], isStandard: false };
      return [{ ...requested(slug, '', whom, false), ...own }];
    })
    .map((slot) => ({ ...slot, isAsked: true, isRequired: true }));
  return [
    ...expectedSlots,
    ...documents.map((type, index) => {
      const own = ownKind(settings, type);
      const slot = requested(type, of[index] ?? '', whom, identity);
      return own ? { ...slot, name: own.name, isStandard: false } : slot;
    }),
  ];
}

/** The documents that the client sees: a request shows no earlier ones. */
const documentsIn = ({ request, progress }: PortalRow, existing: Existing): Sent[] => [
  ...(request ? [] : existing.documents),
  ...progress.documents,
];

/** What the portal asks for, what of it is open, and the documents that nobody asked for. */
export function openOf(portal: PortalRow, existing: Existing) {
  const whom = whomIn(portal, existing);
  const requirements = portal.request
    ? requestedIn(portal, whom)
    : requirementsOf(portal.settings.expected_documents, whom).filter(({ isAsked }) => isAsked);
  const documents = documentsIn(portal, existing);
  const open = openIn(whom, requirements, documents);
  const asked = open.slots.flatMap((slot) => slot.documents);
  return { ...open, others: documents.filter((document) => !asked.includes(document)) };
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

/** The type of an upload. */
type UploadedAs = Pick<DocumentDraft, 'type' | 'of' | 'expected_document_id'>;
interface UploadChoice {
  /** The value in the form. */
  value: string;
  label: string;
  /** The portal asks for it, and it has not arrived yet. */
  isMissing?: boolean;
  as: UploadedAs;
}

/**
 * The types of a client's uploads: the slots, and any other kind unless the portal is a request.
 */
export function uploadChoices(
  portal: PortalRow,
  lang: Language,
  existing: Existing,
): UploadChoice[] {
  const slots = openOf(portal, existing).slots.map((slot): UploadChoice => {
    const { type, of, expected } = slot;
    return {
      value: slotValue(slot),
      isMissing: !slot.isSent,
      label: slotName(slot, lang),
      as: {
        type,
        ...(of.id !== null && { of: of.id }),
        ...(expected[0] && { expected_document_id: expected[0] }),
      },
    };
  });
  const others = Object.entries(texts[lang].types)
    .filter(([type]) => !portal.request && !slots.some(({ value }) => value === type))
    .map(([type, label]): UploadChoice => ({ value: type, label, as: { type } }));
  return [...slots, ...others];
}

/** The type of an upload by the value in its form. */
export const uploadedAs = (portal: PortalRow, existing: Existing, value: unknown): UploadedAs =>
  // A page that was open before a request offers other documents.
  [portal, { ...portal, request: null }]
    .flatMap((one) => uploadChoices(one, 'en', existing))
    .find((choice) => choice.value === value)?.as ?? { type: 'OTHER' };

/** All fields about the client: those of the catalogue, and the account's questions. */
export const fieldsOf = (portal: PortalRow): FormField<string>[] => [
  ...profileFields[subjectOf(portal)],
  ...portal.asks.map(customField),
];

/**
 * The fields on the page: all, or those that a request asks for, which need an answer, and what the
 * client has changed before and not submitted. It is sent with the answer.
 */
export function fieldsOn(portal: PortalRow): FormField<string>[] {
  const { request, progress, caseValues } = portal;
  if (!request) return fieldsOf(portal);
  const isEarlier = ({ name }: FormField<string>) =>
    (progress.profile[name] ?? '') !== (caseValues[name] ?? '');
  return fieldsOf(portal)
    .map((def) => (request.fields.includes(def.name) ? { ...def, required: true } : def))
    .filter((def) => request.fields.includes(def.name) || isEarlier(def));
}

/**
 * The people and documents that the client saved before a request and has not submitted. They are
 * sent with its answer, unless the client takes them back.
 */
export function earlierIn(portal: PortalRow, existing: Existing) {
  const drafts = portal.progress.parties.map(({ id, corrects }) => corrects ?? id);
  return {
    people: entriesOf(portal.progress, existing.parties).filter(({ id }) => drafts.includes(id)),
    documents: openOf(portal, existing).others,
  };
}

/** True unless the page sends nothing but the answer to a request. */
export function needsConfirmation(portal: PortalRow, existing: Existing): boolean {
  const { request } = portal;
  const { people, documents } = earlierIn(portal, existing);
  const isAsked = ({ name }: FormField<string>) => request?.fields.includes(name);
  return !request || !fieldsOn(portal).every(isAsked) || people.length + documents.length > 0;
}

/** What a page lets the client confirm, but for the fields and uploads of the page itself. */
export function confirmedIn(portal: PortalRow, existing: Existing): unknown[] {
  const { request, progress } = portal;
  return request
    ? [request, earlierIn(portal, existing)]
    : [progress.profile, entriesOf(progress, existing.parties), documentsIn(portal, existing)];
}
