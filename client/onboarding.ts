/**
 * Start Onboarding: a deal becomes a case with a portal link, in one step that makes several things
 * ("Flow rules", 2).
 */
import { asExisting, caseIdIn, findCase, postCase, type Case, type CaseNote } from './cases.ts';
import type { NewCase } from '../service/contract.ts';
import type { Labels } from './labels.ts';
import { filledTwice, outcomeOf, withText } from './errors.ts';
import { nextIdentity, openClaim, recallNote, remember, type Claim, type Made } from './once.ts';
import {
  checkParties,
  checkParty,
  inlineOnly,
  markOf,
  ofLine,
  partiesOf,
  partyIdentity,
  postParty,
  type Parties,
  type Party,
} from './parties.ts';
import { createPortal, existingPortal, type Wanted } from './portals.ts';
import { joinNotTaken, type NotTaken } from './comparison.ts';
import { settleAll } from './time.ts';
import { withLabels, type Run } from './run.ts';
import type { Identity } from './transport.ts';
import { caseIdentity, identityAfter, type WhenExists } from './when-exists.ts';

/** The input of a step: a case, its parties and its portal. */
interface Onboarding extends Parties {
  body: NewCase;
  portal: { wanted: Wanted; labels: Labels };
  /** The default is the existing case. */
  when?: WhenExists;
}

/** The claim of an onboarding. Without an External Reference nothing is claimed or noted. */
type OnboardingClaim = Omit<Claim<CaseNote>, 'identity'> & { identity?: Identity };
const noClaim: OnboardingClaim = {
  save: async () => false,
  end: async () => false,
  fail: async () => undefined,
};

const marksIn = (note?: CaseNote): string[] =>
  note === undefined || typeof note === 'string' ? [] : note.parties;
const noteOf = (id: string, marks: string[], unfinished: boolean): CaseNote => ({
  id,
  parties: [...new Set(marks)],
  ...(unfinished && { unfinished }),
});
const isUnfinished = (note?: CaseNote): boolean =>
  typeof note === 'object' && note.unfinished === true;

/** The case of an onboarding, and the state of its related parties. */
interface Start {
  thing: Case;
  existed: boolean;
  /** This run has the claim of the onboarding. */
  isClaimed: boolean;
  /** This run made the case, or continues an unfinished run. */
  isOwn: boolean;
  /** The parties were sent with the case. */
  isInline: boolean;
  /** Marks of the parties in the case. */
  marks: string[];
}

/** The case of the note; undefined if it no longer exists. */
async function startFrom(run: Run, note: CaseNote, body: NewCase): Promise<Start | undefined> {
  const found = await findCase(run, caseIdIn(note));
  const thing = found && asExisting(run, body, found);
  // Create Case notes only the ID, and its case had no onboarding.
  const isAlone = typeof note === 'string';
  const isOwn = isAlone || isUnfinished(note);
  const isInline = !isAlone && run.dialect.related_parties === 'inline';
  return thing && { thing, existed: true, isClaimed: false, isOwn, isInline, marks: marksIn(note) };
}

const partyFields = { persons: 'Related Persons', businesses: 'Related Businesses' };

/** @throws a halt, before any claim, if Additional Fields contains the parties too. */
function refuseTwice({ body, ...parties }: Onboarding): void {
  for (const [name, label] of Object.entries(partyFields) as [keyof Parties, string][]) {
    if (parties[name].length && Object.hasOwn(body, name)) throw filledTwice(name, label);
  }
}

/**
 * Makes the case, with its parties if the service accepts them inline. A failure ends the claim.
 */
async function startNew(
  run: Run,
  claim: OnboardingClaim,
  { body, persons, businesses }: Onboarding,
): Promise<Start> {
  const isInline = run.dialect.related_parties === 'inline';
  try {
    const whole = {
      ...body,
      ...(isInline && persons.length && { persons }),
      ...(isInline && businesses.length && { businesses }),
    };
    const { thing, existed, isReplay } = await postCase(run, whole, claim.identity);
    // A service that repeats an answer also recognises the keys of the parties.
    const isOwn = !existed || isReplay === true;
    return { thing, existed, isClaimed: true, isOwn, isInline, marks: [] };
  } catch (error) {
    await claim.fail(error);
    const isRefusal =
      outcomeOf(error) === 'refused' && isInline && persons.length + businesses.length > 0;
    throw isRefusal ? withText(error as Error, inlineOnly) : error;
  }
}

/** The case of an onboarding, its claim, and the parts of the claim's identity. */
interface Opening {
  claim: OnboardingClaim;
  parts?: unknown[];
  start: Start;
}

/** The case of this onboarding: a new or an existing one, as `when` says. */
async function begin(
  run: Run,
  onboarding: Onboarding,
  identity = caseIdentity(onboarding.body),
): Promise<Opening> {
  const { body, when = 'use' } = onboarding;
  const claim = identity ? await openClaim<CaseNote>(run, identity) : noClaim;
  const { note } = claim;
  const existing = note !== undefined ? await startFrom(run, note, body) : undefined;
  if (note !== undefined && !existing) {
    // The case no longer exists. The next one gets another key.
    return begin(run, onboarding, nextIdentity(identity!, caseIdIn(note)));
  }
  const start = existing ?? (await startNew(run, claim, onboarding));
  const opening = { claim, parts: identity?.parts, start };
  // A replay of the run that made the case continues it.
  const goesOn = when === 'stop' && isUnfinished(note);
  if (!identity || !start.existed || when === 'use' || goesOn) return opening;
  let isOther = true;
  try {
    const next = identityAfter(run, start.thing, body, identity, when);
    isOther = next !== undefined;
    return next ? await begin(run, onboarding, next) : opening;
  } finally {
    if (isOther && start.isClaimed) await claim.end(start.thing.application_id);
  }
}

