/** A case in words: its values, its people, its timeline, what its client is asked for, what is missing. */
import { application, fieldKinds, type Field } from '../../../service/catalogue.ts';
import type { AccountSettings } from '../domain/account.ts';
import {
  documentIn,
  type HistoryEntry,
  type HistoryKind,
  type InformationRequest,
} from '../domain/case.ts';
import type { Cases } from '../domain/cases.ts';
import { customToForm, formNameOf, inOrder } from '../domain/custom-fields.ts';
import { openIn, requirementsOf, whomOf, type Whom } from '../domain/open.ts';
import { joined } from '../domain/plain.ts';
import { isDecided, stateOf } from '../domain/states.ts';
import { hasInputs, type StoredPortal } from '../domain/stored-portals.ts';
import type { LetterKind } from '../mail/letters.ts';
import { caseFields, customField, inWords } from '../portal/fields.ts';
import { kindName } from '../portal/requirements.ts';
import {
  countryName,
  dateInWords,
  labelOf as labelOfField,
  percent,
  textOf,
  texts,
  typeName,
  type Language,
} from '../portal/texts.ts';
import { levelWords, words, type Line } from './parts.tsx';

export type Details = Record<string, any>;

/** What identifies a party for programs only. */
const hidden = ['id', 'person_id', 'business_id', 'application_id', 'source', 'source_id'];

/** A value for people: country names, dates and roles in words. */
export function valueInWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const of = key === 'roles' ? texts.en.roles : {};
    return value.map((item) => textOf(of, valueInWords(key, item))).join(', ');
  }
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([name, item]) => valueInWords(name, item));
    return joined(', ', inner);
  }
  if (typeof value === 'boolean') return value ? texts.en.yes : texts.en.no;
  const text = String(value);
  const kind = fieldKinds.get(key);
  if (kind === 'country' || kind === 'countries') return countryName(text, 'en');
  if (kind === 'date' || key.endsWith('_date')) return dateInWords(text, 'en');
  return kind === 'percentage' ? percent(Number(text), 'en') : text;
}

/** The label of a form field, including custom fields. */
export const labelIn = ({ custom_fields }: AccountSettings, name: string, lang: Language = 'en') =>
  custom_fields.find((field) => formNameOf(field) === name)?.display_name ??
  (lang === 'en' ? labelOf(name) : textOf(texts[lang].labels, name));

/** The label of the portal, of the case's own field, or the key in words. */
const labelOf = (key: string): string => {
  const inPortal = (texts.en.labels as Record<string, string | undefined>)[key];
  return inPortal ?? (application as Record<string, Field>)[key]?.label ?? words(key);
};

type Fact = [name: string, text: string];

/** The values of a client or a related party. */
export const factsOf = (data: Record<string, unknown>): Fact[] =>
  Object.entries(data)
    .filter(([key]) => !hidden.includes(key))
    .map(([key, value]) => [labelOf(key), valueInWords(key, value)]);

/** The case's own values: its fields, its custom fields as the portal shows them, and any others. */
export function furtherFacts(details: Details, { custom_fields }: AccountSettings): Fact[] {
  const values: Record<string, unknown> = details.custom_fields ?? {};
  const fields = inOrder(custom_fields);
  const form = customToForm(fields, values);
  const others = Object.entries(values).filter(
    ([name]) => !fields.some((field) => field.name === name),
  );
  return [
    ...caseFields.map(({ name }): Fact => [labelOf(name), valueInWords(name, details[name])]),
    ...fields
      .map(customField)
      .map((def): Fact => [labelOfField(def, 'en'), inWords(def, form[def.name] ?? '', 'en')]),
    ...factsOf(Object.fromEntries(others)),
  ].filter(([, text]) => text);
}

/** The client of a case, then its related parties. The client has no ID of a party. */
export const everyoneIn = ({ person, business, persons, businesses }: Details): Whom[] => [
  whomOf(null, person ? 'person' : 'business', person ?? business ?? {}),
  ...(persons as Details[]).map((data) => whomOf(String(data.id), 'person', data)),
  ...(businesses as Details[]).map((data) => whomOf(String(data.id), 'business', data)),
];

/** The name of a related party by its ID; empty for no party. */
export const ownerName = (details: Details, owner: string | undefined): string =>
  everyoneIn(details).find(({ id }) => id !== null && id === owner)?.name ?? '';

