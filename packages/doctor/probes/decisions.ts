/** Finds the path and the body of decisions. */
import { isGood, isNoPath, isUnclear, type Answer, type Request } from '../exchange.ts';
import { isRecord } from '../../../client/basics/json.ts';
import { blamed, complaintsIn, valuesIn } from '../likely-names.ts';
import {
  call,
  casePath,
  limit,
  note,
  problem,
  settle,
  standard,
  unclear,
  type Visit,
} from '../visit.ts';
import { readStates } from './draft.ts';

const paths = [standard.decisions, `/api${standard.decisions}`];
const ofNobody = (path: string) => path.replace('{application_id}', 'doctor-no-such-case');

const statusNames = ['status', 'decision', 'outcome', 'result', 'status_review'];
const textNames = ['text', 'comment', 'reason', 'note', 'message'];
const rejections = ['rejected', 'REJECTED', 'reject', 'declined'];
const isRejection = (value: string) => /^(rej|decl|refus|deni)/i.test(value);

/** Facts about decisions, found without making one. */
interface Decisions {
  path: string;
  /** Key of the status. */
  name?: string;
  /** Valid values of the status, from a refusal. */
  values: string[];
}

const detailOf = ({ data }: Answer) => (isRecord(data) ? JSON.stringify(data) : undefined);

/** The path that belongs to the API: it refuses an unknown case with an empty body. */
async function findPath(visit: Visit): Promise<{ path: string; answer: Answer } | undefined> {
  const point = 'Path of decisions';
  const post = (path: string) => call(visit, { method: 'POST', path, json: {} });
  const absent = await post('/api/doctor-no-such-path');
  const answers: Answer[] = [];
  for (const path of paths) {
    const answer = await post(ofNobody(path));
    answers.push(answer);
    // "No such case" has other words than "no such path".
    const isNobody = answer.status === 404 && detailOf(answer) !== detailOf(absent);
    if (!answer.isApi || isUnclear(answer) || (isNoPath(answer) && !isNobody)) continue;
    const evidence = answers.map(({ line }) => line).join(', ');
    settle(visit, 'decisions', path, point, path, evidence);
    return { path, answer };
  }
  const evidence = answers.map(({ line }) => line).join(', ');
  if (answers.some(isUnclear)) unclear(visit, point, evidence);
  else limit(visit, point, `none of ${paths.join(', ')}`, evidence);
  return undefined;
}

/** The valid values of a key in a refusal, without the sent value. */
const valuesFor = (answer: Answer, key: string, sent: string): string[] =>
  complaintsIn(answer)
    .filter(({ place }) => place === key)
    .flatMap(({ text }) => valuesIn(text))
    .filter((value) => value !== sent);

/** Examines decisions without touching a case. */
export async function findDecisions(visit: Visit): Promise<Decisions | undefined> {
  const found = await findPath(visit);
  if (!found) return undefined;
  const { path, answer } = found;
  const point = 'Status of a decision';
  const name = blamed(answer).find((part) => statusNames.includes(part));
  if (!name) {
    if (!visit.decide) note(visit, point, 'needs --decide', answer.line);
    return { path, values: [] };
  }
  settle(visit, 'decision_status_key', name, point, `under ${name}`, answer.line);
  const wrong = 'doctor-no-such-status';
  const json = { [name]: wrong };
  const refusal = await call(visit, { method: 'POST', path: ofNobody(path), json });
  const values = [...new Set(valuesFor(refusal, name, wrong))];
  if (values.length) {
    const words = values.join(', ');
    settle(visit, 'decision_statuses', values, 'Values of a decision', words, refusal.line);
  }
  return { path, name, values };
}

/** A recorded decision: its status, and the texts in it by name. */
interface Made {
  key: string;
  value: string;
  texts: Record<string, string>;
  answer: Answer;
}

/** Rejects with one name and one value of the status, and fewer and fewer names of the text. */
async function reject(
  visit: Visit,
  request: Pick<Request, 'path' | 'parameters'>,
  key: string,
  value: string,
  lines: string[],
) {
  const texts: Record<string, string> = Object.fromEntries(
    textNames.map((name) => [name, `Doctor check by ${name}`]),
  );
  while (true) {
    const json = { ...texts, [key]: value };
    const answer = await call(visit, { ...request, method: 'POST', json });
    lines.push(answer.line);
    if (isGood(answer)) return { key, value, texts, answer };
    const refused = blamed(answer).filter((name) => name in texts);
    if (isUnclear(answer) || !refused.length) return undefined;
    refused.forEach((name) => delete texts[name]);
  }
}

/** Rejects the draft and checks the case. */
async function decide(visit: Visit, { path, name, values }: Decisions, draft: string) {
  const lines: string[] = [];
  const parameters = { application_id: draft };
  const named = values.filter(isRejection);
  for (const key of name ? [name] : statusNames) {
    for (const value of named.length ? named : rejections) {
      const made: Made | undefined = await reject(visit, { path, parameters }, key, value, lines);
      if (!made) continue;
      const read = await call(visit, { path: casePath, parameters });
      if (isUnclear(read)) {
        unclear(visit, 'Decision', read.line);
        return undefined;
      }
      const { status_review } = isRecord(read.data) ? read.data : {};
      if (isRejection(String(status_review))) return { ...made, read };
    }
  }
  problem(visit, 'Decision', 'none is recorded', [...new Set(lines)].join(', '));
  return undefined;
}

/** The name of the reason: the one that the case shows, or the only one that was not refused. */
function settleText(visit: Visit, { texts, answer }: Made, read: Answer): void {
  const point = 'Text of a decision';
  const names = Object.keys(texts);
  const seen = names.find((name) =>
    [answer, read].some(({ text }) => text.includes(JSON.stringify(texts[name]))),
  );
  const name = seen ?? (names.length === 1 ? names[0] : undefined);
  if (name) settle(visit, 'decision_text_key', name, point, name, read.line);
  else if (names.length) unclear(visit, point, `${read.line}, which shows none`);
  else limit(visit, point, `not accepted under ${textNames.join(', ')}`, answer.line);
}

/** Submits the draft and rejects it. */
export async function rejectDraft(visit: Visit, decisions: Decisions, draft: string) {
  const submitted = await call(visit, {
    method: 'PUT',
    path: `${casePath}/submit`,
    parameters: { application_id: draft },
  });
  if (isGood(submitted)) note(visit, 'Submission', 'takes the case out of draft', submitted.line);
  else if (isUnclear(submitted)) unclear(visit, 'Submission', submitted.line);
  else problem(visit, 'Submission', 'is refused', submitted.line);
  const made = await decide(visit, decisions, draft);
  if (!made) return;
  const { key, value, read } = made;
  const { line } = made.answer;
  settle(visit, 'decision_status_key', key, 'Status of a decision', `${key}: ${value}`, line);
  settleText(visit, made, read);
  if (!decisions.values.length) {
    const statuses = standard.decision_statuses.map((word) => (isRejection(word) ? value : word));
    settle(visit, 'decision_statuses', statuses, 'Values of a decision', value, line);
  }
  // The words of decisions are also the words of the states after them.
  readStates(visit, read.data, read.line, visit.dialect.decision_statuses);
}
