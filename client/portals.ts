/**
 * The portal of a case: makes one, or finds the existing one ("Portal"). Never returns a link that
 * may belong to another case.
 */
import {
  idIn,
  idText,
  isPage,
  isReplay,
  isSuccess,
  namesField,
  statuses,
  type Answer,
} from './exchange/answer.ts';
import { recordOf } from './basics/json.ts';
import { dataOf } from './exchange/answer-body.ts';
import { findCase, getCase, type Case } from './cases.ts';
import { dealIdentity, showsDeal, type DealNote } from './deals.ts';
import {
  hasClosedPortal,
  isClosedPortal,
  portalLinkIn,
  portalUrl,
  waitsForClient,
} from './portal-link.ts';
import { endpoints, type NewPortal, type Portal } from '../service/contract.ts';
import { haltAfter } from './basics/errors.ts';
import { errorFromAnswer, errorFromContent } from './exchange/answer-errors.ts';
import { compare, quote, valuesIn, type NotTaken } from './comparison/not-taken.ts';
import { makeOnce, type Made } from './memory/once.ts';
import { withLabels, type Run } from './exchange/run.ts';
import type { Labels } from './basics/labels.ts';
import { send, type Identity } from './exchange/transport.ts';

/** A portal with its full link. A decided client who is not asked again has none. */
export type MadePortal = Partial<Portal> & NotTaken & { already_existed: boolean };

/** The options of a new portal. */
export type Wanted = Omit<NewPortal, 'application_id'>;

export interface PortalWish {
  body: NewPortal;
  /** Ask the client again even if an earlier request exists. */
  askAgain?: boolean;
  /** Without a case: one link per deal. */
  deal?: string;
  /** Labels of the fields that the input names itself. */
  labels?: Labels;
}

interface Task {
  run: Run;
  wanted: Wanted;
  /** Undefined for the portal of a new case. */
  application_id?: string;
  /** The case, if it was read and exists. */
  found?: Case;
  /** The error of the request that the service refused. */
  refusal?: Error;
}
type OfCase = Task & { application_id: string };

/**
 * What is done about the portal of a case. The rows are moments: before a request of Create Portal,
 * of Ask Again, for a deal, and for an existing case of Start Onboarding; after it, if the service
 * has no such path, or refuses. The columns say what the case shows: a decision, which counts only
 * where a row has it; a portal in which the client may work, in which the client is done, or which
 * is closed and the dialect opens; none of these; and nothing, because the case was not found.
 */
const table = {
  create: { decided: leave, open: keep, done: make, closed: make, none: make, unknown: make },
  again: { open: make, done: make, closed: make, none: make, unknown: make },
  deal: { decided: leave, open: keep, done: keep, closed: make, none: make, unknown: make },
  existing: { decided: leave, open: keep, done: reopen, closed: make, none: make, unknown: make },
  noPath: { open: reopen, done: reopen, closed: reopen, none: share, unknown: refuse },
  refused: { open: reopen, done: reopen, closed: reopen, none: refuse, unknown: refuse },
};

/** The column of a case, but for a decision. */
function columnOf({ run, found }: Task) {
  if (!found) return 'unknown';
  const isDone = /^(done|failed)$/i.test(found.status_execution ?? '');
  if (found.portal_link) return isDone ? 'done' : 'open';
  return hasClosedPortal(found) && run.dialect.portal_reopen !== null ? 'closed' : 'none';
}

async function act(moment: keyof typeof table, ofCase: OfCase): Promise<MadePortal> {
  const row = table[moment];
  if ('decided' in row && ofCase.found?.isDecided) return row.decided(ofCase);
  return row[columnOf(ofCase)](ofCase);
}

/**
 * Makes a portal for the case in the body, or for a new case.
 * @throws a halt if the service made a portal of another case, or does not know the case.
 */
export async function createPortal(ofStep: Run, wish: PortalWish): Promise<MadePortal> {
  const { body, deal, askAgain = false, labels } = wish;
  const run = withLabels(ofStep, { ...ofStep.labels, ...labels });
  const { application_id, ...wanted } = body;
  if (!application_id) {
    return deal ? dealPortal(run, deal, wanted, askAgain) : newPortal(run, wanted);
  }
  const found = askAgain ? undefined : await findCase(run, application_id);
  return act(askAgain ? 'again' : 'create', { run, application_id, wanted, found });
}

