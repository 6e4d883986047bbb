/** The decision on a case ("Decisions"). */
import { endpoints, type Decision, type NewDecision } from '../service/contract.ts';

import { idText, isPage, isRecord, isSuccess, parseJson, saysFailed } from './answer.ts';
import {
  errorFromAnswer,
  errorFromContent,
  errorFromFailure,
  filledTwice,
  halt,
} from './errors.ts';
import { refuseOther, thingIn } from './thing.ts';
import type { Run } from './run.ts';
import { notTaken, asNotTaken, type NotTaken } from './not-taken.ts';
import { check, send, subjectOf } from './transport.ts';

/** True if the word is a decision. */
const isDecision = ({ dialect }: Run, word: unknown): boolean =>
  typeof word === 'string' && dialect.decision_statuses.includes(word);

/** These statuses mean that the path does not exist and nothing was recorded. */
const elsewhere = [301, 307, 308, 404, 405];

/** After these redirects the service may have processed the request. */
const processed = [302, 303];

/** A web application next to the API may refuse with a web page. */
const maybePage = [400, 401, 403];

/**
 * POST /applications/{id}/decisions. If that path is outside the API, tries it again below /api.
 * Any 2xx without a web page means that the decision was recorded.
 * @throws a halt for a redirect after which the decision may have been recorded.
 */
export async function recordDecision(
  run: Run,
  application_id: string,
  decision: NewDecision,
): Promise<Decision & NotTaken> {
  const { status, text, ...rest } = decision;
  const { body: schema, ...endpoint } = endpoints.recordDecision;
  check(schema, decision, run.labels);
  const { decisions, decision_status_key, decision_text_key } = run.dialect;
  const own = { [decision_status_key]: 'Decision', ...(text && { [decision_text_key]: 'Reason' }) };
  if (text && decision_status_key === decision_text_key) {
    throw halt(
      `Decision and Reason have the same name "${decision_text_key}" in the dialect, so one would be lost. Whoever manages this integration can set "decision_status_key" and "decision_text_key" to two different names.`,
    );
  }
  const stray = Object.keys(rest).find((name) => Object.hasOwn(own, name));
  if (stray !== undefined) throw filledTwice(stray, own[stray]!);
  const body = {
    ...rest,
    [decision_status_key]: status,
    ...(text && { [decision_text_key]: text }),
  };
  const accept = [...elsewhere, ...processed, ...maybePage];
  const post = (path: string) =>
    send(run, { ...endpoint, path }, { path: { application_id }, body, accept });

  let answer = await post(decisions);
  const isElsewhere = elsewhere.includes(answer.status) || isPage(answer);
  if (isElsewhere && !processed.includes(answer.status) && !decisions.startsWith('/api/')) {
    // 404 means "no such path" or "no such case". The second path shows which.
    answer = await post(`/api${decisions}`);
  }
  if (processed.includes(answer.status)) {
    throw halt(
      `The service redirected the decision, so it may have been recorded. Look at case ${application_id} in the service before you record it again. Whoever manages this integration can set "decisions" in its dialect to the right path.`,
    );
  }
  const subject = subjectOf(run, endpoint);
  if (!isSuccess(answer)) throw errorFromAnswer(answer, subject);
  if (isPage(answer)) throw errorFromContent(answer, subject);
  const content = parseJson(answer.content);
  if (saysFailed(answer)) throw errorFromFailure(answer, subject);
  const recorded = thingIn(run.dialect, content);
  const answered = isRecord(recorded) ? recorded : {};
  refuseOther(idText(answered.application_id), application_id);
  const missing = notTaken(body, answered, run.labels);
  const isOther =
    isDecision(run, answered[decision_status_key]) && answered[decision_status_key] !== status;
  const leftOut = asNotTaken([...missing, ...(isOther ? ['Decision'] : [])]);
  return { application_id, status, text, ...answered, ...leftOut };
}
