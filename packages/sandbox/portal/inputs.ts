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
import { customProblem } from '../domain/custom-fields.ts';
import { hasControl, isBlank } from '../domain/plain.ts';
import { pathIn, toForm, toBody, type Filled } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { PartyDraft } from '../domain/stored-portals.ts';
import { list, text, type Errors, type Values } from '../web/form.ts';
import type { Entry } from './people.ts';
import { fieldsOf, fieldsOn, subjectOf } from './requirements.ts';
import { partyFields, type FormField } from './profile-fields.ts';
import { dayProblem } from './rules.ts';
import { filled } from './messages.ts';
import { labelOf, numberOf, texts, type Language } from './texts.ts';

/** The mistakes by form field. Valid fields have none. */
const errorsOf = <F extends { name: string }>(
  fields: F[],
  problem: (field: F) => string | undefined,
): Filled =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const message = problem(field);
      return message ? [[field.name, message]] : [];
    }),
  );

/** A field with several values has one per line. */
const lines = (value: Values[string] | undefined): string => [...new Set(list(value))].join('\n');

/** The values that are fields of the portal's profile. */
export const profileOf = (portal: PortalRow, values: Values): Filled =>
  Object.fromEntries(
    fieldsOf(portal)
      .filter(({ name }) => name in values)
      .map(({ name }) => [name, lines(values[name])]),
  );

/** What a form says of a field without a value that it needs. */
const missing = (field: FormField<string>, lang: Language) =>
  filled(texts[lang].required, { label: labelOf(field, lang) });

/** The mistakes in the present values, by form field. */
function wrongIn(
  fields: FormField<string>[],
  values: Filled,
  result: { error?: { issues: readonly { path: PropertyKey[] }[] } },
  today: string,
  lang: Language,
): Errors {
  const broken = new Set(result.error?.issues.map(({ path }) => pathIn(path)));
  return errorsOf(fields, (field) => {
    const { name, custom } = field;
    const value = values[name] ?? '';
    const problem = custom && customProblem(custom, value.trim());
    if (problem === 'invalid' || broken.has(name) || hasControl(value))
      return filled(texts[lang].invalid, { label: labelOf(field, lang) });
    if (problem) return filled(texts[lang].unclear, { label: labelOf(field, lang) });
    return value && dayProblem(name, value, today, lang);
  });
}

/** Fields of the profile that are missing or not valid, in the order of the form. */
export function checkProfile(portal: PortalRow, values: Filled, today: string, lang: Language) {
  const fields = fieldsOn(portal);
  const schema = subjectOf(portal) === 'business' ? Business : Person;
  const wrong = wrongIn(fields, values, schema.safeParse(toBody(values)), today, lang);
  return errorsOf(fields, (field) =>
    field.required && isBlank(values[field.name]) ? missing(field, lang) : wrong[field.name],
  );
}

const shareName = 'direct_ownership_percentage';

/** A typed share, `33,3 %`; NaN for another text, undefined for an empty one. */
function shareOf(typed: Values[string] | undefined): number | undefined {
  const share = text(typed).replace(',', '.').replace(/%$/, '').trimEnd();
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
  const empty = fields.filter(({ name, required }) => required && isBlank(typed[name]));
  const found: Errors = {
    ...wrongIn(fields, typed, result, today, lang),
    ...(isShareWrong && { [shareName]: filled(t.shareRange, { label: t.labels[shareName] }) }),
    ...Object.fromEntries(empty.map((field) => [field.name, missing(field, lang)])),
    ...(!roles.length && { roles: filled(t.required, { label: t.labels.roles }) }),
  };
  const order = [...fields, { name: 'roles' }, { name: shareName }];
  const errors = errorsOf<{ name: string }>(order, ({ name }) => found[name]);
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
