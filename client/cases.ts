/** Cases ("applications" in the API): find, create once, update and submit ("Endpoints"). */
import { endpoints, type Application, type CaseChange, type NewCase } from '../service/contract.ts';
import { isDecision } from '../service/dialect.ts';

import {
  casesNamedIn,
  idIn,
  idText,
  isReplay,
  isSuccess,
  namesDuplicate,
  namesField,
  statuses,
  type Answer,
} from './exchange/answer.ts';
import { recordOf } from './basics/json.ts';
import { failure, haltAfter, throttle, withText } from './basics/errors.ts';
import { errorFromAnswer, errorFromConflict, notOffered } from './exchange/answer-errors.ts';
import { baseUrl } from './exchange/connection.ts';
import { Claim, recallNote } from './memory/claim.ts';
import { noteExisting, openOnce, type Made, type Making, type Opened } from './memory/once.ts';
import { forget } from './memory/store.ts';
import { portalLinkIn, portalUrl, showsPortals, waitsForClient } from './portal-link.ts';
import { dataOf, resourceWithId, isThere, refuseOther } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { hasTime, hasZone, parseTime } from './basics/time.ts';
import { subjectMark, isOwnCase, referenceOf, refusalOf, type Evidence } from './case-owner.ts';
import { compareSubjects, haveOtherNames, type Verdict } from './comparison/same-subject.ts';
import { compare, compareExisting, joinNotTaken, type NotTaken } from './comparison/not-taken.ts';
import { errorFromRefusal, send, type Identity } from './exchange/transport.ts';
import { inDialect } from './exchange/wire.ts';
import { caseIdentity, identityAfter, type WhenExists } from './when-exists.ts';

/** A case as the service shows it, with what follows from that. */
export interface Case extends Application, Partial<NotTaken> {
  /** Its full link. */
  portal_link?: string;
  /** Its page for reviewers, if the dialect knows its form. */
  case_page?: string;
  isDecided?: boolean;
}

const asCase = (run: Run, application: Application): Case => ({
  ...application,
  isDecided: isDecision(run.dialect, application.status_review),
  portal_link: portalUrl(run, portalLinkIn(application)),
  case_page: run.dialect.case_page
    ?.replace('{base_url}', baseUrl(run))
    .replace('{application_id}', encodeURIComponent(application.application_id)),
});

const caseIn = (run: Run, answer: Answer): Case =>
  asCase(run, resourceWithId(run, answer, 'application_id'));

/** GET /api/applications/{application_id}; undefined for an unknown case. */
export async function findCase(
  run: Run,
  application_id: string,
  accept = statuses.absent,
): Promise<Case | undefined> {
  const found = await caseNamed(run, application_id, accept);
  if (found) refuseOther(found.application_id, application_id);
  return found;
}

/**
 * The cases that this connection noted for a reference, as they are now: of a business and of a
 * person. The service cannot search cases.
 */
export async function findCasesByReference(run: Run, external_reference: string): Promise<Case[]> {
  const notes = await Promise.all(
    [{ business: {} }, { person: {} }].map((subject) => {
      const { parts } = caseIdentity({ ...subject, external_reference })!;
      return recallNote<CaseNote>(run, parts);
    }),
  );
  const ids = new Set(notes.flatMap((note) => note?.id ?? []));
  const reads = await Promise.all([...ids].map((id) => findCase(run, id)));
  // Since then the case may have got another reference.
  const wanted = referenceOf({ external_reference });
  return reads.filter((found) => found && (referenceOf(found) ?? wanted) === wanted) as Case[];
}

/** Reads a case by a text that may not be an ID. The caller checks that it is the right case. */
async function caseNamed(run: Run, name: string, accept: number[]) {
  const path = { application_id: name };
  const answer = await send(run, endpoints.getCase, { path, accept });
  return isThere(answer) ? caseIn(run, answer) : undefined;
}

export const getCase = async (run: Run, application_id: string): Promise<Case> =>
  (await findCase(run, application_id, []))!;

/** The case that the step uses, with the sent fields that differ in it. */
const asExisting = (run: Run, body: NewCase, found: Case): Case => ({
  ...found,
  ...compareExisting(run, body, found),
});

/** The kind of the subject; undefined if the case does not show exactly one. */
function subjectIn({ business, business_id, person, person_id }: Application) {
  const isBusiness = Boolean(business ?? business_id);
  const isPerson = Boolean(person ?? person_id);
  if (isBusiness === isPerson) return undefined;
  return isBusiness ? 'business' : 'person';
}