/** The portal of a case that Start Onboarding has made or found. */
export function portalOf(run: Run, { resource: found, existed }: Made<Case>, wanted: Wanted) {
  const { application_id } = found;
  return act(existed ? 'existing' : 'create', { run, application_id, wanted, found });
}

/** POST /api/portals. The client makes the case by submitting the portal. */
async function newPortal(run: Run, wanted: Wanted, identity?: Identity): Promise<MadePortal> {
  const answer = await send(run, endpoints.createPortal, { body: wanted, identity });
  return portalIn({ run, wanted }, answer);
}

/** The link of the deal. After an event named its case, the link of that case. */
async function dealPortal(run: Run, deal: string, wanted: Wanted, askAgain: boolean) {
  const { resource } = await makeOnce<MadePortal, DealNote>(run, dealIdentity(deal), {
    async make(identity) {
      const portal = await newPortal(run, wanted, identity);
      return { resource: portal, existed: portal.already_existed };
    },
    note: ({ link, portal_id }) => ({ link: link!, ...(portal_id && { portal_id }) }),
    async find(note) {
      if ('link' in note) return unchanged(run, wanted, note);
      const found = await findCase(run, note.application_id);
      // The case may have got another deal since.
      if (!found || !showsDeal(run, found, deal)) return undefined;
      const { application_id } = note;
      return act(askAgain ? 'again' : 'deal', { run, application_id, wanted, found });
    },
  });
  return resource;
}

/** POST …/{application_id}/portals. */
async function make(ofCase: OfCase): Promise<MadePortal> {
  const { run, application_id, wanted } = ofCase;
  const path = run.dialect.case_portal;
  if (!path) return share(ofCase);
  const endpoint = { ...endpoints.createCasePortal, path };
  const accept = [...statuses.conflict, ...statuses.noPath];
  const { redirect_url } = wanted;
  const configuration = { redirect_url, ...(wanted.configuration as object | undefined) };
  // One known service reads it in either place.
  const body = redirect_url ? { ...wanted, configuration } : wanted;
  const answer = await send(run, endpoint, { path: { application_id }, body, accept });
  const isElsewhere = statuses.noPath.includes(answer.status) || isPage(answer);
  // With a path of its own, it is the portal of the case.
  if (!isElsewhere) return { ...(await portalAfter(ofCase, answer)), application_id };
  const found = ofCase.found ?? (await findCase(run, application_id));
  const refusal = errorFromAnswer({ ...answer, status: 404 });
  return act('noPath', { ...ofCase, found, refusal });
}

/** POST /api/portals with a case. A service that ignores the case makes a portal for a new one. */
async function share(ofCase: OfCase): Promise<MadePortal> {
  const { run, application_id, wanted } = ofCase;
  const options = { body: { application_id, ...wanted }, accept: statuses.conflict };
  const portal = await portalAfter(ofCase, await send(run, endpoints.createPortal, options));
  if (portal.application_id) return portal;
  const { portal_link } = await getCase(run, application_id);
  if (portal_link && portal_link !== portal.link) throw foreign(application_id, 'another case');
  // null in the dialect means that this endpoint makes portals of cases.
  if (!portal_link && run.dialect.case_portal !== null) throw foreign(application_id);
  return { ...portal, application_id };
}

/** The portal of a case after an answer: the new one, or the one that a refusal may mean. */
async function portalAfter(ofCase: OfCase, answer: Answer): Promise<MadePortal> {
  if (isSuccess(answer)) return portalIn(ofCase, answer);
  const { run, application_id } = ofCase;
  // A refusal that names a field is about its value.
  const isAboutValue = answer.status !== 409 && namesField(answer);
  const reading = isAboutValue ? undefined : findCase(run, application_id);
  const found = await reading?.catch(() => undefined);
  const refusal = errorFromAnswer(answer);
  return act('refused', { ...ofCase, found, refusal });
}

function keep({ run, application_id, wanted, found }: OfCase): MadePortal {
  return unchanged(run, wanted, { application_id, link: found?.portal_link });
}

/** A decided case has a link only while the service itself asks again. */
function leave(ofCase: OfCase): MadePortal {
  const { run, application_id, wanted, found } = ofCase;
  if (found?.portal_link && waitsForClient(found)) return keep(ofCase);
  const why = `Case ${application_id} is decided (${found?.status_review}), so there is no link.`;
  return unchanged(run, wanted, { application_id }, why);
}

