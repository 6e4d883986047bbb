/** A case in words: its values, its people and what its client is asked for. */
import { application, fieldKinds, type Field } from '../../../service/catalogue.ts';
import type { AccountSettings } from '../domain/account.ts';
import { customToForm, formNameOf, inOrder } from '../domain/custom-fields.ts';
import { whomOf, type Whom } from '../domain/open.ts';
import { joined } from '../domain/plain.ts';
import type { InformationRequest } from '../domain/requests.ts';
import { caseFields, customField, inWords } from '../portal/fields.ts';
import { kindName } from '../portal/requirements.ts';
import {
  countryName,
  dateInWords,
  labelOf as labelOfField,
  percent,
  textOf,
  texts,
  type Language,
} from '../portal/texts.ts';
import { words } from './parts.tsx';

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
export const labelOf = (key: string): string => {
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
  { fields, documents, of = [] }: InformationRequest,
  settings: AccountSettings,
  details: Details,
  lang: Language,
): string[] => [
  ...fields.map((field) => labelIn(settings, field, lang)),
  ...documents.map((type, index) => {
    const owner = ownerName(details, of[index]);
    return kindName({ settings }, type, lang) + (owner && ` (${owner})`);
  }),
];
