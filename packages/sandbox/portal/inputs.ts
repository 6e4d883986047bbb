/** The client's inputs: their values, their mistakes, and what is missing. */
import { Business, Person, RelatedBusiness, RelatedPerson } from '../../../service/contract.ts';
import type { Kind } from '../domain/case.ts';
import { isCustomValue, several } from '../domain/custom-fields.ts';
import { hasControl, isBlank } from '../domain/plain.ts';
import { pathIn, toForm, toBody, type Filled } from '../domain/form-values.ts';
import type { PortalRow } from '../domain/portals.ts';
import type { PartyDraft } from '../domain/stored-portals.ts';
import { list, type Errors, type Values } from '../web/form.ts';
import { partyFields, rolesOf, shareName, type FormField } from './fields.ts';
import {
  fieldsOf,
  fieldsOn,
  openOf,
  slotId,
  slotName,
  stepsOf,
  subjectOf,
  type Step,
  type Visit,
} from './requirements.ts';
import { filled, labelOf, percent, texts, type Language } from './texts.ts';

/** The mistakes by form field. Valid fields have none. */
export const errorsOf = <F extends { name: string }>(
  fields: F[],
  problem: (field: F) => string | false | undefined,
): Filled =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const message = problem(field);
      return message ? [[field.name, message]] : [];
    }),
  );

/** A field with several values has one per line. */
export const lines = (value: Values[string] | undefined): string =>
  [...new Set(list(value))].join('\n');

/** The values of these fields that a form has. */
const valuesIn = (fields: FormField[], form: Values): Filled =>
  Object.fromEntries(
    fields.filter(({ name }) => name in form).map(({ name }) => [name, lines(form[name])]),
  );

/** The values that are fields of the portal's profile. */
export const profileOf = (portal: PortalRow, form: Values) => valuesIn(fieldsOf(portal), form);

/** The mistakes in these values, in the order of the form. */
function mistakesIn(
  fields: FormField[],
  values: Filled,
  result: { error?: { issues: readonly { path: PropertyKey[] }[] } },
  lang: Language,
): Errors {
  const t = texts[lang];
  const broken = new Set(result.error?.issues.map(({ path }) => pathIn(path)));
  return errorsOf(fields, (field) => {
    const { name, type, required, custom } = field;
    const value = values[name] ?? '';
    const label = labelOf(field, lang);
    if (required && isBlank(value)) return filled(t.required, { label });
    if (type === 'percent' && broken.has(name)) return filled(t.shareRange, { label });
    const isWrong = custom && !isCustomValue(custom, value.trim());
    return (isWrong || broken.has(name) || hasControl(value)) && filled(t.invalid, { label });
  });
}

/** Fields of the profile that are missing or not valid. */
export function checkProfile(visit: Omit<Visit, 'existing'>): Errors {
  const { portal } = visit;
  const { profile } = portal.progress;
  const schema = subjectOf(portal) === 'business' ? Business : Person;
  return mistakesIn(fieldsOn(portal), profile, schema.safeParse(toBody(profile)), visit.lang);
}

/** A typed share, `33,3 %`; NaN for another text. */
function shareOf(typed: string): number {
  const share = typed.replace(',', '.').replace(/%$/, '').trimEnd();
  // Refuses the notation of programs: 1e1 or 0x20.
  return /^[\d.]+$/.test(share) ? Number(share) : NaN;
}

/** Reads a form about a party. @returns its data, and the mistakes in the order of the form. */
export function partyOf(kind: Kind, form: Values, lang: Language) {
  const fields = partyFields[kind];
  const { roles = '', [shareName]: share, ...typed } = valuesIn(fields, form);
  const data = {
    ...toBody(typed),
    roles: several(roles).filter((role) => rolesOf[kind].includes(role)),
    ...(share && { [shareName]: shareOf(share) }),
  };
  const result = (kind === 'person' ? RelatedPerson : RelatedBusiness).safeParse(data);
  const errors = mistakesIn(fields, { ...typed, roles: lines(data.roles) }, result, lang);
  return { data: data as PartyDraft['data'], errors };
}

/** The form of an entry that the client changes. */
export function valuesOf({ roles, ...data }: PartyDraft['data']): Filled {
  const share = data[shareName];
  return { ...toForm(data), roles: lines(roles), [shareName]: String(share ?? '') };
}

/** A missing or wrong value that prevents submission. */
interface Gap {
  step: Step;
  /** The id of its element on the page of the section. */
  place: string;
  text: string;
}

/** All gaps that prevent submission, in the order of the pages. */
export function gapsIn(visit: Visit): Gap[] {
  const { portal, lang } = visit;
  const t = texts[lang];
  const { slots, people, shares } = openOf(visit);
  const missing = slots.filter((slot) => slot.isRequired && !slot.isSent);
  const said = { party: t.peopleMissing, owner: t.ownerMissing };
  const found: Record<Step, Errors> = {
    details: checkProfile(visit),
    people: {
      ...Object.fromEntries(people.map((place) => [place, said[place]])),
      ...(shares > 100 && { shares: filled(t.sharesOver, { sum: percent(shares, lang) }) }),
    },
    documents: Object.fromEntries(
      missing.map((slot) => [
        slotId(slot),
        filled(t.documentMissing, { type: slotName(slot, lang) }),
      ]),
    ),
    review: {},
  };
  // A request shows files above the fields.
  const order = portal.request ? (['documents', 'details'] as const) : stepsOf(portal);
  return order.flatMap((step) =>
    Object.entries(found[step]).map(([place, text]) => ({ step, place, text })),
  );
}

/** The messages by the ids on their pages; with their sections for the page of all of them. */
export const messagesOf = (gaps: Gap[], isOfAll?: boolean): Errors =>
  Object.fromEntries(
    gaps.map(({ step, place, text }) => [isOfAll ? `${step}#${place}` : place, text]),
  );
