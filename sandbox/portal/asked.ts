/**
 * What the portal of a case asks for: the account's custom fields, and its expected documents by
 * person and business; or, where only some of it was asked for, just that.
 */
import type { CustomField } from '../domain/account.ts';
import { customProblem, formNameOf, several } from '../domain/custom-fields.ts';
import {
  isGiven,
  wantedOf,
  whomOf,
  type GivenDocument,
  type Wanted,
  type Whom,
} from '../domain/expected.ts';
import { toProfile, type DocumentDraft, type PortalRow } from '../domain/portals.ts';
import { countryName, dateInWords, textOf, texts, type Language } from './texts.ts';

/** What the case has from before, besides what is entered in the portal. */
export interface Held {
  parties: object[];
  documents: object[];
}
const nothing: Held = { parties: [], documents: [] };
type Data = Record<string, unknown>;

/** One document the portal asks for. */
export interface Slot extends Wanted {
  /** The name of whose it is; empty where it is the client's own. */
  whose: string;
  isGiven: boolean;
}

/** The client and everybody related to it, those entered here under the id of their entry. */
function whomIn({ progress }: PortalRow, held: Held): [client: Whom, ...others: Whom[]] {
  const ofCase = (held.parties as Data[]).map((party) =>
    party.person_id
      ? whomOf(String(party.person_id), 'person', party)
      : whomOf(String(party.business_id), 'business', party),
  );
  const entered = progress.parties.map(({ id, kind, data }) => whomOf(id, kind, data));
  const client = whomOf(null, progress.subject ?? 'business', toProfile(progress.profile));
  return [client, ...ofCase, ...entered];
}

/** A document with whose it is: the client's own, and that of nobody known any more, is of null. */
function given(document: Data, whom: Whom[]): GivenDocument {
  const owner = document.of ?? document.person_id ?? document.business_id;
  return {
    type: String(document.type),
    expected_document_id: document.expected_document_id as string | undefined,
    of: whom.some(({ id }) => id === owner) ? (owner as string) : null,
    validity: document.validity,
  };
}

type Plain = Omit<Slot, 'isGiven'>;
const plain = (wanted: Wanted): Plain => ({
  ...wanted,
  whose: wanted.of.id === null ? '' : wanted.of.name,
});

/** A document that was asked for by its kind, and perhaps by the name of whose it is. */
function requested(type: string, whose: string, whom: Whom[], isIdentity: boolean): Plain {
  const named = whom.find(({ id, name }) => whose && id !== null && name === whose);
  // Who is to be identified is the person itself, or who opens the account for the business.
  const owner = isIdentity && type === 'ID' && whom[0]!.kind === 'business';
  const of = named ?? (owner && whom.find(({ roles }) => roles.includes('ACCOUNT_OWNER')));
  return {
    expected: [],
    type,
    name: type,
    isStandard: true,
    of: of || whom[0]!,
    whose: (of && of.name) || whose,
    isMandatory: true,
    isAsked: true,
    isRequired: true,
  };
}

/** The documents of a portal for which only some of it was asked for. */
function requestedIn({ request, settings }: PortalRow, whom: Whom[]): Plain[] {
  const { documents, of = [], expected = [], identity = false } = request!;
  const chosen = settings.expected_documents
    .filter(({ id }) => expected.includes(id))
    .map((document) => ({ ...document, from_risk_level: null, countries: [] }))
    .flatMap((document) => {
      const found = wantedOf([document], { risk_level: 0, whom });
      if (found.length) return found.map(plain);
      // Nobody of the case is one it belongs to: it is asked for all the same.
      const { slug, name, id } = document;
      const own = { name, expected: [id], isStandard: false };
      return [{ ...requested(slug, '', whom, false), ...own }];
    })
    .map((slot) => ({ ...slot, isAsked: true, isRequired: true }));
  return [
    ...chosen,
    ...documents.map((type, index) => requested(type, of[index] ?? '', whom, identity)),
  ];
}

