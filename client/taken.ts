/** What the service did not take of what it was sent, as far as its answer shows that. */
import { isRecord, labelAt, type Labels } from './answer.ts';

/** What a step's output says of it. */
export interface Taken {
  /** Labels of the fields that were sent and are not there. */
  not_taken: string[];
  /** The same as a sentence; null where all was taken. */
  not_taken_text: string | null;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/** True for an object that names another one, and says nothing of it. */
const isReference = (shown: Record<string, unknown>): boolean => {
  const keys = Object.keys(shown);
  return keys.length > 0 && keys.every((key) => /^(id|\w+_id)$/.test(key));
};

/** Paths of the values that were sent and are not in an object that is shown. */
function missing(sent: object, shown: Record<string, unknown>, above: string[] = []): string[][] {
  if (isReference(shown)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const path = [...above, key];
    const there = Object.hasOwn(shown, key) ? shown[key] : undefined;
    if (isNothing(value)) return [];
    if (!isRecord(value)) return isNothing(there) ? [path] : [];
    // An object that is not shown at all may be shown elsewhere.
    return isRecord(there) ? missing(value, there, path) : [];
  });
}

/**
 * Labels of the fields that were sent and that the answer lacks, though it shows the object they
 * belong to. An answer that shows nothing of what was sent, such as a bare id, is no evidence.
 * @param beside keys of `sent` that are looked after elsewhere.
 */
export function notTaken(
  sent: object,
  shown: unknown,
  labels: Labels,
  beside: string[] = [],
): string[] {
  const own = Object.entries(sent).filter(([key]) => !beside.includes(key));
  const isShown = isRecord(shown) && own.some(([key]) => Object.hasOwn(shown, key));
  const paths = isShown ? missing(Object.fromEntries(own), shown) : [];
  return paths.map((path) => labelAt(path, labels) ?? path.join('.'));
}

/**
 * What a step's output says of fields that were not taken.
 * @param left what the step itself left as it was, and a sentence about it.
 */
export function told(labels: string[], left?: { labels: string[]; text: string }): Taken {
  const names = [...new Set(labels)];
  const sentence = names.length
    ? `The service did not take: ${names.join(', ')}. All else was done. Enter these in the service itself. Where the service calls them otherwise, whoever manages this integration can find out with npm run doctor.`
    : null;
  return {
    not_taken: [...names, ...(left?.labels ?? [])],
    not_taken_text: [sentence, left?.text].filter(Boolean).join(' ') || null,
  };
}

/** Both at once. */
export const takenOf = (...given: Parameters<typeof notTaken>): Taken => told(notTaken(...given));
