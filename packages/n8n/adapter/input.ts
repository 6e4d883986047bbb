/** Parameters of a node -> the input of an operation. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../client/basics/json.ts';
import { fieldKinds } from '../../../service/catalogue.ts';
import { accountKey } from './keys.ts';
import { withLines, withPairs, withParts } from './properties.ts';

/** Moves the parameters of collections, and the parts of addresses, up to the others. */
export function flat(parameters: IDataObject): IDataObject {
  const { optional, filters, [accountKey]: account, ...rest } = parameters;
  const collections = [optional, filters, (account as IDataObject | undefined)?.value];
  const all = Object.assign(rest, ...collections) as IDataObject;
  const entries = Object.entries(all).map(([key, value]) => {
    const parts = isRecord(value) && value[withParts];
    return isRecord(parts) ? parts : { [key]: value };
  });
  return Object.assign({}, ...entries) as IDataObject;
}

/**
 * Rows of names and values -> an object. A query parameter may repeat and then has both values. The
 * operation refuses any other repeated name.
 */
function pairsOf(rows: IDataObject[], mayRepeat: boolean): IDataObject | string {
  const named = rows.map(({ name, value }) => ({ name: String(plain('name', name)), value }));
  if (!mayRepeat && new Set(named.map(({ name }) => name)).size < rows.length) {
    const members = named.map(
      ({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`,
    );
    return `{${members.join()}}`;
  }
  const pairs = new Map<string, unknown>();
  for (const { name, value } of named) {
    pairs.set(name, pairs.has(name) ? [pairs.get(name), value].flat() : value);
  }
  return Object.fromEntries(pairs) as IDataObject;
}

const isDateField = (key: string): boolean =>
  key.startsWith('custom_date_') || /^(date|birthDate)$/.test(fieldKinds.get(key) ?? '');

/** A moment as a database or a program of n8n hands it on: a JavaScript Date, or its text in UTC. */
function momentOf(value: unknown): Date | undefined {
  const isDate = Object.prototype.toString.call(value) === '[object Date]';
  const isText = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  const moment = isDate || isText ? new Date(value as Date | string) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

/**
 * The day that begins at a moment in the time zone of n8n. A node for databases makes such a moment
 * of a date.
 */
function dayFrom(moment: Date): string | undefined {
  const parts = [moment.getFullYear(), moment.getMonth(), moment.getDate()] as const;
  const isBeginning = new Date(...parts).getTime() === moment.getTime();
  return isBeginning ? new Date(Date.UTC(...parts)).toISOString().slice(0, 10) : undefined;
}

/** A fixed collection -> pairs or lines. Other values stay as they are. */
function plain(key: string, value: unknown): unknown {
  const moment = momentOf(value);
  const day = moment && isDateField(key) ? dayFrom(moment) : undefined;
  if (moment) return day ?? (typeof value === 'string' ? value : moment.toISOString());
  if (!isRecord(value)) return value;
  // A resource locator: an entry of its list, or a typed value.
  if (value.__rl === true) return value.value;
  // A date from an expression, such as {{ $now }}.
  if (typeof value.toISO === 'function') return (value as { toISO(): string }).toISO();
  const pairs = value[withPairs];
  if (Array.isArray(pairs)) return pairsOf(pairs as IDataObject[], key === 'query');
  const lines = value[withLines];
  if (Array.isArray(lines)) return (lines as IDataObject[]).map(read);
  return value;
}

/** The parameters by the keys of their fields, without empty ones. */
export function read(parameters: Record<string, unknown>): IDataObject {
  return Object.fromEntries(
    Object.entries(parameters)
      .map(([key, value]) => [key, plain(key, value)])
      .filter(([, value]) => value !== '' && value !== undefined),
  ) as IDataObject;
}
