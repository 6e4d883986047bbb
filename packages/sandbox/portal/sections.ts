/** The sections of a portal: which there are, how far the client is with each, and what is missing. */
import type { PortalRow } from '../domain/portals.ts';
import { lackingDocuments, type Held } from './asked.ts';
import { checkProfile, subjectOf } from './inputs.ts';
import { entriesOf } from './people.ts';
import type { Texts } from './texts.ts';

const steps = ['details', 'people', 'documents', 'review'] as const;
export type Step = (typeof steps)[number];

/** `done`: nothing is missing; `ready` and `later`: everything can be submitted, or cannot yet. */
type State = keyof Texts['tasks']['states'];
export type States = Record<Step, State>;

/** The sections for a client: only a business has people. */
export const stepsOf = (portal: PortalRow): readonly Step[] =>
  subjectOf(portal) === 'person' ? steps.filter((step) => step !== 'people') : steps;

/** Of a business, at least one related party has one of these roles. */
const neededRoles = ['DIRECTOR', 'UBO', 'SHAREHOLDER'];

/** What is still missing before a portal can be submitted; `held` is what the case has from before. */
export const missingIn = (portal: PortalRow, held: Held) => ({
  documents: lackingDocuments(portal, held),
  party:
    subjectOf(portal) === 'business' &&
    !entriesOf(portal.progress, held.parties).some(({ data }) =>
      data.roles?.some((role) => neededRoles.includes(role)),
    ),
});
type Missing = ReturnType<typeof missingIn>;

/** How far each section is. */
export function statesOf(portal: PortalRow, lacking: Missing, today: string): States {
  const { profile, parties, documents, unfinished } = portal.progress;
  const isFilledIn = Object.values(profile).some(Boolean);
  const isComplete = Object.keys(checkProfile(portal, profile, today, 'en')).length === 0;
  const state = (isDone: boolean, isBegun: boolean): State =>
    isDone ? 'done' : isBegun ? 'begun' : 'open';
  const before = {
    details: state(isComplete, isFilledIn),
    people: state(!lacking.party && !unfinished, parties.length > 0 || unfinished !== undefined),
    documents: state(lacking.documents.length === 0, documents.length > 0),
  };
  const others = stepsOf(portal).filter((step) => step !== 'review');
  const isReady = others.every((step) => before[step] === 'done');
  return { ...before, review: isReady ? 'ready' : 'later' };
}
