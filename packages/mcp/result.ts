/**
 * The answer of a tool. Its text repeats the structured content, because many clients show only one
 * of them.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { isRecord } from '../../client/basics/json.ts';
import { escaped, visible, withoutSecrets } from './data.ts';
import { dataNotice } from './texts.ts';
import type { Tool } from './tools/tool-list.ts';

type Result = Record<string, unknown>;

const several =
  'Several were found. If you need one of them, ask the person which; do not choose yourself.';

/** Without the empty fields, which would be half of a case. */
const filledIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filledIn);
  if (!isRecord(value)) return value;
  const filled = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(filled.map(([key, inner]) => [key, filledIn(inner)]));
};

/** The results of an operation -> the answer of its tool. What the service answered itself stays whole. */
export function answer(
  { isSearch, level }: Tool,
  results: Result[],
  secrets: string[] = [],
  ifNothing = '',
): CallToolResult {
  const advice = !isSearch || results.length === 1 ? '' : results.length ? several : ifNothing;
  const shown = level === 'raw' ? results : results.map((result) => filledIn(result) as Result);
  const note = [advice, dataNotice].filter(Boolean).join(' ');
  const named = isSearch ? { note, results: shown } : { note, result: shown[0] ?? {} };
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
