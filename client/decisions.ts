/** The decision on a case ("Decisions"). */
import { endpoints, type Decision, type NewDecision } from '../service/contract.ts';

import { normalOf } from '../service/kinds.ts';
import { idText, isPage, isSuccess, otherCaseIn, statuses } from './exchange/answer.ts';
import { parseJson, recordOf, withoutNulls } from './basics/json.ts';
import { getCase } from './cases.ts';
import {
  asNotTaken,
  differencesIn,
  type Difference,
  type NotTaken,
} from './comparison/not-taken.ts';
import { duplicateField, halt } from './basics/errors.ts';
import { errorFromAnswer, errorFromContent, haltAt } from './exchange/answer-errors.ts';
import { refuseFailed, refuseOther, resourceIn } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { toSuggestion } from './exchange/suggestions.ts';
import { checkBody, send } from './exchange/transport.ts';

/** These statuses mean that the path does not exist and nothing was recorded. */
const elsewhere = [301, 307, 308, ...statuses.noPath];

/** What the status after a decision says otherwise. Reads the case if the answer shows none. */
async function differenceOf(
  run: Run,
  application_id: string,
  sent: string,
  answered: Record<string, unknown>,
): Promise<Difference[]> {
  const { decision_status_key, decision_statuses, review_statuses } = run.dialect;
  const isOneOf = (words: unknown[], word: unknown) =>
    words.some((one) => normalOf('text', one) === normalOf('text', word));
  const decisions = [sent, ...decision_statuses];
  const actual =
    [answered[decision_status_key], answered.status_review].find((word) =>
      isOneOf([...decisions, ...review_statuses], word),
    ) ?? (await getCase(run, application_id).catch(() => undefined))?.status_review;
  // The statuses of a case may have other words than the decisions.
  const isClear = isOneOf(review_statuses, sent) || isOneOf(decisions, actual);
  return isOneOf([sent], actual)
    ? []
    : [{ label: 'Decision', sent, actual, isUnclear: !actual || !isClear }];
}

/**
 * POST /applications/{id}/decisions. If that path is outside the API, tries it again below /api.
 * Any 2xx means that the decision was recorded, unless it is a web page or says otherwise. Reads the
 * case if the answer does not show the decision.
 * @throws a halt for a redirect after which the decision may have been recorded.
 */
export async function recordDecision(
  run: Run,
  application_id: string,
  decision: NewDecision,
): Promise<Decision & NotTaken> {
  const { status: typed, text, ...rest } = decision;
  const { body: schema, ...endpoint } = endpoints.recordDecision;
  checkBody(schema, decision, run.labels);
  const { decisions, decision_status_key, decision_statuses, decision_text_key } = run.dialect;
  const status = toSuggestion(decision_statuses, typed, 'Decision');
  const labels = {
    [decision_status_key]: 'Decision',
    ...(text && { [decision_text_key]: 'Reason' }),
  };
  if (text && decision_status_key === decision_text_key) {
    throw halt(
      `Decision and Reason would go to the service under one name, so one would be lost. For your engineer: set "decision_status_key" and "decision_text_key" in the dialect to two different names.`,
    );
  }
  const stray = Object.keys(rest).find((name) => Object.hasOwn(labels, name));
  if (stray !== undefined) throw duplicateField(stray, labels[stray]!);
  const body = {
    ...rest,
    [decision_status_key]: status,
    ...(text && { [decision_text_key]: text }),
  };
  // A web application next to the API may refuse with a web page.
  const accept = [...elsewhere, ...statuses.processed, 400, 401, 403];
  const post = (path: string) =>
    send(run, { ...endpoint, path }, { path: { application_id }, body, accept });

  let answer = await post(decisions);
  const isElsewhere = elsewhere.includes(answer.status) || isPage(answer);
  const isFinal = statuses.processed.includes(answer.status) || otherCaseIn(answer) !== undefined;
  if (isElsewhere && !isFinal && !decisions.startsWith('/api/')) {
    // 404 means "no such path" or "no such case". The second path shows which.
    answer = await post(`/api${decisions}`);
  }
  if (statuses.processed.includes(answer.status)) {
    throw haltAt(
      answer,
      `The service redirected the decision, so it may have been recorded. Look at case ${application_id} in the service before you record it again. For your engineer: set "decisions" in the dialect to the right path.`,
      'unknown',
    );
  }
  if (!isSuccess(answer)) throw errorFromAnswer(answer);
  if (isPage(answer)) throw errorFromContent(answer);
  refuseFailed(answer, null);
  const answered = recordOf(resourceIn(parseJson(answer.content)));
  refuseOther(idText(answered.application_id), application_id);
  const differences = [
    ...differencesIn(body, answered, run.labels, [decision_status_key]),
    ...(await differenceOf(run, application_id, status, answered)),
  ];
  return { application_id, status, text, ...withoutNulls(answered), ...asNotTaken(differences) };
}
