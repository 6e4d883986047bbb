/** The errors of operations. Each platform turns them into its own errors. */
import { labelAt, type Labels } from './labels.ts';

/**
 * halt: this run stops, later ones go on. throttle: the platform runs the step again later.
 * reconnect: the admin must enter a new key. error: the run fails and can be replayed.
 */
export type ErrorKind = 'halt' | 'throttle' | 'reconnect' | 'error';

/**
 * What a failed step did. refused: the service refused it for good. nothing: it made nothing and
 * can be sent again. unknown: it may have made something.
 */
export type Outcome = 'refused' | 'nothing' | 'unknown';

/** The error that every operation throws. */
export class OperationError extends Error {
  /** The HTTP status of the answer that it is about. */
  status?: number;
  /** The service's own ID of that request. */
  requestId?: string;
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly outcome: Outcome,
    /** For a throttle: seconds until the next run. */
    readonly seconds?: number,
  ) {
    super(message);
  }
}

/** The error that stops a run because of its values, so nothing is made. */
export const halt = (message: string) => new OperationError('halt', message, 'nothing');

/** The error that stops a run after a request. */
export const haltAfter = (message: string, outcome: Outcome) =>
  new OperationError('halt', message, outcome);

/** The error for a field that the names and values of another field contain too. */
export const duplicateField = (
  name: string,
  label: string,
  pairs = 'Additional Fields',
): OperationError =>
  halt(`${pairs}: "${name}" is also filled in as ${label}. Keep one of the two.`);

/** Adds the place to the message of a halt: "Related Persons, line 2: Last Name is empty." */
export function addPlace<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isHalt = error instanceof OperationError && error.kind === 'halt';
    throw isHalt ? halt(`${place}: ${error.message}`) : error;
  }
}

/** The result of work; undefined if it fails. */
export function resultOf<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The error for a failed run that can be replayed. */
export const failure = (message: string, outcome: Outcome) =>
  new OperationError('error', message, outcome);

/** The error that makes the platform run the step again after some seconds, at most a day. */
export const throttle = (message: string, seconds: number, outcome: Outcome) =>
  new OperationError('throttle', message, outcome, Math.min(seconds, 24 * 3600));

export const tryLater = 'Try again later, for example by {{replaying}}.';

/** Begins the one sentence of a message that is not for the admin, who reads the others. */
export const forEngineer = 'For your engineer:';

/** A problem for the reader, with the label of its field. */
export function problemText(path: PropertyKey[], message: string, labels: Labels = {}): string {
  const field = labelAt(path, labels);
  return field ? `${field}: ${message}` : message;
}

/** The error for invalid values, before any request. */
export function errorFromInput(
  issues: { path: PropertyKey[]; message: string }[],
  labels: Labels = {},
): OperationError {
  const problems = issues
    .slice(0, 10)
    .map(({ path, message }) => problemText(path, message, labels));
  return halt(`Check these values. ${problems.join('; ')}.`);
}

/**
 * Appends text to the message; `as` changes the kind. What is for the engineer stays last, and the
 * later, more precise advice replaces an earlier one.
 */
export function withText(error: Error, text: string, as?: ErrorKind): OperationError {
  const before = error instanceof OperationError ? error : failure(error.message, 'unknown');
  if (!text) return before;
  const kind = as ?? before.kind;
  const { outcome, status, requestId } = before;
  const seconds = kind === 'throttle' ? before.seconds : undefined;
  const partsOf = (one: string) => one.split(forEngineer).map((part) => part.trim());
  const [first, firstAdvice] = partsOf(error.message);
  const [more, advice = firstAdvice] = partsOf(text);
  const message = [first, more, advice && `${forEngineer} ${advice}`].filter(Boolean).join(' ');
  return Object.assign(new OperationError(kind, message, outcome, seconds), { status, requestId });
}
