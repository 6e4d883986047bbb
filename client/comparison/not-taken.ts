/** What came back: compares what a step sent with what the service shows, value by value. */
import { isNothing } from '../exchange/answer.ts';
import { isRecord } from '../basics/json.ts';
import { labelAt, type Labels } from '../basics/labels.ts';
import { owners, rowAt } from '../../service/catalogue.ts';
import { excerpt } from '../../service/excerpt.ts';
import { isSame, type Kind } from '../../service/kinds.ts';
import { countryOfRecord } from '../../service/numbers.ts';
import type { Run } from '../exchange/run.ts';
import { parseTime } from '../basics/time.ts';

/** The part of a step's output about it. */
export interface NotTaken {
  /** Labels of the fields that are missing or different. */
  not_taken: string[];
  /** A line for each with both values, or null. */
  not_taken_text: string | null;
}

/** A field whose value is missing or different. */
export interface Difference {
  label: string;
  sent: unknown;
  actual?: unknown;
  /** The service may have taken it: it shows nothing that tells. */
  isUnclear?: boolean;
}

/** The row of a path in a body; undefined for an unknown path. */
const rowOf = (path: string[]) =>
  ['case.', '', 'business.', 'person.', 'portal.']
    .map((owner) => rowAt(owner + path.join('.')))
    .find(Boolean);

/** The kinds that a value may have. A custom field, for example, may hold a country. */
function kindsOf(value: unknown, path: string[]): Kind[] {
  const row = rowOf(path);
  if (row && 'kind' in row) return [row.kind];
  if (typeof value !== 'string') return ['number'];
  if (/^[A-Z]{2,3}$/.test(value)) return ['text', 'country'];
  return /^\d{4}-\d\d-\d\d$/.test(value) ? ['text', 'date'] : ['text'];
}

/** True for two notations of one moment: a time of day is no part of a date. */
const isSameMoment = (sent: unknown, actual: unknown): boolean =>
  /\d:\d\d/.test(String(sent)) && parseTime(sent) === parseTime(actual);

/** True for a value of which the service hides a part. */
export const isMasked = (actual: unknown): boolean =>
  typeof actual === 'string' && actual.includes('***');

/** True if the service shows this value of two records. Lists compare as sets. */
function isSameValue(value: unknown, counterpart: unknown, path: string[], of: object[]): boolean {
  // A number or a boolean in an emptied field may be a default.
  if (isNothing(value)) return isNothing(counterpart) || /number|boolean/.test(typeof counterpart);
  if (isNothing(counterpart)) return false;
  const [sent, actual] = [[value].flat(), [counterpart].flat()];
  // An object in place of a value is another form of it.
  if (actual.some(isMasked) || sent.some(isRecord) !== actual.some(isRecord)) return true;
  if (sent.every(isRecord)) {
    return sent.every((one) => actual.some((other) => !differencesOf(one, other).length));
  }
  if (sent.length === 1 && actual.length === 1 && isSameMoment(sent[0], actual[0])) return true;
  const isPartOf = (kind: Kind, some: unknown[], all: unknown[]) => {
    const country = kind === 'identifier' ? of.map(countryOfRecord).find(Boolean) : undefined;
    return some.every((one) => all.some((other) => isSame(kind, one, other, country)));
  };
  return kindsOf(sent[0], path).some(
    (kind) => isPartOf(kind, sent, actual) && isPartOf(kind, actual, sent),
  );
}

/** True for an object with IDs only, which shows nothing of the resource. */
export const isReference = (object: object): boolean =>
  Object.keys(object).length > 0 && Object.keys(object).every((key) => /^(id|\w+_id)$/.test(key));

/** True for an object that the specification names: services need not show it. */
const isSpecified = (path: string[]): boolean =>
  rowOf(path) !== undefined || (path.length === 1 && Object.hasOwn(owners, path[0]!));

type Leaf = Omit<Difference, 'label'> & { path: string[] };

/** The single values of an object; an object that the specification names is one. */
const leavesOf = (object: object, above: string[] = []): Leaf[] =>
  Object.entries(object).flatMap(([key, value]) => {
    const path = [...above, key];
    const isGroup = isRecord(value) && Object.keys(value).length > 0 && !isSpecified(path);
    return isGroup ? leavesOf(value, path) : [{ path, sent: value }];
  });

