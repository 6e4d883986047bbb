/** A deal becomes a case with a portal link: the one step that makes several things ("Flow rules", 2). */
import {
  caseIdIn,
  findCase,
  getCase,
  listParties,
  postCase,
  postParty,
  type Case,
  type CaseNote,
} from './client.ts';
import type { NewCase } from './contract.ts';
import { withText } from './errors.ts';
import { hold, recallKnown, remember, type Held, type Made } from './memory.ts';
import {
  entriesOf,
  listKeys,
  markOf,
  partiesOf,
  showsParties,
  type Parties,
  type Party,
} from './parties.ts';
import { createPortal, existingPortal } from './portal.ts';
import { dialect } from './dialect-in-use.ts';
import { notTaken, told } from './taken.ts';
import type { Context, Identity } from './transport.ts';
import { caseIdentity, identityAfter, type WhenExists } from './when-exists.ts';

/** What a step asks for: a case, the parties in it, where the client goes after the portal. */
export interface Onboarding extends Parties {
  body: NewCase;
  redirect_url?: string | null;
  /** Left out: the case there is. */
  when?: WhenExists;
}

/** The memory of one onboarding: nothing is claimed or kept without an External Reference. */
interface Memory extends Held<CaseNote> {
  identity?: unknown[];
}
const noMemory: Memory = { keep: async () => false, end: async () => false };

/** A case made after a decided one is noted as the latest of its reference as well. */
async function memoryOf(context: Context, body: NewCase, identity?: Identity): Promise<Memory> {
  if (!identity) return noMemory;
  const held = await hold<CaseNote>(context, identity.parts);
  const first = caseIdentity(body)!.parts;
  const isLater = identity.parts.length > first.length;
  const end: Memory['end'] = async (known) => {
    const noted = isLater && known !== undefined && remember(context, first, known);
    const [kept] = await Promise.all([held.end(known), noted]);
    return kept;
  };
  return { ...held, end, identity: identity.parts };
}

const marksIn = (note?: CaseNote): string[] =>
  note === undefined || typeof note === 'string' ? [] : note.parties;
const noteOf = (id: string, marks: string[], unfinished: boolean): CaseNote =>
  marks.length || unfinished
    ? { id, parties: [...new Set(marks)], ...(unfinished && { unfinished }) }
    : id;
const isUnfinished = (note?: CaseNote): boolean =>
  typeof note === 'object' && note.unfinished === true;

const isInline = () => dialect().related_parties === 'inline';

/** A case that is there, what it needs yet, and what is known of it. */
interface Begun {
  thing: Case;
  existed: boolean;
  /** The claim of the onboarding is this run's. */
  owned: boolean;
  /** Marks of the parties that are in. */
  marks: string[];
}

/** The case made before, else a new one with the parties in it. A claim ends where none can be made. */
async function begin(
  context: Context,
  memory: Memory,
  { body, persons, businesses }: Onboarding,
  identity?: Identity,
): Promise<Begun> {
  const { known } = memory;
  const found = known !== undefined && (await findCase(context, caseIdIn(known)));
  if (found) return { thing: found, existed: true, owned: false, marks: marksIn(known) };
  try {
    const whole = {
      ...body,
      ...(isInline() && persons.length && { persons }),
      ...(isInline() && businesses.length && { businesses }),
    };
    const made = await postCase(context, whole, identity);
    return { ...made, owned: true, marks: [] };
  } catch (error) {
    await memory.end();
    throw error;
  }
}

/** The case of this onboarding: a new one, or one that is there, as `when` says. */
async function beginAs(
  context: Context,
  onboarding: Onboarding,
  identity = caseIdentity(onboarding.body),
): Promise<{ memory: Memory; begun: Begun }> {
  const { body, when = 'use' } = onboarding;
  const memory = await memoryOf(context, body, identity);
  const begun = await begin(context, memory, onboarding, identity);
  // A replay of the run that made the case goes on with it.
  const isOwn = when === 'stop' && isUnfinished(memory.known);
  if (!identity || !begun.existed || when === 'use' || isOwn) return { memory, begun };
  let isOther = true;
  try {
    const next = identityAfter(begun.thing, body, identity, when);
    isOther = next !== undefined;
    if (!next) return { memory, begun };
    return await beginAs(context, onboarding, next);
  } finally {
    if (isOther && begun.owned) await memory.end(begun.thing.application_id);
  }
}

/**
 * What the service shows of the parties of a case: the case at hand, the case as it is read, or its
 * lists. A kind that is shown nowhere counts as not there.
 */
async function shownParties(context: Context, found: Case, parties: Party[]) {
  if (showsParties(found, parties)) return found;
  const { application_id } = found;
  const now = await getCase(context, application_id);
  if (showsParties(now, parties)) return now;
  const kinds = [...new Set(parties.map(({ kind }) => kind))];
  const lists = await Promise.all(
    kinds.map(async (kind) => [
      listKeys[kind],
      now[listKeys[kind]] ?? (await listParties(context, application_id, kind)),
    ]),
  );
  return Object.fromEntries(lists) as Record<string, unknown>;
}