/** Reopens the portal if the dialect says how, else returns it unchanged. */
async function reopen(ofCase: OfCase): Promise<MadePortal> {
  const { run, application_id, wanted, found } = ofCase;
  const call = run.dialect.portal_reopen;
  if (!call) return keep(ofCase);
  const [method, path] = call.split(' ') as ['POST' | 'PUT' | 'PATCH', string];
  const endpoint = { method, path, about: 'case', holds: 'portal' as const };
  const answer = await send(run, endpoint, { path: { application_id }, body: wanted });
  const { data, link = found?.portal_link } = readAnswer(ofCase, answer);
  const latest = link ?? (await getCase(run, application_id)).portal_link;
  if (!latest) throw stillClosed(application_id);
  const notTaken = compare(wanted, data, run.labels);
  return { application_id, link: latest, already_existed: true, ...notTaken };
}

function refuse({ application_id, found, refusal }: OfCase): never {
  throw found && hasClosedPortal(found) ? stillClosed(application_id) : refusal!;
}

/** The output of an existing portal, whose options were not used. @param why it has no link. */
function unchanged(
  { host, labels }: Run,
  wanted: Wanted,
  portal: Partial<Portal>,
  why?: string,
): MadePortal {
  const values = valuesIn(wanted, labels);
  const list = values
    .map(({ label, sent }) => (typeof sent === 'object' ? label : `${label} ${quote(sent)}`))
    .join(', ');
  const unused = list && ` Not used: ${list}.`;
  const text = host.inWords(
    `${why ?? 'The portal existed already and was not changed.'}${unused} To ask the client again, use {{create_portal}} with {{Yes}} in Ask Again.`,
  );
  const not_taken_text = why || unused ? text : null;
  const not_taken = values.map(({ label }) => label);
  return { ...portal, already_existed: true, not_taken, not_taken_text };
}

/** @param other whose portal it is; undefined if nobody says. */
function foreign(application_id: string, other?: string): Error {
  const what = other
    ? `The service made a portal for ${other}`
    : 'The portal that the service made may belong to a new case';
  const orNull = other ? '' : ', or to null if that is POST /api/portals';
  return haltAfter(
    `${what} instead of case ${application_id}, so the {{step}} returns no link. Send the client the link that the service shows for the case. For your engineer: set "case_portal" in the dialect to the path for the portal of an existing case${orNull}.`,
    'unknown',
  );
}

const stillClosed = (application_id: string): Error =>
  haltAfter(
    `The portal of case ${application_id} is closed, and the service did not open it again, so the {{step}} returns no link. Open the portal in the service. For your engineer: set "portal_reopen" in the dialect to the call that opens it.`,
    'nothing',
  );

/** What an answer says about a portal. @throws a halt with both IDs if it is of another case. */
function readAnswer({ run, application_id }: Task, answer: Answer) {
  const data = recordOf(dataOf(run, answer, 'link'));
  const { application } = data;
  const caseId =
    idText(data.application_id) ?? idText(application) ?? idIn(application, 'application_id');
  if (application_id && caseId !== undefined && caseId !== application_id) {
    throw foreign(application_id, `case ${caseId}`);
  }
  const link = isClosedPortal(data) ? undefined : portalUrl(run, data.link ?? portalLinkIn(data));
  return { data, caseId, link };
}

/** The new portal in an answer; its link may be in its case. @throws an error without a link. */
async function portalIn(task: Task, answer: Answer): Promise<MadePortal> {
  const { run, wanted, application_id: of } = task;
  const { data, caseId, link: linkInAnswer } = readAnswer(task, answer);
  const link = linkInAnswer ?? (of && (await getCase(run, of)).portal_link);
  if (!link && of && (isClosedPortal(data) || hasClosedPortal(data))) throw stillClosed(of);
  if (!link) throw errorFromContent(answer);
  const id = idIn(data, 'portal_id');
  return {
    ...wanted,
    ...(linkInAnswer && data),
    application_id: caseId ?? (linkInAnswer ? undefined : of),
    portal_id: linkInAnswer && id !== (caseId ?? of) ? id : undefined,
    link,
    already_existed: isReplay(answer),
    ...compare(wanted, data, run.labels),
  };
}
