/**
 * The answer of a tool. Its text repeats the structured content, because many clients show only one
 * of them.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { isRecord } from '../../client/basics/json.ts';
import { escaped, visible, withoutSecrets } from './data.ts';
import { changeKeys, resultNotice } from './texts.ts';
import type { Tool } from './tools/tool-list.ts';

type Result = Record<string, unknown>;

const several =
  'Several were found. If you need one of them, ask the person which; do not choose yourself.';

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && !Object.keys(value).length);

const numbers = ['risk_score', 'risk_level', 'direct_ownership_percentage'];

/**
 * Without what is empty, without an ID that has a name of its own, and without the case and the link
 * of a record around it. A number that the service sent as a text becomes one.
 */
function tersely(value: unknown, around: unknown[] = []): unknown {
  if (Array.isArray(value)) return value.map((inner) => tersely(inner, around));
  if (!isRecord(value)) return value;
  const { id, application_id, portal_link } = value;
  const hasName = Object.entries(value).some(([key, inner]) => key.endsWith('_id') && inner === id);
  const isRepeated = (key: string, inner: unknown) =>
    key === 'id' ? hasName : /^application_id$|link$/.test(key) && around.includes(inner);
  const inside = (key: string, inner: unknown) => {
    // The account named what is in these.
    if (key === 'custom_fields' || key === 'meta') return inner;
    if (numbers.includes(key) && /^-?\d{1,15}(\.\d+)?$/.test(String(inner))) return Number(inner);
    return tersely(inner, [...around, application_id, portal_link]);
  };
  const entries = Object.entries(value)
    .filter(([key, inner]) => !isRepeated(key, inner))
    .map(([key, inner]) => [key, inside(key, inner)]);
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)));
}

/** What is new after a change. Find Case gives the rest. */
const inShort = (result: Result): Result =>
  Object.fromEntries(
    Object.entries(result).filter(([key]) => key === 'id' || changeKeys.includes(key)),
  );

/** The results of an operation -> the answer of its tool. What the service answered itself stays whole. */
export function answer(
  { isSearch, isShort, level }: Tool,
  results: Result[],
  secrets: string[] = [],
  ifNothing = '',
): CallToolResult {
  const advice = !isSearch || results.length === 1 ? '' : results.length ? several : ifNothing;
  const short = isShort ? results.map(inShort) : results;
  const records = level === 'raw' ? results : short.map((result) => tersely(result) as Result);
  const note = [advice, resultNotice].filter(Boolean).join(' ');
  const named = isSearch ? { note, results: records } : { note, result: records[0] ?? {} };
  const structured = visible(withoutSecrets(named, secrets));
  return {
    content: [{ type: 'text', text: escaped(JSON.stringify(structured)) }],
    structuredContent: structured,
  };
}

/** The results of an operation as a list. */
export const listOf = (returned: unknown): Result[] => [returned].flat().filter(isRecord);

/** The answer to a call that did nothing, with the reason. */
export const failure = (message: string, secrets: string[] = []): CallToolResult => ({
  content: [{ type: 'text', text: escaped(withoutSecrets(message, secrets)) }],
  isError: true,
});
