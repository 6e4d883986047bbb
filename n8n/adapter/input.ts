/** Parameters of a node -> the input of an operation. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../api/answer.ts';
import { withLines, withPairs } from './properties.ts';

/** Rows of names and values -> a set; a name that comes twice has both values. */
function pairsOf(rows: IDataObject[]): IDataObject {
  const pairs = new Map<string, unknown>();
  for (const { name, value } of rows) {
    const key = String(name);
    pairs.set(key, pairs.has(key) ? [pairs.get(key), value].flat() : value);
  }
  return Object.fromEntries(pairs) as IDataObject;
}

/** A fixed collection -> a set of pairs, or a list of lines; other values as they are. */
function plain(value: unknown): unknown {
  if (!isRecord(value)) return value;
  // A date of an expression, such as {{ $now }}.
  if (typeof value.toISO === 'function') return (value as { toISO(): string }).toISO();
  if (Array.isArray(value[withPairs])) return pairsOf(value[withPairs] as IDataObject[]);
  const lines = value[withLines];
  if (Array.isArray(lines)) return (lines as IDataObject[]).map(read);
  return value;
}

/** Every parameter under the key of its field; what was left empty is not there. */
export function read(parameters: IDataObject): IDataObject {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== '' && value !== undefined)
      .map(([key, value]) => [key, plain(value)]),
  ) as IDataObject;
}
