/** The choice of a step if its External Reference already has a case. */
import type { Application as Case, NewCase } from '../service/contract.ts';
import { isDecision } from '../service/dialect.ts';
import { halt } from './basics/errors.ts';
import { nextIdentity } from './memory/once.ts';
import type { Run } from './exchange/run.ts';
import type { Identity } from './exchange/transport.ts';

/**
 * use: that case, if it is about the same client. stop: the step halts. another: a new case once
 * that one has a decision. use_any: that case, whoever its client is.
 */
export const whenExists = ['use', 'stop', 'another', 'use_any'] as const;
export type WhenExists = (typeof whenExists)[number];

/** Identifies a case by its subject and its deal. */
export function caseIdentity({ business, external_reference }: NewCase): Identity | undefined {
  if (!external_reference) return undefined;
  const lookFor = `look for the External Reference "${external_reference}" in the service`;
  return {
    parts: ['case', business ? 'business' : 'person', external_reference],
    lookFor,
    conflict: `A case may have been made: ${lookFor}. To change that case, use {{update_case}} with its ID. For another case, enter another External Reference.`,
  };
}

/**
 * The identity of the next case after one with a decision. It contains that case's ID, so repeats
 * make one case. Undefined if the existing case is the right one.
 * @throws a halt if the step must stop, or if the service takes a reference only once.
 */
export function identityAfter(
  run: Run,
  found: Case,
  body: NewCase,
  { parts }: Identity,
  when: WhenExists,
): Identity | undefined {
  const { application_id, status_review } = found;
  const reference = body.external_reference;
  if (when === 'stop') {
    const status = status_review ? ` (${status_review})` : '';
    throw halt(
      `External Reference: case ${application_id}${status} already exists for "${reference}", and "When a Case Exists" is set to stop. Continue with that case, or choose another option.`,
    );
  }
  if (when !== 'another' || !isDecision(run.dialect, status_review)) return undefined;
  const first = caseIdentity(body)!;
  if (parts.length > first.parts.length && parts.at(-1) === application_id) {
    throw halt(
      `External Reference: case ${application_id} (${status_review}) has "${reference}", and the service takes only one case per reference. {{Map}} another reference for the new case, such as "${reference}-2", or allow several cases with one reference in your account.`,
    );
  }
  return nextIdentity(first, application_id);
}
