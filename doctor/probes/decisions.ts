/** Where decisions are recorded and how their body is named. */
import { isGood, isRecord, type Answer } from '../http.ts';
import { blamed } from '../names.ts';
import {
  at,
  call,
  casePath,
  defaultOf,
  limit,
  note,
  problem,
  settle,
  type Visit,
} from '../visit.ts';

const paths = [defaultOf('decisionsPath'), defaultOf('decisionsFallbackPath')];
const nobody = 'doctor-no-such-case';

const statusNames = ['status', 'decision', 'outcome', 'result', 'status_review'];
const textNames = ['text', 'comment', 'reason', 'note', 'message'];
const rejections = ['rejected', 'REJECTED', 'reject', 'declined'];

const saysNothing = ({ isApi, status }: Answer) => !isApi || [404, 405].includes(status);
const detailOf = ({ data }: Answer) => (isRecord(data) ? JSON.stringify(data) : undefined);

/** The path that is one of the API, shown by a case that does not exist, with an empty body. */
async function findPath(visit: Visit): Promise<{ path: string; answer: Answer } | undefined> {
  const absent = await call(visit, { method: 'POST', path: '/api/doctor-no-such-path', json: {} });
  const lines: string[] = [];
  for (const path of paths) {
    const answer = await call(visit, { method: 'POST', path: at(path, nobody), json: {} });
    lines.push(answer.line);
    // "No such case" differs in its words from "no such path".
    const isThere =
      !saysNothing(answer) || (answer.status === 404 && detailOf(answer) !== detailOf(absent));
    if (!answer.isApi || !isThere) continue;
    settle(visit, 'decisionsPath', path, 'Path of decisions', path, lines.join(', '));
    return { path, answer };
  }
  limit(visit, 'Path of decisions', 'at none of the known paths', lines.join(', '));
  return undefined;
}

/** The name of the status, as a refusal of an empty body speaks of it. */
async function findStatusName(visit: Visit, path: string, first: Answer, draft: string) {
  // Some look for the case before they read the body; an empty body decides nothing.
  const empty =
    first.status === 404
      ? await call(visit, { method: 'POST', path: at(path, draft), json: {} })
      : first;
  return { name: blamed(empty).find((part) => statusNames.includes(part)), line: empty.line };
}

/** Looks at decisions without making one. @returns where and how, for the one that is made. */
export async function findDecisions(visit: Visit, draft: string) {
  const found = await findPath(visit);
  if (!found) return undefined;
  const { path, answer } = found;
  const { name, line } = await findStatusName(visit, path, answer, draft);
  const point = 'Status of a decision';
  if (name) settle(visit, 'decisionStatusKey', name, point, `under ${name}`, line);
  else note(visit, point, 'not to be told without --decide', line);
  return { path, name };
}

/** Rejects under one name of the status with one value: with a text, and without where none fits. */
async function attempt(visit: Visit, path: string, key: string, value: string) {
  const lines: string[] = [];
  for (const text of [...textNames, '']) {
    const json = { [key]: value, ...(text && { [text]: 'Doctor check' }) };
    const answer = await call(visit, { method: 'POST', path, json });
    lines.push(answer.line);
    if (isGood(answer)) return { text, lines };
    if (!text || !blamed(answer).includes(text)) break;
  }
  return { lines };
}

/** Rejects the draft, and reads from the case that it is. @returns how; an empty text where none is taken. */
async function decide(visit: Visit, path: string, name: string | undefined, draft: string) {
  const lines = new Set<string>();
  for (const key of name ? [name] : statusNames) {
    for (const value of rejections) {
      const tried = await attempt(visit, at(path, draft), key, value);
      tried.lines.forEach((line) => lines.add(line));
      if (tried.text === undefined) continue;
      const read = await call(visit, { path: at(casePath, draft) });
      const { status_review } = isRecord(read.data) ? read.data : {};
      if (String(status_review).toLowerCase().startsWith(value.slice(0, 6).toLowerCase())) {
        return { key, value, text: tried.text, line: tried.lines.at(-1)! };
      }
    }
  }
  problem(visit, 'Decision', 'none is recorded', [...lines].join(', '));
  return undefined;
}

/** Submits the draft and rejects it. */
export async function rejectDraft(
  visit: Visit,
  { path, name }: { path: string; name?: string },
  draft: string,
): Promise<void> {
  const submitted = await call(visit, { method: 'PUT', path: at(`${casePath}/submit`, draft) });
  if (isGood(submitted)) note(visit, 'Submission', 'takes the case out of draft', submitted.line);
  else problem(visit, 'Submission', 'is refused', submitted.line);
  const made = await decide(visit, path, name, draft);
  if (!made) return;
  const { key, value, text, line } = made;
  settle(visit, 'decisionStatusKey', key, 'Status of a decision', `${key}: ${value}`, line);
  if (text) settle(visit, 'decisionTextKey', text, 'Text of a decision', text, line);
  else limit(visit, 'Text of a decision', 'taken under no likely name', line);
  if (value !== 'rejected') {
    const statuses = `approved,${value}`;
    settle(visit, 'decisionStatuses', statuses, 'Values of a decision', value, line);
  }
}