/** The case with this reference among those. @throws a halt if that case has another subject. */
async function conflictingCase(run: Run, ids: string[], { business, external_reference }: NewCase) {
  const subject = business ? 'business' : 'person';
  for (const id of ids) {
    const found = await caseNamed(run, id, statuses.noSuchId);
    if (!found || referenceOf(found) !== referenceOf({ external_reference })) continue;
    if (subjectIn(found) === subject) return found;
    throw otherSubject(found, subject, external_reference);
  }
  return undefined;
}

const otherSubject = ({ application_id }: Case, subject: string, reference: unknown): Error =>
  haltAfter(
    `External Reference: "${reference}" belongs to case ${application_id}, which may not be about a ${subject}. Enter another reference for the new case, such as "${reference}-${subject === 'business' ? 'kyb' : 'kyc'}".`,
    'unknown',
  );

/** Milliseconds by which two clocks of a service may differ. */
const slack = 5000;

const [minute, day] = [60 * 1000, 24 * 3600 * 1000];

/** Whether the service made it for this request, by its clock; where it shows no moment, by 201. */
function originOf({ external_reference }: NewCase, { created_at }: Case, answer: Answer) {
  const age = parseTime(answer.headers.get('date')) - parseTime(created_at);
  if (isReplay(answer) || Math.abs(age) > 2 * day) return 'existing';
  // The service has nothing to find another one by.
  if (external_reference === undefined) return 'made';
  const seconds = /:\d\d:\d/.test(String(created_at)) ? 0 : minute;
  const isNow = age >= -slack && age <= (answer.duration ?? 0) + seconds + slack;
  const isTimed = !Number.isNaN(age) && hasTime(created_at);
  if (isTimed && hasZone(created_at)) return isNow ? 'made' : 'existing';
  // A time without its zone may be any hour.
  return answer.status === 201 && (isNow || !isTimed) ? 'made' : 'unclear';
}

/** The answer to the POST of a case. */
interface PostedCase extends Made<Case> {
  /** The service repeated an earlier answer to the same key. */
  isReplay?: boolean;
  /** The case as the answer shows it, without what was sent. */
  inAnswer?: Case;
  /** The service has made it for this request. */
  isJustMade?: boolean;
  /** Whose it is, by what the answer shows. */
  verdict?: Verdict;
  /** Why the case is not used: it may be another client's. A note of it prevents one more. */
  unproven?: Error;
}

/** POST /api/applications. Of a refusal, the case with this reference that it names. */
async function postCase(run: Run, body: NewCase, identity?: Identity): Promise<PostedCase> {
  let found: Case | undefined;
  const isDuplicate = (answer: Answer) =>
    statuses.conflict.includes(answer.status) && namesDuplicate(answer);
  const answer = await send(run, endpoints.createCase, {
    body,
    identity,
    accept: [...statuses.conflict, 404],
    async isExplained(refusal) {
      if (!identity || !statuses.conflict.includes(refusal.status)) return false;
      const ids = casesNamedIn(refusal, body.external_reference);
      found = await conflictingCase(run, ids, body);
      return ids.length > 0 || isDuplicate(refusal);
    },
  });
  if (found) return { resource: asExisting(run, body, found), existed: true };
  if (isSuccess(answer)) return newCase(run, body, answer);
  if (answer.status === 404) throw notOffered(answer);
  const mayExist = identity?.earlier !== undefined && !namesField(answer);
  throw identity && (answer.status === 409 || isDuplicate(answer) || mayExist)
    ? errorFromConflict(answer, identity.conflict)
    : errorFromRefusal(answer, identity);
}