/** The values of an object that its counterpart does not show, or shows differently. */
function differencesOf(sent: object, actual: unknown, above: string[] = []): Leaf[] {
  if (!isRecord(actual) || isReference(actual)) return [];
  return Object.entries(sent).flatMap(([key, value]): Leaf[] => {
    const path = [...above, key];
    const counterpart = Object.hasOwn(actual, key) ? actual[key] : undefined;
    if (value === undefined) return [];
    const leaf = { path, sent: value, actual: counterpart };
    if (!isRecord(value))
      return isSameValue(value, counterpart, path, [sent, actual]) ? [] : [leaf];
    if (counterpart === undefined && !isSpecified(path)) {
      return leavesOf(value, path).map((one) => ({ ...one, isUnclear: true }));
    }
    // Beside its ID, a service may show null for an object that it has.
    const isEmptied = counterpart === null && isNothing(actual[`${key}_id`]);
    return differencesOf(value, isEmptied ? {} : counterpart, path);
  });
}

const labelled =
  (labels: Labels) =>
  ({ path, ...rest }: Leaf): Difference => ({
    label: labelAt(path, labels) ?? path.join('.'),
    ...rest,
  });

/** What was sent, value by value. */
export const valuesIn = (sent: object, labels: Labels): Difference[] =>
  leavesOf(sent).map(labelled(labels));

/**
 * The sent fields that are missing or different in the answer, in objects that it shows. An answer
 * with none of the sent keys, such as an ID alone, tells nothing.
 * @param beside keys of `sent` that the caller checks itself.
 */
export function differencesIn(
  sent: object,
  actual: unknown,
  labels: Labels,
  beside: string[] = [],
): Difference[] {
  const fields = Object.fromEntries(Object.entries(sent).filter(([key]) => !beside.includes(key)));
  const isShown = isRecord(actual) && Object.keys(fields).some((key) => Object.hasOwn(actual, key));
  return differencesOf(fields, isShown ? actual : {})
    .filter(({ isUnclear }) => isShown || isUnclear)
    .map(labelled(labels));
}

/** A value in a message. */
export const quote = (value: unknown): string =>
  `"${excerpt([value].flat().some(isRecord) ? JSON.stringify(value) : [value].flat().join(', '))}"`;

/** `Country: sent "FRA", shown "DEU".` */
const lineOf = ({ label, sent, actual }: Difference): string =>
  `${label}: sent ${isNothing(sent) ? 'empty' : quote(sent)}, ${isNothing(actual) ? 'not shown' : `shown ${quote(actual)}`}.`;

/** The output about differences, below a heading that says what they mean. */
export const asNotTaken = (
  differences: Difference[],
  heading = 'The service does not show these values as they were sent. Everything else was done. Enter them in the service itself. For your engineer: npm run doctor shows whether the service has other names for these fields.',
): NotTaken => ({
  not_taken: [...new Set(differences.filter((one) => !one.isUnclear).map(({ label }) => label))],
  not_taken_text: differences.length ? [heading, ...differences.map(lineOf)].join('\n') : null,
});

/** The output of several parts of a step. Each line stands once. */
export function joinNotTaken(...parts: Partial<NotTaken>[]): NotTaken {
  const lines = parts.flatMap(({ not_taken_text: text }) => text?.split('\n') ?? []);
  return {
    not_taken: [...new Set(parts.flatMap(({ not_taken = [] }) => not_taken))],
    not_taken_text: [...new Set(lines)].join('\n') || null,
  };
}

/** The output about the differences between what was sent and what the answer shows. */
export const compare = (sent: object, actual: unknown, labels: Labels): NotTaken =>
  asNotTaken(differencesIn(sent, actual, labels));

/** The output about an existing case, which leaves its draft by itself. */
export const compareExisting = ({ host, labels }: Run, sent: object, found: object): NotTaken =>
  asNotTaken(
    differencesIn(sent, found, labels, ['is_draft', 'persons', 'businesses']),
    host.inWords(
      'The case existed already and was not changed. It has other values. Use {{update_case}} to change them.',
    ),
  );
