/** The sections of a portal, and missing values. */
import { lackingPeople, sharesOf, whomOf } from '../domain/expected.ts';
import type { PortalRow } from '../domain/portals.ts';
import { lackingDocuments, slotId, slotName, type Existing } from './requirements.ts';
import type { Errors } from '../web/form.ts';
import { checkProfile, subjectOf } from './inputs.ts';
import { filled } from './messages.ts';
import { entriesOf } from './people.ts';
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

/** What is missing or wrong about the people of a business, by the id of its element. */
function peopleGaps({ progress }: PortalRow, existing: Existing, lang: Language): Errors {
  const t = texts[lang];
  const entries = entriesOf(progress, existing.parties);
  const lacking = lackingPeople(entries.map(({ id, kind, data }) => whomOf(id, kind, data)));
  const said = { party: t.peopleMissing, owner: t.ownerMissing };
  const sum = sharesOf(entries.map(({ data }) => data));
  return {
    ...Object.fromEntries(lacking.map((place) => [place, said[place]])),
    ...(sum > 100 && { shares: filled(t.sharesOver, { sum: percent(sum, lang) }) }),
  };
}

/** All gaps that prevent submission. `existing` is the case's earlier data. */
export function gapsIn(
  portal: PortalRow,
  existing: Existing,
  today: string,
  lang: Language,
): Gap[] {
  const t = texts[lang];
  const documents = lackingDocuments(portal, existing).map((slot) => [
    slotId(slot),
    filled(t.documentMissing, { type: slotName(slot, lang) }),
  ]);
  const found: Record<Step, () => Errors> = {
    details: () => checkProfile(portal, portal.progress.profile, today, lang),
    people: () => peopleGaps(portal, existing, lang),
    documents: () => Object.fromEntries(documents),
    review: () => ({}),
  };
  // A request shows files above the fields.
  const requested = portal.request ? (['documents', 'details'] as const) : stepsOf(portal);
  return requested.flatMap((step) =>
    Object.entries(found[step]()).map(([place, text]) => ({ step, place, text })),
  );
}

/** The messages on the page where the client corrects the values. */
export const messagesOf = (gaps: Gap[]): Errors =>
  Object.fromEntries(gaps.map(({ place, text }) => [place, text]));