/** The new case. Reads it if the answer may be about an earlier one. */
async function newCase(run: Run, body: NewCase, answer: Answer): Promise<PostedCase> {
  let created = caseIn(run, answer);
  let verdict = body.external_reference ? compareSubjects(body, created) : undefined;
  // Without its client, the answer may be about the case of another one.
  const isRead = verdict?.is === 'unclear';
  if (isRead) {
    try {
      const found = await findCase(run, created.application_id);
      if (!found) {
        throw throttle('The service does not show the case yet. {{tries_again}}', 30, 'unknown');
      }
      created = found;
      verdict = compareSubjects(body, created);
    } catch (error) {
      const text = `Case ${created.application_id} exists already; whose it is, is not clear yet.`;
      return { resource: created, existed: false, unproven: withText(error as Error, text) };
    }
  }
  const subject = body.business ? 'business' : 'person';
  const about = subjectIn(created);
  if (body.external_reference && about !== undefined && about !== subject) {
    throw otherSubject(created, subject, body.external_reference);
  }
  const origin = originOf(body, created, answer);
  if (origin === 'existing') {
    // A repeated answer shows an earlier state.
    const found = isRead ? created : await getCase(run, created.application_id);
    const isRepeated = isReplay(answer) || answer.status === 201;
    return { resource: asExisting(run, body, found), existed: true, isReplay: isRepeated };
  }
  const { persons: _persons, businesses: _businesses, ...caseFields } = body;
  // After 200, a run of another client may have made it in these seconds.
  const isOther =
    answer.status !== 201 &&
    (verdict?.is === 'other' || (verdict && haveOtherNames(body, created)));
  const unclear = `The service does not show whose case ${created.application_id} is, so it is unclear whether it took the client's data. Look at the case in the service.`;
  const missing = joinNotTaken(
    compare(caseFields, created, run.labels),
    verdict?.by.length === 0 ? { not_taken_text: unclear } : {},
  );
  // A single spread of all four takes 40 times as long on Node 20.
  const resource: Case = Object.assign({}, caseFields, created, missing);
  return {
    resource,
    existed: false,
    inAnswer: created,
    isJustMade: origin === 'made' && !isOther,
    verdict,
  };
}

/** The case of a step, and the claim of its reference. */
export type CaseOpening = Opened<Case, CaseNote> & PostedCase;

/**
 * The case of a reference: the existing one, or the one that POST /api/applications makes once. The
 * caller ends the claim. @throws a halt if the case is about another client, or as `when` says.
 */
export async function openCase(
  run: Run,
  body: NewCase,
  { when = 'use', resumes }: { when?: WhenExists } & Pick<Making<Case, CaseNote>, 'resumes'>,
): Promise<CaseOpening> {
  const refuse = (found: Case, evidence?: Evidence) =>
    when === 'use_any' ? undefined : refusalOf(body, found, run.labels, evidence);
  const first = caseIdentity(body);
  if (!first) {
    const posted = await postCase(run, body);
    const error = posted.existed ? refuse(posted.resource) : undefined;
    if (error) throw error;
    const identity: Identity = { parts: [], conflict: '' };
    return { ...posted, claim: new Claim<CaseNote>(run, identity), identity };
  }
  const making: Making<Case, CaseNote> = {
    async make(identity) {
      const result = await postCase(run, body, identity);
      const { resource, inAnswer = resource, existed, isJustMade, verdict, unproven } = result;
      const error = unproven ?? refuse(inAnswer, { isJustMade, verdict });
      if (error && existed) throw error;
      return { ...result, unproven: error };
    },
    async find({ id, client, madeFor }) {
      const found = await findCase(run, id);
      if (!found) return undefined;
      const error = refuse(found, { mark: client, madeFor });
      if (error) throw error;
      return asExisting(run, body, found);
    },
    resumes,
  };
  let identity = first;
  while (true) {
    const opened: CaseOpening = await openOnce(run, identity, making);
    const { resource, existed, claim, unproven } = opened;
    if (unproven) {
      // A repeat must prove the client.
      const madeFor = opened.isJustMade ? subjectMark(body) : undefined;
      const note = { id: resource.application_id, client: '', madeFor };
      await (resumes ? claim.failed(unproven, { ...note, parties: [] }) : claim.done(note));
      throw unproven;
    }
    // A replay of the run that made the case continues it.
    const goesOn = when === 'stop' && claim.isMine && claim.found?.state === 'unfinished';
    if (!existed || goesOn) return opened;
    const end = () => (claim.found ? claim.release() : claim.done(noteOf(body, opened)));
    try {
      const next = identityAfter(run, resource, body, opened.identity, when);
      if (!next) return opened;
      identity = next;
    } catch (error) {
      await end();
      throw error;
    }
    // Steps that use the reference later get the newest of its cases.
    await end();
  }
}

/**
 * POST /api/applications. Makes a case with an external reference only once. A repeat returns the
 * current case, or does as `when` says.
 */
export async function createCase(
  run: Run,
  wanted: NewCase,
  when?: WhenExists,
): Promise<Made<Case>> {
  const body = inDialect(run.dialect, wanted, 'case');
  const opened = await openCase(run, body, { when });
  await opened.claim.done(noteOf(body, opened));
  return opened;
}