/** Every document the portal asks for, with whether it is there. */
export function slotsIn(portal: PortalRow, held: Held = nothing): Slot[] {
  const { settings, risk_level, request, progress } = portal;
  const whom = whomIn(portal, held);
  const slots = request
    ? requestedIn(portal, whom)
    : wantedOf(settings.expected_documents, { risk_level, whom })
        .filter(({ isAsked }) => isAsked)
        .map(plain);
  // What was asked for anew is not there by what was sent before.
  const documents = [...(request ? [] : held.documents), ...progress.documents].map((document) =>
    given(document as Data, whom),
  );
  return slots.map((slot) => ({ ...slot, isGiven: isGiven(slot, documents) }));
}

/** Those without which it cannot be submitted. */
export const lackingDocuments = (portal: PortalRow, held?: Held): Slot[] =>
  slotsIn(portal, held).filter((slot) => slot.isRequired && !slot.isGiven);

/** A document in words, with whose it is: `Identity document (Inés Ferrer)`. */
export const slotName = ({ isStandard, type, name, whose }: Slot, lang: Language): string =>
  (isStandard ? textOf(texts[lang].types, type) : name) + (whose ? ` (${whose})` : '');

/** What an upload is taken as. */
export type UploadedAs = Pick<DocumentDraft, 'type' | 'of' | 'expected_document_id'>;
export interface UploadChoice {
  /** In the form. */
  value: string;
  label: string;
  as: UploadedAs;
}

/** What a client can upload: what is asked for, and where nothing special was, any other kind. */
export function uploadChoices(portal: PortalRow, lang: Language, held?: Held): UploadChoice[] {
  const asked = slotsIn(portal, held).map((slot): UploadChoice => {
    const { type, of, expected } = slot;
    return {
      value: of.id === null ? type : `${type}:${of.id}`,
      label: slotName(slot, lang),
      as: {
        type,
        ...(of.id !== null && { of: of.id }),
        ...(expected[0] && { expected_document_id: expected[0] }),
      },
    };
  });
  const others = Object.entries(texts[lang].types)
    .filter(([type]) => !portal.request && !asked.some(({ value }) => value === type))
    .map(([type, label]): UploadChoice => ({ value: type, label, as: { type } }));
  return [...asked, ...others];
}

/** What an upload is taken as that says it is `value`. */
export const uploadedAs = (portal: PortalRow, held: Held, value: unknown): UploadedAs =>
  uploadChoices(portal, 'en', held).find((choice) => choice.value === value)?.as ?? {
    type: 'OTHER',
  };

/** What a document is, that was uploaded here or is in the case. */
export function documentName(
  portal: PortalRow,
  document: { type: string },
  lang: Language,
  held?: Held,
): string {
  const { type, of, person_id, business_id }: Data = { ...document };
  const owner = of ?? person_id ?? business_id;
  const choices = uploadChoices(portal, lang, held);
  const own = choices.find(({ as }) => as.type === type && as.of === owner);
  const same = choices.find(({ as }) => as.type === type && as.of === undefined);
  return (own ?? same)?.label ?? textOf(texts[lang].types, String(type));
}

/** The label of a field of the portal's forms, a custom one among them. */
export const labelOf = ({ asks }: PortalRow, name: string, lang: Language): string =>
  asks.find((field) => formNameOf(field) === name)?.display_name ??
  textOf(texts[lang].labels, name);

/** Custom fields that are missing or not valid, by their names in the form. */
export function checkCustom(
  { asks }: PortalRow,
  values: Record<string, string>,
  lang: Language,
): Record<string, string> {
  const t = texts[lang];
  return Object.fromEntries(
    asks.flatMap((field) => {
      const [name, label] = [formNameOf(field), field.display_name];
      const value = values[name]?.trim() ?? '';
      if (!value) return field.required_in_portal ? [[name, t.required(label)]] : [];
      const problem = customProblem(field, value);
      if (!problem) return [];
      return [[name, problem === 'unclear' ? t.unclearNumber(label) : t.invalid(label)]];
    }),
  );
}

/** A value of a custom field in words. */
export function customInWords({ type }: CustomField, value: string, lang: Language): string {
  const t = texts[lang];
  if (type === 'boolean') return value === 'yes' ? t.yes : t.no;
  if (type === 'date') return dateInWords(value, lang);
  const list = type === 'text' ? [value] : several(value);
  return (type.startsWith('country') ? list.map((code) => countryName(code, lang)) : list).join(
    ', ',
  );
}
