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
import { isRecord, recordOf } from './basics/json.ts';
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
import { compare, type NotTaken } from './comparison/not-taken.ts';
import { makeOnce, type Made } from './memory/once.ts';
import type { Run } from './exchange/run.ts';
import { send, factsOf, type About, type Identity } from './exchange/transport.ts';

/** A portal with its full link. A decided client who is not asked again has none. */
export type MadePortal = Partial<Portal> & NotTaken & { already_existed: boolean };

/** The options of a new portal. */
export type Wanted = Omit<NewPortal, 'application_id'>;

/** The input of a step. */
export interface PortalWish {
  body: NewPortal;
  /** Ask the client again even if an earlier request exists. */
  askAgain?: boolean;
  /** Without a case: one link per deal. */
  deal?: string;
}

/**
 * Makes a portal for the case in the body, or for a new case.
 * @throws a halt if the service made a portal of another case, or does not know the case.
 */
export async function createPortal(run: Run, wish: PortalWish): Promise<MadePortal> {
  const { body, deal, askAgain = false } = wish;
  const { application_id, ...wanted } = body;
  if (!application_id) {
    return deal ? dealPortal(run, deal, wanted, askAgain) : newPortal(run, wanted);
  }
  const existing = askAgain ? undefined : await findCase(run, application_id);
  const left = existing && portalLeft(run, existing, wanted);
  return left ?? casePortal(run, application_id, wanted, existing);
}

/** POST /api/portals. The client makes the case by submitting the portal. */
async function newPortal(run: Run, wanted: Wanted, identity?: Identity): Promise<MadePortal> {
  const answer = await send(run, endpoints.createPortal, { body: wanted, identity });
  return portalIn(run, endpoints.createPortal, answer, wanted);
}

/** The link of the deal. After an event named its case, the link of that case. */
async function dealPortal(run: Run, deal: string, wanted: Wanted, askAgain: boolean) {
  const ofCase = (found?: Case) => {
    // The case may have got another deal since.
    if (!found || !showsDeal(run, found, deal)) return undefined;
    const left = !askAgain && portalLeft(run, found, wanted, Boolean(found.portal_link));
    return left || casePortal(run, found.application_id, wanted, found);
  };
  const { resource } = await makeOnce<MadePortal, DealNote>(run, dealIdentity(deal), {
    async make(identity) {
      const portal = await newPortal(run, wanted, identity);
      return { resource: portal, existed: portal.already_existed };
    },
    note: ({ link, portal_id }) => ({ link: link!, ...(portal_id && { portal_id }) }),
    async find(note) {
      return 'link' in note
        ? { ...note, already_existed: true, ...unusedOptions(run, wanted) }
        : ofCase(await findCase(run, note.application_id));
    },
  });
  return resource;
}

/** True while the client may work in the portal: an open link, and no status that says otherwise. */
const hasOpenRequest = ({ portal_link, status_execution }: Case): boolean =>
  Boolean(portal_link) && !/^(done|failed)$/i.test(status_execution ?? '');

/**
 * The portal of a case whose client is not to be asked now; undefined for other cases. A decided
 * case has a link only while the service itself asks again.
 */
function portalLeft(run: Run, found: Case, wanted: Wanted, isLeft = hasOpenRequest(found)) {
  if (!found.isDecided) return isLeft ? unchanged(run, found, wanted) : undefined;
  const isAsked = found.portal_link && waitsForClient(found);
  const why = `Case ${found.application_id} is decided (${found.status_review}), so there is no link.`;
  return unchanged(run, found, wanted, isAsked ? undefined : why);
}

/** True for an open portal, and for a closed one that the dialect can open again. */
const hasPortal = ({ dialect }: Run, found: Case): boolean =>
  Boolean(found.portal_link) || (dialect.portal_reopen !== null && hasClosedPortal(found));

