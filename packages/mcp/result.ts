/**
 * The answer of a tool. Its text repeats the structured content, because many clients show only one
 * of them.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { isRecord } from '../../client/exchange/json.ts';
import { escaped, withoutSecrets } from './data.ts';
import { dataNotice } from './texts.ts';
import type { Tool } from './tools/tool-list.ts';

export type Result = Record<string, unknown>;

const several =
  'Several were found. If you need one of them, ask the person which; do not choose yourself.';

const nothing = 'Nothing was found. Check the values with the person.';

/** The results of an operation -> the answer of its tool. */
export function answer(
  { isSearch }: Tool,
  results: Result[],
  secrets: string[] = [],
): CallToolResult {
  const advice = !isSearch || results.length === 1 ? '' : results.length ? several : nothing;
  const structured = withoutSecrets(
    {
      note: [advice, dataNotice].filter(Boolean).join(' '),
      ...(isSearch ? { results } : { result: results[0] ?? {} }),
    },
    secrets,
  );
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