/**
 * Adds parties to the case at the same time. Calls `added` for each success.
 * @param hasEarlier an earlier run may have sent them, with an unknown result.
 * @throws the first failure.
 */
async function addParties(
  run: Run,
  application_id: string,
  parties: Party[],
  hasEarlier: boolean,
  added: (party: Party, missing: NotTaken) => void,
) {
  await settleAll(
    parties.map(async (party) => {
      const identity = { ...partyIdentity(application_id, party), hasEarlier };
      const { thing } = await postParty(ofLine(run, party), application_id, party, identity);
      added(party, thing);
    }),
  );
}

/**
 * Adds the missing parties, each with its own request. Of several runs at once, only one adds them:
 * the run with the claim of the onboarding, or the run that claims the parties of an existing case.
 * @returns the fields that the service did not take.
 */
async function completeParties(
  run: Run,
  { claim, parts, start: { thing, existed, isClaimed, marks } }: Opening,
  parties: Party[],
): Promise<NotTaken[]> {
  const open = () => parties.filter((party) => !marks.includes(markOf(party)));
  if (!open().length) return [];
  const missing: NotTaken[] = [];
  const { application_id } = thing;
  const ofParties = parts && !isClaimed && { parts: [...parts, 'parties'], conflict: '' };
  const lock = ofParties ? await openClaim(run, ofParties) : undefined;
  try {
    // Another run may have added parties since the note was read.
    if (lock) marks.push(...marksIn(await recallNote<CaseNote>(run, parts!)));
    await addParties(run, application_id, open(), existed, (party, fields) => {
      marks.push(markOf(party));
      missing.push(fields);
    });
  } finally {
    if (lock) {
      await remember(run, parts!, noteOf(application_id, marks, isUnfinished(claim.note)));
      await lock.end();
    }
  }
  return missing;
}

/** The output about parties that were not changed. */
const partiesLeft = ({ host }: Run, parties: Parties): NotTaken => ({
  not_taken: (Object.keys(partyFields) as (keyof Parties)[])
    .filter((name) => parties[name].length > 0)
    .map((name) => partyFields[name]),
  not_taken_text: host.inWords(
    'The case existed already, so its related parties were not changed. Use {{add_related_person}} or {{add_related_business}} to add missing ones.',
  ),
});

/**
 * Adds to an error that the case exists, and what a repeat does.
 * @param isNoted a repeat finds the case, whatever the service does.
 */
function afterCase(
  error: Error,
  { application_id }: Case,
  isNoted: boolean,
  { body, when }: Onboarding,
): Error {
  const there = `Case ${application_id} exists already.`;
  const forGood = (why: string) =>
    // Zapier must not repeat it automatically.
    withText(
      error,
      `${there} Continue with it, for example with {{create_portal}}. {{A_replay}} would ${why}.`,
      'halt',
    );
  if (!body.external_reference)
    return forGood('create a second case, because there is no External Reference');
  if (isNoted) return withText(error, `${there} {{A_replay}} continues with it.`);
  if (when === 'stop') return forGood('stop, because the case exists');
  return withText(
    error,
    `${there} {{A_replay}} continues with it if the service recognises repeats. Look in the service first.`,
  );
}

/** The portal of the case: the existing one, or a new one. */
const portalOf = (run: Run, { thing, existed }: Start, wanted: Wanted) =>
  existed && thing.portal_link
    ? existingPortal(run, thing, wanted)
    : createPortal(run, {
        body: { application_id: thing.application_id, ...wanted },
        existing: thing,
      });

/**
 * POST /api/applications with the related parties, then its portal. One claim covers the whole
 * step, so one of several runs at once makes everything. A replay of a failed run finds its case by
 * the external reference and continues. A finished onboarding is not changed.
 */
export async function startOnboarding(run: Run, onboarding: Onboarding): Promise<Made<Case>> {
  const { body, portal: ofPortal, when } = onboarding;
  const parties = partiesOf(onboarding);
  for (const party of parties) checkParty(ofLine(run, party), party);
  refuseTwice(onboarding);
  const opening = await begin(run, onboarding);
  const { claim, parts, start } = opening;
  const { thing, existed, isClaimed, isOwn, isInline, marks } = start;
  const note = (unfinished: boolean) => noteOf(thing.application_id, marks, unfinished);
  const saving = isClaimed && isOwn ? claim.save(note(true)) : Promise.resolve(true);
  const settle = async (unfinished: boolean) => {
    await saving;
    if (isClaimed) return claim.end(note(unfinished && isOwn));
    if (!unfinished && claim.note !== undefined && isOwn) await remember(run, parts!, note(false));
    return true;
  };
  const isRepeatable = body.external_reference && (when !== 'stop' || (await saving));
  const rest = { ...run, unrepeatable: !isRepeatable };
  try {
    const missing = !isOwn
      ? []
      : isInline
        ? await checkParties(rest, thing, parties)
        : await completeParties(rest, opening, parties);
    const portal = await portalOf(withLabels(rest, ofPortal.labels), start, ofPortal.wanted);
    const left = !isOwn && parties.length > 0 ? [partiesLeft(run, onboarding)] : [];
    const notTaken = joinNotTaken(thing, ...missing, portal, ...left);
    await settle(false);
    return { thing: { ...thing, portal_link: portal.link, ...notTaken }, existed };
  } catch (error) {
    throw afterCase(error as Error, thing, await settle(true), onboarding);
  }
}
