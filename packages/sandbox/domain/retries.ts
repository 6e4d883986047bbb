/** The times of retries, and their end. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

const firstDelay = 10_000;
export const longestDelay = 4 * 3600_000;
/** The first attempt and fifteen more. */
const maxAttempts = 16;

/** `Retry-After` (seconds or a date) in milliseconds, or 0. */
function requestedDelay(header: string | undefined): number {
  if (!header) return 0;
  const seconds = Number(header);
  return Math.max(Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000, 0) || 0;
}

/** Milliseconds until the next attempt: 10 s, 20 s, 40 s and so on, with jitter. */
export function delayAfter(attempts: number, retryAfter?: string): number {
  // Jitter spreads the attempts at a receiver that comes back.
  const varied = 0.8 + Math.random() * 0.4;
  const backoff = Math.min(firstDelay * 2 ** (attempts - 1), longestDelay) * varied;
  return Math.max(backoff, requestedDelay(retryAfter));
}

/** The state after an attempt. `status` is missing without an answer. */
export function stateAfter(attempts: number, status: number | undefined): DeliveryState {
  if (status !== undefined && status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'dropped';
  return attempts >= maxAttempts ? 'failed' : 'pending';
}
