/**
 * Whose a case is. An External Reference is a claim: two deals may have the same one by mistake. What
 * the case shows of its client, or the note of an earlier run, proves whose it is.
 */
import type { Application, NewCase } from '../service/contract.ts';

import { idText } from './exchange/answer.ts';
import { halt } from './basics/errors.ts';
import { labelAt, type Labels } from './basics/labels.ts';
import { fingerprint } from './exchange/transport.ts';
import {
  compareSubjects,
  contradicts,
  normalOfMark,
  marks,
  openMarks,
  shownOf,
  type Mark,
  type Verdict,
} from './comparison/same-subject.ts';
import { quote } from './comparison/not-taken.ts';

/** A mark of the client that a step was about. */
export function subjectMark(body: NewCase): string {
  const values = shownOf(body);
  const forms = marks.map((mark) => normalOfMark(mark, values[mark]));
  return fingerprint(['client', forms]).slice(0, 16);
}

/** The form in which references compare. */
export const referenceOf = ({ external_reference }: Pick<NewCase, 'external_reference'>) =>
  idText(external_reference)?.normalize('NFC').toLowerCase();

/** The label of a mark, as the editor shows it. */
function labelOf(mark: Mark, { business }: NewCase, labels: Labels): string {
  const ofPerson = mark === 'name' ? ['given_names', 'last_name'] : [mark];
  const ofBusiness = mark === 'name' ? ['organization_name'] : [mark];
  const [owner, keys] = business ? ['business', ofBusiness] : ['person', ofPerson];
  return keys.map((key) => labelAt([owner, key], labels)).join(' and ');
}

/** What is known about a case beside what it shows. */
export interface Evidence {
  /** The mark in our note of this reference: the service may have renamed its client since. */
  mark?: string;
  /** The mark of the client for which this connection made the case. */
  madeFor?: string;
  /** The service has made this case for the request of this step. */
  isJustMade?: boolean;
  /** What the comparison of both clients said, if it was made before. */
  verdict?: Verdict;
}

/** True if the case is the client's: for a new case, if nothing contradicts. */
export const isOwnCase = (verdict: Verdict, isJustMade = false): boolean =>
  verdict.is === 'same' || (isJustMade && !contradicts(verdict));

const compactText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** True for a text that is cut off beside the other one, or has "?" in place of a letter. */
function isDamaged(text: string, other = ''): boolean {
  const [part, whole] = [text, other].map(compactText) as [string, string];
  return /\p{L}\?\p{L}/u.test(text) || (part !== whole && whole.startsWith(part));
}

/** The next click if it is the same client. A damaged text is not to be written into the case. */
function adviceOf(sent: NewCase, found: Application, open: Mark[], labels: Labels): string {
  const [ours, theirs] = [shownOf(sent), shownOf(found)];
  const damaged = open.find((mark) => isDamaged(ours[mark]!, theirs[mark]));
  if (damaged) {
    return `If it is the same client, correct ${labelOf(damaged, sent, labels)} in this {{step}}.`;
  }
  const changes = open.map((mark) => `${labelOf(mark, sent, labels)} ${quote(ours[mark]!)}`);
  return changes.length
    ? `If it is the same client, use {{update_case}} for case ${found.application_id} with ${changes.join(', ')}.`
    : 'Fill in more about the client, such as the name.';
}

const mapReference = '{{map}} the reference of this deal';

/** What the verdict says, with both values of each field, and the next click. */
function messageOf(sent: NewCase, found: Application, evidence: Evidence, labels: Labels): string {
  const { verdict = compareSubjects(sent, found), isJustMade, madeFor } = evidence;
  const [ours, theirs] = [shownOf(sent), shownOf(found)];
  const open = openMarks(sent, found);
  const seen = verdict.by.length ? verdict.by : open;
  // Two persons may share all but the name.
  const told = new Set<Mark>(sent.person ? [...seen, 'name'] : seen);
  const lines = [...told].map((mark) => {
    const inCase = theirs[mark] ? quote(theirs[mark]) : 'not shown';
    const here = ours[mark] ? quote(ours[mark]) : 'empty';
    return `${labelOf(mark, sent, labels)}: ${here} in this {{step}}, ${inCase} in the case.`;
  });
  const { application_id } = found;
  // Without a reference, the service answered with a case that it has.
  const reference = sent.external_reference ? quote(sent.external_reference) : 'The answer';
  if (isJustMade || madeFor === subjectMark(sent)) {
    const head = `the service made case ${application_id} for ${reference}, but shows another value in it.`;
    const advice = `If it is this client, correct the case in the service, and {{replay}}. If it is not, ${mapReference}.`;
    return [head, ...lines, advice].join(' ');
  }
  const head =
    verdict.is === 'other'
      ? `${reference} belongs to the case of another client, ${application_id}, which was left as it is.`
      : `${reference} belongs to case ${application_id}, and it is unclear whether that is about the same client.`;
  const decisive = open.filter((mark) => verdict.by.includes(mark));
  const advice = adviceOf(sent, found, decisive.length ? decisive : open, labels);
  const second = sent.person ? '; a second applicant needs a reference of its own' : '';
  return [head, ...lines, advice, `If it is not, ${mapReference}${second}.`].join(' ');
}

const refusal = (text: string): Error =>
  halt(
    `External Reference: ${text} To use the case as it is, choose "Use it, whoever the client is" in When a Case Exists.`,
  );

/**
 * Checks a case that was found by its reference, before a link of it is used.
 * @returns a halt that names the fields and both values; undefined for the client's own case.
 */
export function refusalOf(
  sent: NewCase,
  found: Application,
  labels: Labels,
  evidence: Evidence = {},
): Error | undefined {
  const { mark, isJustMade = false, verdict = compareSubjects(sent, found) } = evidence;
  const now = referenceOf(found);
  const reference = referenceOf(sent);
  if (!isJustMade && reference && now !== undefined && now !== reference) {
    const { application_id, external_reference } = found;
    return refusal(
      `case ${application_id} of ${quote(sent.external_reference)} now has the reference ${quote(String(external_reference))}. To use it for this deal, give it that reference with {{update_case}}. If it is another case, ${mapReference}.`,
    );
  }
  if (mark !== undefined && mark === subjectMark(sent)) return undefined;
  if (isOwnCase(verdict, isJustMade)) return undefined;
  return refusal(messageOf(sent, found, evidence, labels));
}
