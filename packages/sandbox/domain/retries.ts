/** When a delivery that was not taken is made again, and when that ends. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

const firstDelay = 10_000;
export const longestDelay = 4 * 3600_000;
/** The first and fifteen more. */
const maxAttempts = 16;

/** `Retry-After` in milliseconds: seconds or a date; 0 where there is none. */
function requestedDelay(header: string | undefined): number {
  if (!header) return 0;
  const seconds = Number(header);
  return Math.max(Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000, 0) || 0;
}

/** Milliseconds until the next attempt, after so many: 10 s, 20 s, 40 s and so on, varied. */
export function delayAfter(attempts: number, retryAfter?: string): number {
  // Varied, so that a receiver that comes back is not hit by all at once.
  const varied = 0.8 + Math.random() * 0.4;
  const backoff = Math.min(firstDelay * 2 ** (attempts - 1), longestDelay) * varied;
  return Math.max(backoff, requestedDelay(retryAfter));
}

/** What a delivery is after an attempt; `status` is missing where no answer came. */
export function stateAfter(attempts: number, status: number | undefined): DeliveryState {
  if (status !== undefined && status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'dropped';
  return attempts >= maxAttempts ? 'failed' : 'pending';
}
