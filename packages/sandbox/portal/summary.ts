/** The client's answers in words. */
import { several } from '../domain/custom-fields.ts';
import { toForm, type Filled } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { PartyDraft } from '../domain/stored-portals.ts';
import { fieldsOf } from './requirements.ts';
import { partyFields, type FormField } from './profile-fields.ts';
import {
  countryName,
  dateInWords,
  labelOf,
  percent,
  textOf,
  texts,
  type Language,
} from './texts.ts';

export interface Answer {
  /** The name of its form field. */
  name: string;
  label: string;
  value: string;
  /** Its mistake, such as a missing value. */
  problem?: string;
  /** The page where the client changes it. */
  href?: string;
  /** The button that takes it back: its form after the link, what it names, and its text. */
  drop?: { form: string; id: string; text: string };
}

/** The value of a field in words. */
export function inWords({ type }: FormField<string>, value: string, lang: Language): string {
  if (!value || !type) return value;
  if (type === 'boolean') return value === 'yes' ? texts[lang].yes : texts[lang].no;
  if (type === 'date') return dateInWords(value, lang);
  const list = several(value);
  return (type.startsWith('countr') ? list.map((code) => countryName(code, lang)) : list).join(
    ', ',
  );
}

const answersOf = (fields: FormField<string>[], values: Filled, lang: Language): Answer[] =>
  fields.map((def) => ({
    name: def.name,
    label: labelOf(def, lang),
    value: inWords(def, values[def.name] ?? '', lang),
  }));

/** The client's answers about itself. */
export const profileAnswers = (portal: PortalRow, values: Filled, lang: Language): Answer[] =>
  answersOf(fieldsOf(portal), values, lang);

/** The fields of a name. */
const ofName = ['organization_name', 'given_names', 'last_name'];

/** A person or company in short, beside its name: `Spain, Director, 60%`. */
export const partyInWords = (data: PartyDraft['data'], lang: Language): string =>
  partyAnswers(data, lang)
    .filter(({ name, value }) => value && !ofName.includes(name))
    .map(({ value }) => value)
    .join(', ');

/** All answers about a person or company. */
export function partyAnswers(data: PartyDraft['data'], lang: Language): Answer[] {
  const t = texts[lang];
  const { roles = [], direct_ownership_percentage: share } = data;
  const kind = 'organization_name' in data ? 'business' : 'person';
  return [
    ...answersOf(partyFields[kind], toForm(data), lang),
    {
      name: 'roles',
      label: t.labels.roles,
      value: roles.map((role) => textOf(t.roles, role)).join(', '),
    },
    {
      name: 'direct_ownership_percentage',
      label: t.labels.direct_ownership_percentage.replace(/ \(%\)$/, ''),
      value: share === null || share === undefined ? '' : percent(share, lang),
    },
  ];
}