export interface CaseNote {
  id: string;
  /** A mark of its client. */
  client: string;
  /** The mark of the client for which it was made, where it shows another one. */
  madeFor?: string;
  /** Marks of the related parties that Start Onboarding added; undefined before it. */
  parties?: string[];
}

/** The note of a case without an onboarding. The mark of another client would prove nothing. */
export function noteOf(body: NewCase, opened: PostedCase): CaseNote {
  const { resource, inAnswer = resource, isJustMade } = opened;
  const { verdict = compareSubjects(body, inAnswer) } = opened;
  const client = isOwnCase(verdict, isJustMade) ? subjectMark(body) : '';
  return { id: resource.application_id, client };
}

/**
 * Notes the case under its new reference, where that is free, for steps that use this one later. The
 * old reference may get another case. A repeat notes what an earlier run did not come to.
 * @returns false if it could not be noted.
 */
async function moveReference(run: Run, found: Case, change: CaseChange): Promise<boolean> {
  const subject = subjectIn(found);
  if (!subject || run.installation.memory === 'off') return true;
  // The exact texts: 15-character Salesforce IDs differ in capitals alone.
  const [before, after] = [found, change].map((one) => idText(one.external_reference));
  const [old, next] = [before, after].map((external_reference) =>
    caseIdentity({ [subject]: {}, external_reference }),
  );
  const noted = old && (await recallNote<CaseNote>(run, old.parts));
  if (noted && before === after) return true;
  const isNoted = noted?.id === found.application_id;
  if (isNoted) await forget(run, old!.parts);
  const note = isNoted ? noted : { id: found.application_id, client: '', parties: [] };
  return !next || noteExisting(run, next, note).catch(() => false);
}

/** PUT /api/applications/{application_id}. Reads the case if the answer does not contain it. */
export async function updateCase(
  run: Run,
  application_id: string,
  change: CaseChange,
): Promise<Case> {
  const body = inDialect(run.dialect, change, 'case');
  const path = { application_id };
  const isMoved = Object.hasOwn(body, 'external_reference');
  const before = isMoved ? await findCase(run, application_id) : undefined;
  const answer = await send(run, endpoints.updateCase, { path, body, accept: statuses.conflict });
  const { external_reference: reference } = body;
  if (!isSuccess(answer)) {
    if (reference === undefined || !namesDuplicate(answer)) throw errorFromAnswer(answer);
    const taken = `External Reference: "${reference}" belongs to another case, so nothing was changed. Enter another reference.`;
    throw errorFromConflict(answer, taken);
  }
  const moving = before && moveReference(run, before, body);
  const updated = await caseAfter(run, application_id, answer).finally(() => moving);
  const problem = `External Reference: it could not be noted that case ${application_id} has "${reference}" now. Steps with that reference may not find it, or make another case. Use the ID of the case, or {{replay}}.`;
  const not_taken_text = (await moving) === false ? run.host.inWords(problem) : null;
  return { ...updated, ...joinNotTaken(compare(body, updated, run.labels), { not_taken_text }) };
}

/**
 * PUT /api/applications/{application_id}/submit. Reads the case if the answer does not contain it.
 * A case that is no longer a draft counts as submitted: an earlier answer was lost.
 */
export async function submitCase(run: Run, application_id: string): Promise<Case> {
  const path = { application_id };
  const answer = await send(run, endpoints.submitCase, { path, accept: statuses.conflict });
  if (isSuccess(answer)) {
    const submitted = await caseAfter(run, application_id, answer);
    // After 202 the service may still be processing.
    if (submitted.is_draft !== true || answer.status === 202) return submitted;
    throw failure(
      `The service accepted the request, but case ${application_id} is still a draft. Look at the case in the service: some data may be missing. {{A_replay}} submits it again.`,
      'unknown',
    );
  }
  // A refusal that names a field is about what the draft needs.
  const isAboutValues = answer.status !== 409 && !answer.isRepeat && namesField(answer);
  const found = isAboutValues ? undefined : await findCase(run, application_id);
  if (found?.is_draft === false) return found;
  throw errorFromAnswer(answer);
}

async function caseAfter(run: Run, application_id: string, answer: Answer) {
  const data = recordOf(dataOf(run, answer));
  // It may depend on the portal whom the case waits for.
  const needsPortal = data.is_draft === true || waitsForClient(data);
  const isCase = 'status_review' in data && (!needsPortal || showsPortals(data));
  refuseOther(isCase ? idIn(data, 'application_id') : idText(data.application_id), application_id);
  return isCase ? asCase(run, { ...data, application_id }) : getCase(run, application_id);
}