/** The context of a request for one line: its fields have the labels of the line. */
function ofLine(context: Context, { line }: Party): Context {
  const own = Object.entries(context.labels)
    .filter(([path]) => path.startsWith(`${line}.`))
    .map(([path, label]) => [path.slice(`${line}.`.length), label]);
  return { ...context, labels: { ...context.labels, ...Object.fromEntries(own) } };
}

/** Adds parties to the case, all at once. `added` is told of each that is in. @throws the first failure. */
async function addParties(
  context: Context,
  application_id: string,
  parties: Party[],
  added: (party: Party, lost: string[]) => void,
) {
  const outcomes = await Promise.allSettled(
    parties.map(async (party) => {
      const { thing } = await postParty(ofLine(context, party), application_id, party);
      added(party, notTakenOf(context, party, thing));
    }),
  );
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** The fields of a party that its entry in the case lacks. */
const notTakenOf = (context: Context, { kind, body }: Party, entry: unknown): string[] =>
  notTaken({ [listKeys[kind]]: body }, { [listKeys[kind]]: entry }, context.labels);

/**
 * Brings the parties into the case that are not in it. Of several runs at once only the one that
 * holds the onboarding does, or where the case was known before, the one that claims them now.
 * @returns labels of fields that the service did not take.
 */
async function completeParties(
  context: Context,
  { identity, known }: Memory,
  begun: Begun,
  parties: Party[],
): Promise<string[]> {
  const { thing, existed, owned } = begun;
  const open = () => parties.filter((party) => !begun.marks.includes(markOf(party)));
  if (!open().length) return [];
  const lost: string[] = [];
  if (existed || isInline()) {
    const entries = entriesOf(await shownParties(context, thing, parties), parties);
    for (const [party, entry] of entries) {
      if (!entry) continue;
      begun.marks.push(markOf(party));
      if (!existed) lost.push(...notTakenOf(context, party, entry));
    }
  }
  if (!open().length) return lost;
  const { application_id } = thing;
  const lock = identity && !owned ? await hold(context, [...identity, 'parties']) : undefined;
  try {
    // Another run may have added some since this one read of them.
    if (lock) begun.marks.push(...marksIn(await recallKnown<CaseNote>(context, identity!)));
    await addParties(context, application_id, open(), (party, missed) => {
      begun.marks.push(markOf(party));
      lost.push(...missed);
    });
  } finally {
    const note = noteOf(application_id, begun.marks, isUnfinished(known));
    if (lock) await remember(context, identity!, note);
    await lock?.end();
  }
  return lost;
}

/** The failure of a step after it made its case: says so, and what a repeat does. */
function afterCase(error: Error, { thing, kept }: Made<Case>, { body, when }: Onboarding): Error {
  const there = `Case ${thing.application_id} is there already.`;
  const forGood = (why: string) =>
    // Zapier must not repeat it by itself.
    withText(
      error,
      `${there} Continue with it, for example with Create Portal Link: a replay of this step would ${why}.`,
      'halt',
    );
  if (!body.external_reference)
    return forGood('make a second one, as it has no External Reference');
  if (kept) return withText(error, `${there} A replay continues with it.`);
  if (when === 'stop') return forGood('stop, as the case exists');
  return withText(
    error,
    `${there} A replay continues with it where the service recognises a repeated request; look there first.`,
  );
}

/**
 * POST /api/applications with the related parties, then its portal. One claim is held from the first
 * to the last, so that of two runs at once one makes everything. A run that failed half-way
 * continues with its case when replayed, by the external reference.
 */
export async function startOnboarding(
  context: Context,
  onboarding: Onboarding,
): Promise<Made<Case>> {
  const { body, redirect_url, when } = onboarding;
  const parties = partiesOf(onboarding);
  const { memory, begun } = await beginAs(context, onboarding);
  const { thing, existed, owned } = begun;
  const { application_id } = thing;
  const note = (unfinished: boolean) => noteOf(application_id, begun.marks, unfinished);
  const keeping = owned ? memory.keep(note(true)) : Promise.resolve(true);
  const settle = async (unfinished: boolean) => {
    await keeping;
    if (owned) return memory.end(note(unfinished));
    if (!unfinished && isUnfinished(memory.known)) {
      await remember(context, memory.identity!, note(false));
    }
    return true;
  };
  const isRepeatable = body.external_reference && (when !== 'stop' || (await keeping));
  const rest = { ...context, unrepeatable: !isRepeatable };
  try {
    const lost = await completeParties(rest, memory, begun, parties);
    const wanted = { ...(redirect_url && { redirect_url }) };
    const portal =
      existed && thing.portal_link
        ? await existingPortal(rest, thing, wanted)
        : await createPortal(rest, { application_id, ...wanted }, thing);
    const taken = told([...(thing.not_taken ?? []), ...lost, ...portal.not_taken]);
    return {
      thing: { ...thing, portal_link: portal.link, ...taken },
      existed,
      kept: await settle(false),
    };
  } catch (error) {
    const made = { thing, existed, kept: await settle(true) };
    throw afterCase(error as Error, made, onboarding);
  }
}
