/** What a client sends in: which values are taken, what is wrong with them, and who changed them. */
import { createHash } from 'node:crypto';

import { Business, Person, RelatedBusiness, RelatedPerson } from '../../api/contract.ts';
import type { Kind } from '../domain/cases.ts';
import { formNameOf } from '../domain/custom-fields.ts';
import { formName, toForm, toProfile, type PartyDraft, type PortalRow } from '../domain/portals.ts';
import { checkCustom } from './asked.ts';
import { partyFields, profileFields } from './profile-fields.ts';
import { textOf, texts, type Language } from './texts.ts';

/** Field name -> what is wrong with it. */
export type Errors = Record<string, string>;
export type Values = Record<string, string | string[]>;

export const subjectOf = ({ progress }: PortalRow): Kind => progress.subject ?? 'business';

const one = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value)?.trim() ?? '';

/** Of a custom field several values, one a line. */
const lines = (value: string | string[] | undefined): string =>
  [value ?? []]
    .flat()
    .filter(Boolean)
    .map((line) => line.trim())
    .join('\n');

/** The values that are fields of the portal's profile. */
export function profileOf(portal: PortalRow, values: Values): Record<string, string> {
  const names: string[] = profileFields[subjectOf(portal)].map(({ name }) => name);
  const own = portal.asks.map(formNameOf);
  return Object.fromEntries([
    ...names.filter((name) => name in values).map((name) => [name, one(values[name])]),
    ...own.filter((name) => name in values).map((name) => [name, lines(values[name])]),
  ]);
}

/** Which state of the profile a form was made from: another window may have saved since. */
export function versionOf({ progress }: PortalRow): string {
  const filled = Object.entries(progress.profile).filter(([, value]) => value);
  const text = JSON.stringify(filled.sort(([a], [b]) => a.localeCompare(b)));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Fields in which a form differs from what another window has saved since it was made. */
export function conflicts(portal: PortalRow, values: Values): string[] {
  if (!values.version || values.version === versionOf(portal)) return [];
  return Object.entries(profileOf(portal, values))
    .filter(([name, value]) => value !== (portal.progress.profile[name] ?? ''))
    .map(([name]) => name);
}

/** Fields of the profile that are missing or not valid, in the client's language. */
export function checkProfile(
  portal: PortalRow,
  values: Record<string, string>,
  lang: Language,
): Errors {
  const t = texts[lang];
  const subject = subjectOf(portal);
  const asked = portal.request?.fields;
  const fields = profileFields[subject].filter(({ name }) => !asked || asked.includes(name));
  const errors: Errors = {};
  for (const { name, required } of fields) {
    if ((required || asked) && !values[name]?.trim()) errors[name] = t.required(t.labels[name]);
  }
  const result = (subject === 'business' ? Business : Person).safeParse(toProfile(values));
  for (const { path } of result.error?.issues ?? []) {
    const name = formName(path);
    errors[name] ??= t.invalid(textOf(t.labels, name));
  }
  return asked ? errors : { ...errors, ...checkCustom(portal, values, lang) };
}

/** A form about a party -> its data, or what is wrong with them. */
export function partyOf(kind: Kind, values: Values, lang: Language) {
  const t = texts[lang];
  const share = one(values.share).replace(',', '.').replace(/\s*%$/, '');
  const roles = [values.roles ?? []].flat().filter((role) => role in t.roles);
  const fields = partyFields[kind];
  const data = {
    ...toProfile(Object.fromEntries(fields.map(({ name }) => [name, one(values[name])]))),
    roles,
    ...(share && { direct_ownership_percentage: Number(share) }),
  };
  const errors: Errors = {};
  for (const { name, required } of fields) {
    if (required && !one(values[name])) errors[name] = t.required(t.labels[name]);
  }
  if (!roles.length) errors.roles = t.required(t.labels.roles);
  const result = (kind === 'person' ? RelatedPerson : RelatedBusiness).safeParse(data);
  for (const { path } of result.error?.issues ?? []) {
    const name = path[0] === 'direct_ownership_percentage' ? 'share' : formName(path);
    errors[name] ??= t.invalid(textOf(t.labels, name));
  }
  return { data: data as PartyDraft['data'], errors };
}

/** The form of an entry that is to be changed. */
export const valuesOf = ({ data }: PartyDraft): Values => {
  const { roles = [], direct_ownership_percentage: share, ...rest } = data;
  return {
    ...toForm(rest),
    roles,
    share: share === null || share === undefined ? '' : String(share),
  };
};