/** POST …/{application_id}/portals. Interprets its refusals. */
async function casePortal(run: Run, application_id: string, wanted: Wanted, existing?: Case) {
  const path = run.dialect.case_portal;
  if (!path) return sharedPortal(run, application_id, wanted);
  const endpoint = { ...endpoints.createCasePortal, path };
  const accept = [...statuses.conflict, ...statuses.noPath];
  const { redirect_url } = wanted;
  const configuration = { redirect_url, ...(wanted.configuration as object | undefined) };
  // One known service reads it in either place.
  const body = redirect_url ? { ...wanted, configuration } : wanted;
  const answer = await send(run, endpoint, { path: { application_id }, body, accept });
  const isElsewhere = statuses.noPath.includes(answer.status) || isPage(answer);
  if (!isElsewhere) return portalAfter(run, endpoint, answer, wanted, application_id);
  const found = existing ?? (await findCase(run, application_id));
  if (!found) throw errorFromAnswer({ ...answer, status: 404 }, factsOf(run, endpoint));
  if (hasPortal(run, found)) return reopenedPortal(run, found, wanted);
  return sharedPortal(run, application_id, wanted);
}

/**
 * The portal of the case after an answer: the new one, or the one that a refusal may mean.
 * @throws the error of the refusal if the case has none.
 */
async function portalAfter(
  run: Run,
  endpoint: About,
  answer: Answer,
  wanted: Wanted,
  application_id: string,
): Promise<MadePortal> {
  if (isSuccess(answer)) return portalIn(run, endpoint, answer, wanted, application_id);
  // A refusal that names a field is about its value.
  const mayHavePortal = answer.status === 409 || !namesField(answer);
  const found = mayHavePortal && (await findCase(run, application_id).catch(() => undefined));
  if (!found || !hasPortal(run, found)) {
    throw found && hasClosedPortal(found)
      ? stillClosed(application_id)
      : errorFromAnswer(answer, factsOf(run, endpoint));
  }
  return reopenedPortal(run, found, wanted);
}

/** POST /api/portals with a case. A service that ignores the case makes a portal for a new one. */
async function sharedPortal(run: Run, application_id: string, wanted: Wanted) {
  const endpoint = endpoints.createPortal;
  const options = { body: { application_id, ...wanted }, accept: statuses.conflict };
  const answer = await send(run, endpoint, options);
  const portal = await portalAfter(run, endpoint, answer, wanted, application_id);
  if (portal.application_id) return portal;
  const { portal_link } = await getCase(run, application_id);
  if (portal_link && portal_link !== portal.link) throw foreign(application_id, 'another case');
  // null in the dialect means that this endpoint makes portals of cases.
  if (!portal_link && run.dialect.case_portal !== null) {
    throw haltAfter(
      `The portal that the service made may belong to a new case instead of case ${application_id}, so the {{step}} returns no link. Send the client the link that the service shows for the case. For your engineer: set "case_portal" in the dialect to the path for the portal of an existing case, or to null if that is POST /api/portals.`,
      'unknown',
    );
  }
  return { ...portal, application_id };
}

/** The portal of a case that the step has made or found. Reopens that of an existing case. */
export async function portalOf(run: Run, { resource, existed }: Made<Case>, wanted: Wanted) {
  const left = portalLeft(run, resource, wanted);
  if (!left && existed && resource.portal_link) return reopenedPortal(run, resource, wanted);
  return left ?? casePortal(run, resource.application_id, wanted, resource);
}

/** The unchanged portal; the options of the step are not used. @param why there is no link. */
const unchanged = (run: Run, found: Case, wanted: Wanted, why?: string): MadePortal => ({
  application_id: found.application_id,
  link: why ? undefined : found.portal_link,
  already_existed: true,
  ...unusedOptions(run, wanted, why),
});

