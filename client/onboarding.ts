/** Start Onboarding: a deal becomes a case with a portal link in one step ("Flow rules", 2). */
import { getCase, noteOf, openCase, type Case, type CaseNote, type CaseOpening } from './cases.ts';
import type { NewCase } from '../service/contract.ts';
import type { Labels } from './basics/labels.ts';
import { duplicateField, OperationError, withText } from './basics/errors.ts';
import type { Found } from './memory/claim.ts';
import type { Made } from './memory/once.ts';
import {
  checkParties,
  checkParty,
  contradictionsIn,
  inlineOnly,
  linesOf,
  listLabels,
  lookForParties,
  markOf,
  ofLine,
  listsOf,
  partiesOf,
  partyIdentity,
  postParty,
  type Parties,
  type Party,
} from './related-parties.ts';
import { portalOf, type Wanted } from './portals.ts';
import { joinNotTaken, type NotTaken } from './comparison/not-taken.ts';
import { settleAll } from './basics/time.ts';
import { withLabels, type Run } from './exchange/run.ts';
import { inDialect } from './exchange/wire.ts';
import type { WhenExists } from './when-exists.ts';

interface Onboarding extends Parties {
  body: NewCase;
  portal: { wanted: Wanted; labels: Labels };
  /** The default is the existing case. */
  when?: WhenExists;
}

/** The names of the lists in a case that the parties are in. */
const listsIn = (parties: Party[]) => Object.keys(listsOf(parties)) as (keyof Parties)[];

/**
 * The case, with its parties if the service accepts them inline. Continues a run that has not
 * finished, and a case that Create Case made.
 */
async function begin(run: Run, body: NewCase, parties: Party[], when?: WhenExists) {
  const hasParties = parties.length > 0;
  const isInline = hasParties && run.dialect.related_parties === 'inline';
  const whole = isInline ? { ...body, ...listsOf(parties) } : body;
  const resumes = ({ state, value }: Found<CaseNote>) =>
    state === 'unfinished' || (hasParties && value.parties === undefined);
  try {
    return await openCase(run, whole, { when, resumes });
  } catch (error) {
    const isRefused = error instanceof OperationError && error.outcome === 'refused';
    throw isInline && isRefused ? withText(error, inlineOnly) : error;
  }
}

/**
 * Adds the parties to a case that this run makes or continues, all at the same time.
 * @param done the marks of the added ones in the note of the case, which are not added again.
 * @throws the first failure, after the others were added.
 */
async function addParties(
  run: Run,
  { resource, existed, isJustMade, claim }: CaseOpening,
  parties: Party[],
  done: Set<string>,
): Promise<NotTaken[]> {
  const note = claim.found?.value;
  // Create Case made it, without parties. It may have got the answer to a request with them.
  const isBare = note !== undefined && note.parties === undefined;
  const isInline = run.dialect.related_parties === 'inline';
  if (isInline && !isBare) return checkParties(run, resource, parties);
  // An earlier run may have added some without a note of it.
  const isNew = !existed && isJustMade;
  const looks = isNew || !parties.length ? [] : await lookForParties(run, resource, parties);
  const earlier = existed ? (claim.found?.time ?? Date.now()) : undefined;
  const { application_id } = resource;
  const resultOf = async (party: Party): Promise<NotTaken> => {
    const look = looks.find((one) => one.party === party);
    if (look?.isThere) return look.notTaken;
    // An earlier run of this step may have added it.
    if (look?.isUnclear && !isBare) {
      const doubt = `${linesOf(run, [party])}: the service shows a part of the related parties alone, so it is unclear whether an earlier {{run}} added it. Look at case ${application_id} in the service.`;
      return { not_taken: [], not_taken_text: run.host.inWords(doubt) };
    }
    const identity = { ...partyIdentity(application_id, party), earlier };
    return (await postParty(ofLine(run, party), application_id, party, identity)).resource;
  };
  const add = async (party: Party): Promise<NotTaken> => {
    const result = await resultOf(party);
    done.add(markOf(party));
    return result;
  };
  return settleAll(parties.filter((party) => !done.has(markOf(party))).map(add));
}

