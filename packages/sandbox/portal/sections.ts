/** The sections of a portal, and missing values. */
import type { PortalRow } from '../domain/portals.ts';
import { openOf, slotId, slotName, subjectOf, type Existing } from './requirements.ts';
import type { Errors } from '../web/form.ts';
import { checkProfile } from './inputs.ts';
import { filled } from './messages.ts';
import { percent, texts, type Language } from './texts.ts';

const steps = ['details', 'people', 'documents', 'review'] as const;
export type Step = (typeof steps)[number];

/** The sections for a client: only a business has people. */
export const stepsOf = (portal: PortalRow): readonly Step[] =>
  subjectOf(portal) === 'person' ? steps.filter((step) => step !== 'people') : steps;

/** A missing or wrong value that prevents submission. */
export interface Gap {
  step: Step;
  /** The id of its element on the page of the section. */
  place: string;
  text: string;
}

/** All gaps that prevent submission. `existing` is the case's earlier data. */
export function gapsIn(
  portal: PortalRow,
  existing: Existing,
  today: string,
  lang: Language,
): Gap[] {
  const t = texts[lang];
  const { slots, people, shares } = openOf(portal, existing);
  const documents = slots
    .filter((slot) => slot.isRequired && !slot.isSent)
    .map((slot) => [slotId(slot), filled(t.documentMissing, { type: slotName(slot, lang) })]);
  const said = { party: t.peopleMissing, owner: t.ownerMissing };
  const found: Record<Step, () => Errors> = {
    details: () => checkProfile(portal, portal.progress.profile, today, lang),
    people: () => ({
      ...Object.fromEntries(people.map((place) => [place, said[place]])),
      ...(shares > 100 && { shares: filled(t.sharesOver, { sum: percent(shares, lang) }) }),
    }),
    documents: () => Object.fromEntries(documents),
    review: () => ({}),
  };
  // A request shows files above the fields.
  const requested = portal.request ? (['documents', 'details'] as const) : stepsOf(portal);
  return requested.flatMap((step) =>
    Object.entries(found[step]()).map(([place, text]) => ({ step, place, text })),
  );
}

/** The messages by section and id, for the page of all sections. */
export const linked = (gaps: Gap[]): Errors =>
  Object.fromEntries(gaps.map(({ step, place, text }) => [`${step}#${place}`, text]));

/** The messages on the page where the client corrects the values. */
export const messagesOf = (gaps: Gap[]): Errors =>
  Object.fromEntries(gaps.map(({ place, text }) => [place, text]));
