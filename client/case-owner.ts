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
  /** The service has made this case for the request of this step. */
  isJustMade?: boolean;
  /** What the comparison of both clients said, if it was made before. */
  verdict?: Verdict;
}

/** True if the case is the client's: for a new case, if nothing contradicts. */
export const isOwnCase = (verdict: Verdict, isJustMade = false): boolean =>
  verdict.is === 'same' || (isJustMade && !contradicts(verdict));

/** What the verdict says, with both values of each field, and the next click. */
function messageOf(sent: NewCase, found: Application, { is, by }: Verdict, labels: Labels): string {
  const [ours, theirs] = [shownOf(sent), shownOf(found)];
  const open = openMarks(sent, found);
  const seen = by.length ? by : open;
  const lines = seen.map((mark) => {
    const inCase = theirs[mark] ? quote(theirs[mark]) : 'not shown';
    const here = ours[mark] ? quote(ours[mark]) : 'empty';
    return `${labelOf(mark, sent, labels)}: ${here} in this {{step}}, ${inCase} in the case.`;
  });
  const decisive = open.filter((mark) => by.includes(mark));
  const changes = (decisive.length ? decisive : open)
    .map((mark) => `${labelOf(mark, sent, labels)} ${quote(ours[mark]!)}`)
    .join(', ');
  const { application_id } = found;
  // Without a reference, the service answered with a case that it has.
  const reference = sent.external_reference ? quote(sent.external_reference) : 'The answer';
  return [
    is === 'other'
      ? `${reference} belongs to the case of another client, ${application_id}, which was left as it is.`
      : `${reference} belongs to case ${application_id}, and it is unclear whether that is about the same client.`,
    ...lines,
    changes
      ? `If it is the same client, use {{update_case}} for case ${application_id} with ${changes}.`
      : 'Fill in more about the client, such as the name.',
    'If it is not,',
  ].join(' ');
}

const refusal = (text: string): Error =>
  halt(
    `External Reference: ${text} {{map}} the reference of this deal. To use the case as it is, choose "Use it, whoever the client is" in When a Case Exists.`,
  );

/**
 * Checks a case that was found by its reference, before a link of it is used.
 * @returns a halt that names the case, the fields and both values if it is about another client, or
 * if that is unclear; undefined for the client's own case.
 */
export function refusalOf(
  sent: NewCase,
  found: Application,
  labels: Labels,
  { mark, isJustMade = false, verdict: earlier }: Evidence = {},
): Error | undefined {
  const now = referenceOf(found);
  const reference = referenceOf(sent);
  if (!isJustMade && reference && now !== undefined && now !== reference) {
    const { application_id, external_reference } = found;
    return refusal(
      `case ${application_id} of ${quote(sent.external_reference)} now has the reference ${quote(String(external_reference))}. To use it for this deal, give it that reference with {{update_case}}. If it is another case,`,
    );
  }
  if (mark !== undefined && mark === subjectMark(sent)) return undefined;
  const verdict = earlier ?? compareSubjects(sent, found);
  if (isOwnCase(verdict, isJustMade)) return undefined;
  return refusal(messageOf(sent, found, verdict, labels));
}