/** The output about parties that were not changed. */
const partiesLeft = ({ host }: Run, parties: Party[]): NotTaken => ({
  not_taken: listsIn(parties).map((list) => listLabels[list]),
  not_taken_text: host.inWords(
    'The case existed already, so its related parties were not changed. Use {{add_related_person}} or {{add_related_business}} to add missing ones.',
  ),
});

/** Adds what a repeat does. @param isNoted it finds the case, whatever the service does. */
function afterCase(
  error: Error,
  { application_id }: Case,
  isNoted: boolean,
  { body, when }: Onboarding,
): Error {
  const sentence = `Case ${application_id} exists already.`;
  let why: string | undefined;
  if (!body.external_reference)
    why = 'create a second case, because there is no External Reference';
  else if (!isNoted && when === 'stop') why = 'stop, because the case exists';
  if (why) {
    // Zapier must not repeat it automatically.
    const advice = `Continue with it, for example with {{create_portal}}. {{A_replay}} would ${why}.`;
    return withText(error, `${sentence} ${advice}`, 'halt');
  }
  const condition = ' if the service recognises repeats. Look in the service first';
  return withText(error, `${sentence} {{A_replay}} continues with it${isNoted ? '' : condition}.`);
}

/**
 * POST /api/applications with the related parties, then its portal. One claim covers the whole
 * step, so one of several runs at once makes everything. A replay of a failed run finds its case by
 * the external reference and does the steps that have no entry. A finished onboarding is not changed.
 * @returns the case. `isAsked`: this run opened a portal for the client, which the case may not show.
 */
export async function startOnboarding(
  run: Run,
  wanted: Onboarding,
): Promise<Made<Case> & { isAsked: boolean }> {
  const { portal: ofPortal, when } = wanted;
  const parties = partiesOf(wanted, run);
  const body = inDialect(run.dialect, wanted.body, 'case');
  for (const party of parties) checkParty(ofLine(run, party), party);
  // Additional Fields may contain the parties too.
  const twice = listsIn(parties).find((list) => Object.hasOwn(body, list));
  if (twice) throw duplicateField(twice, listLabels[twice]);
  const opened = await begin(run, body, parties, when);
  const { existed, claim, isReplay, isJustMade } = opened;
  let { resource } = opened;
  const earlier = claim.found?.value;
  // This run made the case or continues it. A service that repeats an answer knows parties, too.
  const isOwn = !existed || isReplay || (earlier !== undefined && claim.isMine);
  const done = new Set(earlier?.parties);
  const { id, client } = earlier ?? noteOf(body, opened);
  const noteNow = (): CaseNote => ({ id, client, parties: [...done] });
  const noting = isOwn && !earlier ? claim.begun(noteNow()) : Promise.resolve(true);
  const isRepeatable = body.external_reference && (when !== 'stop' || (await noting));
  const runAfterCase = { ...run, unrepeatable: !isRepeatable };
  try {
    // The service may have answered with a case that was decided long ago.
    if (!existed && !isJustMade && resource.status_review === undefined) {
      resource = { ...resource, ...(await getCase(run, id)) };
    }
    const current = { ...opened, resource };
    const takesParties = isOwn && (!resource.isDecided || isJustMade);
    const missing = takesParties ? await addParties(runAfterCase, current, parties, done) : [];
    const portalRun = withLabels(runAfterCase, ofPortal.labels);
    const portal = await portalOf(portalRun, current, ofPortal.wanted);
    await claim.done(noteNow());
    const unchanged = !takesParties && parties.length > 0 ? [partiesLeft(run, parties)] : [];
    const together = takesParties ? [contradictionsIn(run, body, parties)] : [];
    const notTaken = joinNotTaken(resource, ...missing, portal, ...unchanged, ...together);
    return {
      resource: { ...resource, portal_link: portal.link, ...notTaken },
      existed,
      isAsked: !portal.already_existed,
    };
  } catch (error) {
    const isNoted = await (isOwn ? claim.failed(error, noteNow()) : claim.done(noteNow()));
    throw afterCase(error as Error, resource, isNoted, wanted);
  }
}
