/**
 * The custom fields and documents that a portal asks for: all of the account's, or only the items
 * of a request.
 */
import type { CustomField } from '../domain/account.ts';
import { customProblem, formNameOf, several } from '../domain/custom-fields.ts';
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
import type { Party } from '../domain/cases.ts';
import { toBody, type Filled } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { DocumentDraft } from '../domain/stored-portals.ts';
import { entriesOf, fullName } from './people.ts';
import { filled } from './messages.ts';
import { countryName, dateInWords, texts, typeName, type Language } from './texts.ts';

/** The case's earlier data, besides the input in the portal. */
export interface Existing {
  parties: Party[];
  documents: StoredDocument[];
}

/** One document that the portal asks for. */
type Slot = AnySlot<StoredDocument | DocumentDraft>;

/**
 * The client and its related parties. The id of a party from this portal is the id of its entry.
 */
function whomIn({ progress }: PortalRow, existing: Existing): [client: Whom, ...others: Whom[]] {
  const others = entriesOf(progress, existing.parties);
  const client = whomOf(null, progress.subject ?? 'business', toBody(progress.profile));
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
const documentsIn = ({ request, progress }: PortalRow, existing: Existing) => [
  ...(request ? [] : existing.documents),
  ...progress.documents,
];

/** What the portal asks for, and what of it is open. */
export function openOf(portal: PortalRow, existing: Existing) {
  const whom = whomIn(portal, existing);
  const requirements = portal.request
    ? requestedIn(portal, whom)
    : requirementsOf(portal.settings.expected_documents, whom).filter(({ isAsked }) => isAsked);
  return openIn(whom, requirements, documentsIn(portal, existing));
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

/** An uploaded document, or one of the case. */
export interface Filed {
  /** The file of the client's own upload, which the client can remove. */
  file_id?: string;
  /** The kind in words. */
  title: string;
  name: string;
  size?: number;
}
export interface Shelves {
  /** A requested document with its files. */
  slots: (Slot & { files: Filed[] })[];
  /** All other documents. */
  others: Filed[];
}

/** All documents of a portal by slot. */
export function shelvesOf(portal: PortalRow, existing: Existing, lang: Language): Shelves {
  const filed = (document: StoredDocument | DocumentDraft): Filed => ({
    file_id: 'document_id' in document ? undefined : document.file_id,
    title: kindName(portal, document.type, lang),
    name: document.name,
    size: document.size,
  });
  const { slots } = openOf(portal, existing);
  const shelved = slots.flatMap(({ documents }) => documents);
  return {
    slots: slots.map((slot) => ({ ...slot, files: slot.documents.map(filed) })),
    others: documentsIn(portal, existing)
      .filter((document) => !shelved.includes(document))
      .map(filed),
  };
}

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

/** The mistakes by form field. Valid fields have none. */
export const errorsOf = <F>(
  fields: F[],
  nameOf: (field: F) => string,
  problem: (field: F) => string | undefined,
): Filled =>
  Object.fromEntries(
    fields.map((field) => [nameOf(field), problem(field)]).filter(([, text]) => text),
  );

/**
 * The details that the client changed before a request and has not submitted. They are sent with its
 * answer, so its page shows them to be checked and corrected.
 */
export const earlierDetails = ({ caseValues, progress, request }: PortalRow): string[] =>
  Object.entries(progress.profile)
    .filter(
      ([name, value]) => !request?.fields.includes(name) && value !== (caseValues[name] ?? ''),
    )
    .map(([name]) => name);

/** Tells the details on the page: all, or what a request asks for and what is sent with its answer. */
export function detailsOnPage(portal: PortalRow): (name: string) => boolean {
  if (!portal.request) return () => true;
  const names = [...portal.request.fields, ...earlierDetails(portal)];
  return (name) => names.includes(name);
}

/** The account's questions on the page. Those of a request need an answer. */
export function questionsOf(portal: PortalRow): CustomField[] {
  const isOnPage = detailsOnPage(portal);
  return portal.asks
    .filter((field) => isOnPage(formNameOf(field)))
    .map((field) =>
      portal.request?.fields.includes(formNameOf(field))
        ? { ...field, required_in_portal: true }
        : field,
    );
}

/** The mistakes in custom fields, in the order of the form. */
export const checkCustom = (portal: PortalRow, values: Filled, lang: Language): Filled =>
  errorsOf(questionsOf(portal), formNameOf, (field) => {
    const value = values[formNameOf(field)]?.trim() ?? '';
    const isMissing = field.required_in_portal && !value;
    const problem = isMissing ? 'missing' : customProblem(field, value);
    return problem && filled(texts[lang].questions[problem], { label: field.display_name });
  });

/** A value of a custom field in words. */
export function customInWords({ type }: CustomField, value: string, lang: Language): string {
  const t = texts[lang];
  if (type === 'boolean') return value === 'yes' ? t.yes : t.no;
  if (type === 'date') return dateInWords(value, lang);
  const list = type === 'text' ? [value] : several(value);
  const named = type.startsWith('country') ? list.map((code) => countryName(code, lang)) : list;
  return named.join(', ');
}