/** What a request names, in words, with the owner of each document. */
export const itemsOf = (
  { fields, documents }: InformationRequest,
  settings: AccountSettings,
  details: Details,
  lang: Language,
): string[] => [
  ...fields.map((field) => labelIn(settings, field, lang)),
  ...documents.map(documentIn).map(({ type, owner: id }) => {
    const owner = ownerName(details, id);
    return kindName({ settings }, type, lang) + (owner && ` (${owner})`);
  }),
];

const labelOfPath = (path: string): string => {
  const names = path.split('.');
  const name = names.at(-1)!;
  return labelOf(names.at(-2) === 'address' ? `address.${name}` : name);
};

const changedInWords = (path: string, value: unknown): string => {
  if (path === 'risk_level') return levelWords(value);
  return valueInWords(path.split('.').at(-1)!, value).slice(0, 80) || 'empty';
};

/** The letters to clients. */
const letters: Record<LetterKind, string> = {
  link: 'Portal link',
  request: 'Letter about the request',
};

/** The words for each kind of entry. */
const sentences: Record<HistoryKind, (entry: HistoryEntry) => string> = {
  created: ({ after }) => (after === 'draft' ? 'Created as draft' : 'Created'),
  changed: ({ path = '', before, after }) =>
    `${labelOfPath(path)}: ${changedInWords(path, before)} → ${changedInWords(path, after)}`,
  submitted: () => 'Submitted',
  reviewed: ({ after }) => `Review status: ${String(after).replaceAll('_', ' ')}`,
  decided: ({ after, text }) =>
    `Decision: ${String(after).replaceAll('_', ' ')}${text ? ` (${text})` : ''}`,
  information_requested: ({ text }) => `Information requested: ${text}`,
  request_answered: ({ after }) =>
    after === 'unchanged' ? 'Request answered without a change' : 'Request answered',
  request_withdrawn: () => 'Request withdrawn',
  portal_created: () => 'Portal created',
  portal_reopened: () => 'Portal opened again',
  portal_closed: () => 'Portal closed',
  letter_sent: ({ path = '', after }) => `${textOf(letters, path)} sent to ${String(after)}`,
  document_attached: ({ path = '', after }) =>
    `Document attached: ${typeName(path, 'en')} (${String(after)})`,
  document_judged: ({ path, after, text }) =>
    `Document ${path} is ${String(after)}${text ? `: ${text}` : ''}`,
  document_removed: ({ before }) => `Document removed: ${String(before)}`,
  party_added: ({ path, after }) => `Related ${path} added: ${String(after)}`,
};

/** The history of a case as lines; the fields that one event has changed are one of them. */
export function linesOf(timeline: HistoryEntry[]): Line[] {
  const lines: (Line & { what: string })[] = [];
  timeline.forEach((entry, index) => {
    const { kind, at, who } = entry;
    const what = sentences[kind](entry);
    const before = timeline[index - 1];
    const isSameChange = kind === 'changed' && before?.kind === 'changed' && before.at === at;
    if (isSameChange) lines.at(-1)!.what += `; ${what}`;
    else lines.push({ at, who, what });
  });
  return lines;
}

interface About {
  details: ReturnType<Cases['show']>;
  settings: AccountSettings;
  /** The case's latest portal. */
  portal?: Pick<StoredPortal, 'progress'>;
}

/** The people that a business may lack. */
const people = { party: 'a director or owner', owner: 'the account owner' };

/** A sentence about each; none for a draft, and for a case that can be approved as it is. */
export function openPoints({ details, settings, portal }: About): string[] {
  const state = stateOf(details);
  if (state === 'draft' || isDecided(state)) return [];
  const whom = everyoneIn(details);
  const needed = requirementsOf(settings.expected_documents, whom);
  const { slots, people: lacking, shares } = openIn(whom, needed, details.documents);
  const missing = slots
    .filter(({ isMandatory, isSent }) => isMandatory && !isSent)
    .map(({ name, of }) => (of.id === null ? name : `${name} of ${of.name}`));
  const refused = details.documents.filter(({ validity }) => validity === 'invalid');
  const points = [
    lacking.length > 0 &&
      `Nobody is named as ${lacking.map((one) => people[one]).join(' or as ')}.`,
    missing.length > 0 && `Missing: ${missing.join(', ')}.`,
    shares > 100 && `The shares held directly add up to ${percent(shares, 'en')}.`,
    refused.length > 0 &&
      `Refused: ${refused.map(({ name }) => name).join(', ')}. Ask for another one.`,
    portal !== undefined &&
      hasInputs(portal.progress) &&
      'The client has started in the portal and has not submitted it.',
  ];
  return points.filter((text) => typeof text === 'string');
}
