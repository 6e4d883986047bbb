/**
 * Idempotency keys, as the IETF's draft of the header has them: a repeat gets the first answer
 * again, the same key with another body is refused, and a key ends after a day.
 */
import { createHash } from 'node:crypto';

import type { Clock } from './clock.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

const day = 24 * 3600;

interface Repeat {
  account: string;
  /** The key with the path it was sent to; undefined for a request without one. */
  key?: string;
  /** The body as it was sent. */
  body: string;
}

/** The name of the thing an earlier answer was about. */
const nameOf = (answer: Record<string, unknown>): string =>
  String(answer.document_id ?? answer.portal_id ?? answer.decision_id ?? answer.application_id);

/** `seconds` is how long a key lives. */
export function openRepeats(store: Store, clock: Clock, seconds = day) {
  return {
    /**
     * Does the work once per key, in one transaction with the note of it.
     * @returns its result, and whether that is an earlier one.
     * @throws Problem 422 for the key of another body.
     */
    once({ account, key, body }: Repeat, work: () => object) {
      if (!key) return { answer: store.atomic(work), isReplay: false };
      const fingerprint = createHash('sha256').update(body).digest('hex');
      return store.atomic(() => {
        store.run`delete from repeats where at <= ${clock.now() - seconds * 1000}`;
        const earlier = store.get<{ fingerprint: string; answer: string }>`
          select fingerprint, answer from repeats where account = ${account} and key = ${key}`;
        if (earlier) {
          const answer = JSON.parse(earlier.answer) as Record<string, unknown>;
          if (earlier.fingerprint === fingerprint) return { answer, isReplay: true };
          throw new Problem(
            422,
            `This Idempotency-Key came with another body before; it made ${nameOf(answer)}.`,
          );
        }
        const answer = work();
        const row = { account, key, fingerprint, answer: JSON.stringify(answer) };
        store.insert('repeats', { ...row, at: clock.now() });
        return { answer, isReplay: false };
      });
    },
  };
}

export type Repeats = ReturnType<typeof openRepeats>;
