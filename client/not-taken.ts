/** What the service did not take of what it was sent, as far as its answer shows that. */
import countries from 'i18n-iso-countries/index.js';

import { isNothing, isRecord, labelAt, type Labels } from './answer.ts';
import { owners, rowAt } from '../service/catalogue.ts';
import type { Kind } from '../service/kinds.ts';

/** What a step's output says of it. */
export interface NotTaken {
  /** Labels of the fields that were sent and are not there. */
  not_taken: string[];
  /** The same as a sentence; null where all was taken. */
  not_taken_text: string | null;
}

/** True for an object that names another one, and says nothing of it. */
const isReference = (object: Record<string, unknown>): boolean => {
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every((key) => /^(id|\w+_id)$/.test(key));
};

/** Letters and digits alone: capitals, blanks, accents and signs are written in several ways. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isOtherText: { [K in Kind]?: (sent: string, there: string) => boolean } = {
  reference: (sent, there) => bare(sent) !== bare(there),
  date: (sent, there) => /^\d{4}-\d\d-\d\d/.test(there) && !there.startsWith(sent),
  country: (sent, there) => {
    const [one, other] = [sent, there].map((code) => countries.toAlpha2(code.toUpperCase()));
    return one !== undefined && other !== undefined && one !== other;
  },
};
/** A service may write a name or number in full, or shorten it. */
const isOtherName = (sent: string, there: string): boolean => {
  const [one, other] = [bare(sent), bare(there)];
  return !one.includes(other) && !other.includes(one);
};

/** The row of what a body holds; of others nothing is known. */
const rowOf = (path: string) =>
  ['case.', '', 'business.', 'person.', 'portal.']
    .map((owner) => rowAt(owner + path))
    .find(Boolean);

/** True for an object that services are known to take, whether their answers show it or not. */
const isSpecified = (path: string[]): boolean =>
  rowOf(path.join('.')) !== undefined || (path.length === 1 && Object.hasOwn(owners, path[0]!));

/** True where what is there is plainly not what was sent; false where it may be written otherwise. */
function isOther(sent: unknown, there: unknown, path: string[]): boolean {
  if (Array.isArray(sent)) return Array.isArray(there) && there.length < sent.length;
  if (typeof sent === 'boolean') {
    return /^(true|false)$/.test(String(there)) && String(there) !== String(sent);
  }
  if (typeof sent === 'number') {
    const number = typeof there === 'string' && there.trim() ? Number(there) : there;
    return typeof number === 'number' && number === number && number !== sent;
  }
  const row = rowOf(path.join('.'));
  if (!row || !('kind' in row) || typeof sent !== 'string' || typeof there !== 'string')
    return false;
  return (isOtherText[row.kind] ?? isOtherName)(sent, there);
}

/** Paths of the values in an object. */
const pathsIn = (value: unknown, path: string[]): string[][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))
    : isNothing(value)
      ? []
      : [path];

/** True for what stays of a field that was emptied; a number or a boolean may have a default. */
const isFilled = (there: unknown): boolean =>
  typeof there === 'object' ? !isNothing(there) : typeof there === 'string' && there !== '';

const otherSubject: Record<string, string> = { business: 'person', person: 'business' };

/**
 * True for an object that is shown to be none. One that is not shown at all may be shown elsewhere,
 * and so may the subject of a case, unless the case has the other one.
 */
function isEmptied(key: string, answered: Record<string, unknown>): boolean {
  if (!Object.hasOwn(answered, key) || answered[key] !== null) return false;
  const other = otherSubject[key];
  return other ? isRecord(answered[other]) : true;
}

/** Paths of the values that were sent and are not in an object that is shown. */
function missing(
  sent: object,
  answered: Record<string, unknown>,
  above: string[] = [],
): string[][] {
  if (isReference(answered)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const path = [...above, key];
    const there = Object.hasOwn(answered, key) ? answered[key] : undefined;
    if (value === null) return isFilled(there) ? [path] : [];
    if (isNothing(value)) return [];
    if (!isRecord(value)) return isNothing(there) || isOther(value, there, path) ? [path] : [];
    if (isRecord(there)) return missing(value, there, path);
    if (isEmptied(key, answered)) return pathsIn(value, path);
    return isSpecified(path) ? [] : [path];
  });
}

/** Objects of no field that is known: an answer that shows nothing of them says nothing of them. */
const unseen = (sent: object): string[][] =>
  Object.entries(sent).flatMap(([key, value]) =>
    isRecord(value) && !isSpecified([key]) ? [[key]] : [],
  );

/** Paths under the labels of the editor. */
const labelled = (paths: string[][], labels: Labels): string[] =>
  paths.map((path) => labelAt(path, labels) ?? path.join('.'));

/** True for an answer that shows something of what was sent; another one, such as a bare id, is no evidence. */
const showsSome = (sent: object, answered: unknown): answered is Record<string, unknown> =>
  isRecord(answered) && Object.keys(sent).some((key) => Object.hasOwn(answered, key));

/**
 * Labels of the fields that were sent and that the answer lacks, or shows with another value, though
 * it shows the object they belong to.
 * @param beside keys of `sent` that are looked after elsewhere.
 */
export function notTaken(
  sent: object,
  answered: unknown,
  labels: Labels,
  beside: string[] = [],
): string[] {
  const own = Object.fromEntries(Object.entries(sent).filter(([key]) => !beside.includes(key)));
  return showsSome(own, answered) ? labelled(missing(own, answered), labels) : [];
}

/**
 * What a step's output says of fields that were not taken.
 * @param left what the step itself left as it was, or does not know of, and a sentence about it.
 */
export function asNotTaken(labels: string[], left?: { labels: string[]; text: string }): NotTaken {
  const names = [...new Set(labels)];
  const sentence = names.length
    ? `The service did not take: ${names.join(', ')}. Everything else was done. Enter these values in the service itself. If the service has other names for them, whoever manages this integration can find out with npm run doctor.`
    : null;
  return {
    not_taken: [...names, ...(left?.labels ?? [])],
    not_taken_text: [sentence, left?.text].filter(Boolean).join(' ') || null,
  };
}

/** Both at once. An answer without evidence leaves open what became of objects that no field is known for. */
export function notTakenOf(sent: object, answered: unknown, labels: Labels): NotTaken {
  const isEvidence = showsSome(sent, answered) || !isRecord(answered) || isReference(answered);
  const names = isEvidence ? [] : labelled(unseen(sent), labels);
  if (!names.length) return asNotTaken(notTaken(sent, answered, labels));
  const text = `The service does not show: ${names.join(', ')}. Look in the service whether it took them.`;
  return asNotTaken([], { labels: names, text });
}
