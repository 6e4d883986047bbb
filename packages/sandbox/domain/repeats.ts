/**
 * Idempotency keys by the IETF's draft of the header: a repeat gets the first answer, the same key
 * with another body is refused, and a key expires after a day.
 */
import { createHash } from 'node:crypto';

import { Problem } from './problem.ts';
import type { Parts } from './services.ts';

const day = 24 * 3600_000;

interface Repeat {
  /** The key with its path; undefined for a request without one. */
  key?: string;
  /** The raw body. */
  body: string;
}

/** What a request with a key has made. */
interface Noted {
  fingerprint: string;
  answer: object;
  /** Milliseconds since 1970. */
  at: number;
}

/** The ID in an earlier answer. */
const nameOf = (answer: Record<string, unknown>): string =>
  String(answer.document_id ?? answer.portal_id ?? answer.decision_id ?? answer.application_id);

/**
 * Does the work once per key, in one transaction with the note of the key.
 * @returns the result, and whether it is an earlier one.
 * @throws Problem 422 if the key came with another body.
 */
export function onceFor(
  { store, clock }: Parts<'store' | 'clock'>,
  { key, body }: Repeat,
  work: () => object,
) {
  if (!key) return { answer: store.atomic(work), isReplay: false };
  const fingerprint = createHash('sha256').update(body).digest('hex');
  const repeats = store.collection<Noted>('repeats');
  return store.atomic(() => {
    const earlier = repeats.get(key);
    if (earlier && earlier.at > clock.now() - day) {
      const { answer } = earlier;
      if (earlier.fingerprint === fingerprint) return { answer, isReplay: true };
      throw new Problem(
        422,
        `This Idempotency-Key was used with another body before. It made ${nameOf({ ...answer })}.`,
      );
    }
    const answer = work();
    repeats.put(key, { fingerprint, answer, at: clock.now() });
    return { answer, isReplay: false };
  });
}
