/** The client's inputs: their values and their mistakes. */
import {
  Business,
  clientName,
  namingFields,
  Person,
  RelatedBusiness,
  RelatedPerson,
} from '../../../service/contract.ts';
import type { Kind } from '../domain/cases.ts';
import { formNameOf } from '../domain/custom-fields.ts';
import { hasControl, isBlank } from '../domain/plain.ts';
import { pathIn, toForm, toBody, type Filled } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { PartyDraft } from '../domain/stored-portals.ts';
import { list, text, type Errors, type Values } from '../web/form.ts';
import type { Entry } from './people.ts';
import { checkCustom, errorsOf, questionsOf, detailsOnPage } from './requirements.ts';
import { partyFields, profileFields, type FormField } from './profile-fields.ts';
import { dayProblem } from './rules.ts';
import { filled } from './messages.ts';
import { numberOf, texts, type Language } from './texts.ts';

export const subjectOf = ({ progress }: PortalRow): Kind => progress.subject ?? 'business';

/** A custom field with several values has one per line. */
const lines = (value: Values[string] | undefined): string => [...new Set(list(value))].join('\n');

/** The values that are fields of the portal's profile. */
export function profileOf(portal: PortalRow, values: Values): Filled {
  const names: string[] = profileFields[subjectOf(portal)].map(({ name }) => name);
  const own = questionsOf(portal).map(formNameOf);
  return Object.fromEntries([
    ...names.filter((name) => name in values).map((name) => [name, text(values[name])]),
    ...own.filter((name) => name in values).map((name) => [name, lines(values[name])]),
  ]);
}

const nameOf = ({ name }: FormField): string => name;

/** The mistakes in the present values, by form field. */
function wrongIn(
  fields: FormField[],
  values: Filled,
  result: { error?: { issues: readonly { path: PropertyKey[] }[] } },
  today: string,
  lang: Language,
): Errors {
  const t = texts[lang];
  const broken = new Set(result.error?.issues.map(({ path }) => pathIn(path)));
  return errorsOf(fields, nameOf, ({ name }) => {
    if (broken.has(name) || hasControl(values[name] ?? ''))
      return filled(t.invalid, { label: t.labels[name] });
    return values[name] && dayProblem(name, values[name], today, lang);
  });
}

/** Fields of the profile that are missing or not valid, in the order of the form. */
export function checkProfile(portal: PortalRow, values: Filled, today: string, lang: Language) {
  const t = texts[lang];
  const requested = portal.request?.fields;
  const isOnPage = detailsOnPage(portal);
  const fields = profileFields[subjectOf(portal)].filter(({ name }) => isOnPage(name));
  const schema = subjectOf(portal) === 'business' ? Business : Person;
  const wrong = wrongIn(fields, values, schema.safeParse(toBody(values)), today, lang);
  const found = errorsOf(fields, nameOf, ({ name, required }) => {
    const isMissing = (required || requested?.includes(name)) && isBlank(values[name]);
    return isMissing ? filled(t.required, { label: t.labels[name] }) : wrong[name];
  });
  return { ...found, ...checkCustom(portal, values, lang) };
}

const shareName = 'direct_ownership_percentage';

/** A typed share, `33,3 %`; NaN for another text, undefined for an empty one. */
function shareOf(typed: Values[string] | undefined): number | undefined {
  const share = text(typed).replace(',', '.').replace(/\s*%$/, '');
  if (!share) return undefined;
  // Refuses the notation of programs: 1e1 or 0x20.
  return /^[\d.]+$/.test(share) ? Number(share) : NaN;
}

/** Reads a form about a party. @returns its data, and the mistakes in the order of the form. */
export function partyOf(kind: Kind, values: Values, lang: Language, today: string) {
  const t = texts[lang];
  const share = shareOf(values[shareName]);
  const roles = [values.roles ?? []].flat().filter((role) => Object.hasOwn(t.roles, role));
  const fields = partyFields[kind];
  const typed = Object.fromEntries(fields.map(({ name }) => [name, text(values[name])]));
  const data = {
    ...toBody(typed),
    roles,
    ...(share !== undefined && { [shareName]: share }),
  };
  const result = (kind === 'person' ? RelatedPerson : RelatedBusiness).safeParse(data);
  const isShareWrong = result.error?.issues.some(({ path }) => path[0] === shareName);
  const missing = fields.filter(({ name, required }) => required && isBlank(typed[name]));
  const found: Errors = {
    ...wrongIn(fields, typed, result, today, lang),
    ...(isShareWrong && { [shareName]: filled(t.shareRange, { label: t.labels[shareName] }) }),
    ...Object.fromEntries(
      missing.map(({ name }) => [name, filled(t.required, { label: t.labels[name] })]),
    ),
    ...(!roles.length && { roles: filled(t.required, { label: t.labels.roles }) }),
  };
  const order = [...fields.map(({ name }): string => name), 'roles', shareName];
  const errors = errorsOf(order, String, (name) => found[name]);
  return { data: data as PartyDraft['data'], errors };
}

/** What an entry has twice: the one account owner, or everything that another entry has. */
export function againstOthers(
  others: Entry[],
  kind: Kind,
  data: PartyDraft['data'],
  lang: Language,
): Errors {
  const t = texts[lang];
  const isOwner = (one: PartyDraft['data']) => one.roles?.includes('ACCOUNT_OWNER');
  const owner = isOwner(data) && others.find((one) => isOwner(one.data));
  const form = toForm(data);
  const fields = partyFields[kind].map(({ name }) => name);
  const isSame = (one: Entry) => {
    const other = toForm(one.data);
    return one.kind === kind && fields.every((name) => (form[name] ?? '') === (other[name] ?? ''));
  };
  const name = clientName({ [kind]: data });
  return {
    ...(others.some(isSame) && { [namingFields[kind][0]!]: filled(t.partyTwice, { name }) }),
    ...(owner && {
      roles: filled(t.ownerTwice, { name: clientName({ [owner.kind]: owner.data }) }),
    }),
  };
}

/** The form of an entry that the client changes. */
export const valuesOf = ({ data }: Pick<PartyDraft, 'data'>, lang: Language): Values => {
  const { roles = [], direct_ownership_percentage: share, ...rest } = data;
  return {
    ...toForm(rest),
    roles,
    [shareName]: share === null || share === undefined ? '' : numberOf(share, lang),
  };
};
