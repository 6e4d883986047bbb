/** Parameters of a node -> the input of an operation. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../client/answer.ts';
import { accountKey } from './keys.ts';
import { withLines, withPairs } from './properties.ts';

/** The parameters of a node with what lies in its collections beside the others. */
export function flat(parameters: IDataObject): IDataObject {
  const { optional, filters, [accountKey]: account, ...given } = parameters;
  const collections = [optional, filters, (account as IDataObject | undefined)?.value];
  return Object.assign(given, ...collections) as IDataObject;
}

/** Rows of names and values -> a set; a name that comes twice has both values. */
function pairsOf(rows: IDataObject[]): IDataObject {
  const pairs = new Map<string, unknown>();
  for (const { name, value } of rows) {
    const key = String(plain(name));
    pairs.set(key, pairs.has(key) ? [pairs.get(key), value].flat() : value);
  }
  return Object.fromEntries(pairs) as IDataObject;
}

/** A fixed collection -> a set of pairs, or a list of lines; other values as they are. */
function plain(value: unknown): unknown {
  if (!isRecord(value)) return value;
  // A resource locator: what was chosen from its list, or entered.
  if (value.__rl === true) return value.value;
  // A date of an expression, such as {{ $now }}.
  if (typeof value.toISO === 'function') return (value as { toISO(): string }).toISO();
  if (Array.isArray(value[withPairs])) return pairsOf(value[withPairs] as IDataObject[]);
  const lines = value[withLines];
  if (Array.isArray(lines)) return (lines as IDataObject[]).map(read);
  return value;
}

/** Every parameter under the key of its field; what was left empty is not there. */
export function read(parameters: Record<string, unknown>): IDataObject {
  return Object.fromEntries(
    Object.entries(parameters)
      .map(([key, value]) => [key, plain(value)])
      .filter(([, value]) => value !== '' && value !== undefined),
  ) as IDataObject;
}