/** Reopens the portal if the dialect says how, else returns it unchanged. */
async function reopenedPortal(run: Run, found: Case, wanted: Wanted): Promise<MadePortal> {
  const { application_id } = found;
  const call = run.dialect.portal_reopen;
  if (!call) return unchanged(run, found, wanted);
  const [method, path] = call.split(' ') as ['POST' | 'PUT' | 'PATCH', string];
  const reopen = { method, path, about: 'case', holds: 'portal' as const };
  const answer = await send(run, reopen, { path: { application_id }, body: wanted });
  const data = recordOf(dataOf(run, reopen, answer, 'link'));
  refuseForeign(data, application_id);
  const link =
    linkIn(run, data) ?? found.portal_link ?? (await getCase(run, application_id)).portal_link;
  if (!link) throw stillClosed(application_id);
  return {
    application_id,
    link,
    already_existed: true,
    ...compare(wanted, data, run.labels),
  };
}

/** The output about options that were not used, and why there is no link. */
function unusedOptions({ host, labels }: Run, wanted: Wanted, why?: string): NotTaken {
  const names = Object.entries(wanted).flatMap(([key, value]) =>
    key === 'configuration' && isRecord(value)
      ? Object.keys(value).map((part) => labels[`${key}.${part}`] ?? part)
      : (labels[key] ?? key),
  );
  const unused = names.length ? ` Not used: ${names.join(', ')}.` : '';
  const text = host.inWords(
    `${why ?? 'The portal existed already and was not changed.'}${unused} To ask the client again, use {{create_portal}} with {{Yes}} in Ask Again.`,
  );
  return { not_taken: names, not_taken_text: why || unused ? text : null };
}

type Data = Record<string, unknown>;

/** The link in an answer about a portal; undefined for a closed portal. */
const linkIn = (run: Run, data: Data): string | undefined =>
  isClosedPortal(data) ? undefined : portalUrl(run, data.link ?? portalLinkIn(data));

/** The ID of the case in an answer about a portal. */
const caseIdIn = ({ application_id, application }: Data): string | undefined =>
  idText(application_id) ?? idText(application) ?? idIn(application, 'application_id');

const foreign = (application_id: string, other: string): Error =>
  haltAfter(
    `The service made a portal for ${other} instead of case ${application_id}, so the {{step}} returns no link. Send the client the link that the service shows for the case. For your engineer: set "case_portal" in the dialect to the path for the portal of an existing case.`,
    'unknown',
  );

const stillClosed = (application_id: string): Error =>
  haltAfter(
    `The portal of case ${application_id} is closed, and the service did not open it again, so the {{step}} returns no link. Open the portal in the service. For your engineer: set "portal_reopen" in the dialect to the call that opens it.`,
    'nothing',
  );

/** @throws a halt with both IDs if the answer is about another case. */
function refuseForeign(data: Data, application_id: string): void {
  const other = caseIdIn(data);
  if (other !== undefined && other !== application_id) {
    throw foreign(application_id, `case ${other}`);
  }
}

/**
 * The portal in an answer. If the answer has no link, the link of its case.
 * @param of the case that it must belong to; undefined for the portal of a new case.
 * @throws a halt for another case's portal, and an error without a link.
 */
async function portalIn(
  run: Run,
  endpoint: About,
  answer: Answer,
  wanted: Wanted,
  of?: string,
): Promise<MadePortal> {
  const data = recordOf(dataOf(run, endpoint, answer, 'link'));
  if (of !== undefined) refuseForeign(data, of);
  const linkInAnswer = linkIn(run, data);
  const link =
    linkInAnswer ?? (of === undefined ? undefined : (await getCase(run, of)).portal_link);
  if (!link && of !== undefined && (isClosedPortal(data) || hasClosedPortal(data))) {
    throw stillClosed(of);
  }
  if (!link) throw errorFromContent(answer, factsOf(run, endpoint));
  // With a path of its own, or the link of the case, it is the portal of the case.
  const isOfCase = !linkInAnswer || endpoint !== endpoints.createPortal;
  const application_id = caseIdIn(data) ?? (isOfCase ? of : undefined);
  const id = idIn(data, 'portal_id');
  return {
    ...wanted,
    ...(linkInAnswer && data),
    application_id,
    portal_id: linkInAnswer && id !== application_id ? id : undefined,
    link,
    already_existed: isReplay(answer),
    ...compare(wanted, data, run.labels),
  };
}
