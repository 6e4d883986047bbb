/** Finds the sent values that the service did not take, if its answer shows that. */
import countries from 'i18n-iso-countries/index.js';

import { isNothing, isRecord } from './answer.ts';
import { labelAt, type Labels } from './labels.ts';
import { owners, rowAt } from '../service/catalogue.ts';
import type { Kind } from '../service/kinds.ts';

/** The part of a step's output about it. */
export interface NotTaken {
  /** Labels of the fields that were sent but are missing. */
  not_taken: string[];
  /** A sentence about them, or null. */
  not_taken_text: string | null;
}

/** True for an object with IDs only. */
const isReference = (object: Record<string, unknown>): boolean => {
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every((key) => /^(id|\w+_id)$/.test(key));
};

/** Letters and digits only: writers use capitals, spaces, accents and signs differently. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isOtherText: { [K in Kind]?: (sent: string, actual: string) => boolean } = {
  reference: (sent, actual) => bare(sent) !== bare(actual),
  date: (sent, actual) => /^\d{4}-\d\d-\d\d/.test(actual) && !actual.startsWith(sent),
  country: (sent, actual) => {
    const [one, other] = [sent, actual].map((code) => countries.toAlpha2(code.toUpperCase()));
    return one !== undefined && other !== undefined && one !== other;
  },
};
/** A service may write a name or number in full, or shorten it. */
const isOtherName = (sent: string, actual: string): boolean => {
  const [one, other] = [bare(sent), bare(actual)];
  return !one.includes(other) && !other.includes(one);
};

/** The row of a path in a body; undefined for an unknown path. */
const rowOf = (path: string) =>
  ['case.', '', 'business.', 'person.', 'portal.']
    .map((owner) => rowAt(owner + path))
    .find(Boolean);

/**
 * True for an object that the specification names, so services take it even if their answers do not
 * show it.
 */
const isSpecified = (path: string[]): boolean =>
  rowOf(path.join('.')) !== undefined || (path.length === 1 && Object.hasOwn(owners, path[0]!));

/**
 * True if the value is clearly not the value that was sent. False if it may be another notation.
 */
function isOther(sent: unknown, actual: unknown, path: string[]): boolean {
  if (Array.isArray(sent)) return Array.isArray(actual) && actual.length < sent.length;
  if (typeof sent === 'boolean') {
    return /^(true|false)$/.test(String(actual)) && String(actual) !== String(sent);
  }
  if (typeof sent === 'number') {
    const number = typeof actual === 'string' && actual.trim() ? Number(actual) : actual;
    return typeof number === 'number' && number === number && number !== sent;
  }
  const row = rowOf(path.join('.'));
  if (!row || !('kind' in row) || typeof sent !== 'string' || typeof actual !== 'string')
    return false;
  return (isOtherText[row.kind] ?? isOtherName)(sent, actual);
}

/** Paths of the values in an object. */
const pathsIn = (value: unknown, path: string[]): string[][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))
    : isNothing(value)
      ? []
      : [path];

/** True if an emptied field still has a value. A number or a boolean may be a default. */
const isFilled = (actual: unknown): boolean =>
  typeof actual === 'object' ? !isNothing(actual) : typeof actual === 'string' && actual !== '';

const otherSubject: Record<string, string> = { business: 'person', person: 'business' };

/**
 * True if the answer shows null for an object. An absent object may be shown elsewhere. So may the
 * subject of a case, unless the case has the other kind of subject.
 */
function isEmptied(key: string, answered: Record<string, unknown>): boolean {
  if (!Object.hasOwn(answered, key) || answered[key] !== null) return false;
  const other = otherSubject[key];
  return other ? isRecord(answered[other]) : true;
}

/** Paths of the values that are missing from an object in the answer. */
function missing(
  sent: object,
  answered: Record<string, unknown>,
  above: string[] = [],
): string[][] {
  if (isReference(answered)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const path = [...above, key];
    const actual = Object.hasOwn(answered, key) ? answered[key] : undefined;
    if (value === null) return isFilled(actual) ? [path] : [];
    if (isNothing(value)) return [];
    if (!isRecord(value)) return isNothing(actual) || isOther(value, actual, path) ? [path] : [];
    if (isRecord(actual)) return missing(value, actual, path);
    if (isEmptied(key, answered)) return pathsIn(value, path);
    return isSpecified(path) ? [] : [path];
  });
}

/** Unknown objects: an answer without them is no evidence. */
const unknownObjects = (sent: object): string[][] =>
  Object.entries(sent).flatMap(([key, value]) =>
    isRecord(value) && !isSpecified([key]) ? [[key]] : [],
  );

/** Replaces paths with the editor's labels. */
const labelsOf = (paths: string[][], labels: Labels): string[] =>
  paths.map((path) => labelAt(path, labels) ?? path.join('.'));

/**
 * True if the answer shows at least one of the sent keys. An ID alone, for example, is no evidence.
 */
const showsSome = (sent: object, answered: unknown): answered is Record<string, unknown> =>
  isRecord(answered) && Object.keys(sent).some((key) => Object.hasOwn(answered, key));

/**
 * Labels of the sent fields that are missing or different in the answer, in objects that the answer
 * shows.
 * @param beside keys of `sent` that the caller checks itself.
 */
export function notTaken(
  sent: object,
  answered: unknown,
  labels: Labels,
  beside: string[] = [],
): string[] {
  const own = Object.fromEntries(Object.entries(sent).filter(([key]) => !beside.includes(key)));
  return showsSome(own, answered) ? labelsOf(missing(own, answered), labels) : [];
}

/**
 * The output about fields that were not taken.
 * @param others fields that the step left unchanged or cannot judge, and a sentence about them.
 */
export function asNotTaken(
  labels: string[],
  others?: { labels: string[]; text: string },
): NotTaken {
  const names = [...new Set(labels)];
  const sentence = names.length
    ? `The service did not take: ${names.join(', ')}. Everything else was done. Enter these values in the service itself. If the service has other names for these fields, whoever manages this integration can find the names with npm run doctor.`
    : null;
  return {
    not_taken: [...names, ...(others?.labels ?? [])],
    not_taken_text: [sentence, others?.text].filter(Boolean).join(' ') || null,
  };
}

/**
 * Checks the answer and builds the output. Without evidence, unknown objects are reported as not
 * shown.
 */
export function notTakenOf(sent: object, answered: unknown, labels: Labels): NotTaken {
  const isEvidence = showsSome(sent, answered) || !isRecord(answered) || isReference(answered);
  const names = isEvidence ? [] : labelsOf(unknownObjects(sent), labels);
  if (!names.length) return asNotTaken(notTaken(sent, answered, labels));
  const text = `The service does not show: ${names.join(', ')}. Check in the service whether it took them.`;
  return asNotTaken([], { labels: names, text });
}
