/**
 * The portal of a case: made, or found where the case has one ("Portal"). A link is handed out only
 * where nothing says that it belongs to another case.
 */
import {
  idIn,
  idText,
  isPage,
  isRecord,
  isReplay,
  isSuccess,
  problemsIn,
  type Answer,
} from './answer.ts';
import { dataOf } from './results.ts';
import { findCase, getCase, type Case } from './cases.ts';
import { portalUrl } from './portal-link.ts';
import { endpoints, type NewPortal, type Portal } from '../service/contract.ts';
import { errorFromAnswer, errorFromContent, halt } from './errors.ts';
import { portalLinkIn } from './events.ts';
import { notTakenOf, type NotTaken } from './not-taken.ts';
import type { Run } from './run.ts';
import { send, subjectOf, type About } from './transport.ts';

/** A portal with its link as a full URL. */
export type MadePortal = Portal & NotTaken & { already_existed: boolean };

/** What is wanted of a portal besides its case. */
type Wanted = Omit<NewPortal, 'application_id'>;

/**
 * A portal for a new case, or for the one the body names.
 * @param existing the case where it has just been read or made.
 * @throws a halt where the service made a portal of another case, or knows no such case.
 */
export async function createPortal(
  run: Run,
  { application_id, ...wanted }: NewPortal,
  existing?: Case,
): Promise<MadePortal> {
  if (application_id) return casePortal(run, application_id, wanted, existing);
  const answer = await send(run, endpoints.createPortal, { body: wanted });
  return portalIn(run, endpoints.createPortal, answer, wanted);
}

/** POST …/{application_id}/portals, and what its refusal means. */
async function casePortal(
  run: Run,
  application_id: string,
  wanted: Wanted,
  existing?: Case,
): Promise<MadePortal> {
  const path = run.dialect.case_portal;
  if (!path) return sharedPortal(run, application_id, wanted);
  const endpoint = { ...endpoints.createCasePortal, path };
  const accept = [400, 404, 405, 409, 422];
  const options = { path: { application_id }, body: wanted, accept };
  const answer = await send(run, endpoint, options);
  const isElsewhere = [404, 405].includes(answer.status) || isPage(answer);
  if (isSuccess(answer) && !isElsewhere) {
    return ownPortal(run, endpoint, answer, wanted, application_id);
  }
  if (!isElsewhere) {
    return portalBehind(run, endpoint, answer, wanted, application_id);
  }
  const found = existing ?? (await findCase(run, application_id));
  if (!found) throw errorFromAnswer({ ...answer, status: 404 }, subjectOf(run, endpoint));
  if (found.portal_link) return existingPortal(run, found, wanted);
  return sharedPortal(run, application_id, wanted);
}

/** True for a refusal that may come of a portal that is there; not for that of a value. */
const mayHavePortal = ({ status, content }: Answer): boolean =>
  status === 409 || !problemsIn(content).some(({ field }) => field);

/** The portal a refusal may come of. @throws what the refusal means where the case has none. */
async function portalBehind(
  run: Run,
  endpoint: About,
  answer: Answer,
  wanted: Wanted,
  application_id: string,
): Promise<MadePortal> {
  const found = mayHavePortal(answer)
    ? await findCase(run, application_id).catch(() => undefined)
    : undefined;
  if (!found?.portal_link) throw errorFromAnswer(answer, subjectOf(run, endpoint));
  return existingPortal(run, found, wanted);
}

/** POST /api/portals for a case; a service that ignores which would make one for a new case. */
async function sharedPortal(run: Run, application_id: string, wanted: Wanted) {
  const endpoint = endpoints.createPortal;
  const options = { body: { application_id, ...wanted }, accept: [400, 409, 422] };
  const answer = await send(run, endpoint, options);
  if (!isSuccess(answer)) return portalBehind(run, endpoint, answer, wanted, application_id);
  const portal = await ownPortal(run, endpoint, answer, wanted, application_id);
  if (portal.application_id) return portal;
  const { portal_link } = await getCase(run, application_id);
  if (portal_link && portal_link !== portal.link) throw foreign(application_id, 'another case');
  return { ...portal, application_id };
}

/**
 * The portal the case has already, opened again where a setting names how. What was wanted of a new
 * one is then not taken.
 */
export async function existingPortal(
  run: Run,
  { application_id, portal_link: link = '' }: Case,
  wanted: Wanted = {},
): Promise<MadePortal> {
  const call = run.dialect.portal_reopen;
  if (!call) {
    const missing = notTakenOf(wanted, blank(wanted), run.labels);
    return { application_id, link, already_existed: true, ...missing };
  }
  const [method, path] = call.split(' ') as ['POST' | 'PUT' | 'PATCH', string];
  const reopen = { method, path, about: 'case' };
  const answer = await send(run, reopen, { path: { application_id }, body: wanted });
  const data = dataOf(run, reopen, answer, 'link');
  refuseForeign(data, application_id);
  return {
    application_id,
    link: linkIn(run, data) ?? link,
    already_existed: true,
    ...notTakenOf(wanted, data, run.labels),
  };
}

/** The same keys with nothing in them. */
const blank = (wanted: object) => Object.fromEntries(Object.keys(wanted).map((key) => [key, null]));

const linkIn = (run: Run, data: unknown): string | undefined =>
  isRecord(data) ? portalUrl(run, data.link ?? portalLinkIn(data)) : undefined;

/** The id of the case that an answer about a portal names. */
const caseIdIn = (data: unknown): string | undefined =>
  isRecord(data)
    ? (idText(data.application_id) ?? idIn(data.application, 'application_id'))
    : undefined;

const foreign = (application_id: string, other: string): Error =>
  halt(
    `The service made a portal for ${other} instead of case ${application_id}, so the {{step}} returns no link. Whoever manages this integration can set case_portal in its dialect to the path where the service makes a portal of an existing case.`,
  );

/** @throws a halt that names both cases when the answer is about another one. */
function refuseForeign(data: unknown, application_id: string): void {
  const other = caseIdIn(data);
  if (other !== undefined && other !== application_id) {
    throw foreign(application_id, `case ${other}`);
  }
}

/** The portal of an answer, which must carry its link. */
function portalIn(run: Run, endpoint: About, answer: Answer, wanted: Wanted): MadePortal {
  const data = dataOf(run, endpoint, answer, 'link') as Partial<Portal>;
  const link = linkIn(run, data);
  if (!link) throw errorFromContent(answer, subjectOf(run, endpoint));
  const application_id = caseIdIn(data);
  const id = idIn(data, 'portal_id');
  return {
    ...wanted,
    ...data,
    application_id,
    portal_id: id === application_id ? undefined : id,
    link,
    already_existed: isReplay(answer),
    ...notTakenOf(wanted, data, run.labels),
  };
}

/** The same for a given case: never that of another, and read from the case where the answer lacks it. */
async function ownPortal(
  run: Run,
  endpoint: About,
  answer: Answer,
  wanted: Wanted,
  application_id: string,
): Promise<MadePortal> {
  const data = dataOf(run, endpoint, answer, 'link');
  refuseForeign(data, application_id);
  if (linkIn(run, data)) {
    const portal = portalIn(run, endpoint, answer, wanted);
    // Under a path of its own the case is named by the request.
    return endpoint === endpoints.createPortal ? portal : { ...portal, application_id };
  }
  const { portal_link } = await getCase(run, application_id);
  if (!portal_link) throw errorFromContent(answer, subjectOf(run, endpoint));
  const missing = notTakenOf(wanted, data, run.labels);
  return { ...wanted, application_id, link: portal_link, already_existed: false, ...missing };
}
