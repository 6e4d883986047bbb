/**
 * The answer of a tool. Its text repeats the structured content, because many clients show only one
 * of them.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { isRecord } from '../../client/exchange/json.ts';
import { escaped, withoutSecrets } from './data.ts';
import { dataNotice } from './texts.ts';
import type { Tool } from './tools/tool-list.ts';

type Result = Record<string, unknown>;

const several = 'Several were found. Ask the person which one is meant; do not choose yourself.';

const nothing = 'Nothing was found. Check the values with the person.';

/** `advice`: how the results were found, for the assistant. */
export interface Found {
  results: Result[];
  advice?: string;
}

/** The results of an operation -> the answer of its tool. */
export function answer(
  { isSearch }: Tool,
  { results, advice }: Found,
  secrets: string[] = [],
): CallToolResult {
  const usual = !isSearch || results.length === 1 ? '' : results.length ? several : nothing;
  const structured = withoutSecrets(
    {
      note: [advice ?? usual, dataNotice].filter(Boolean).join(' '),
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
export const asList = (returned: unknown): Result[] => [returned].flat().filter(isRecord);

/** The answer to a call that did nothing, with the reason. */
export const failure = (message: string, secrets: string[] = []): CallToolResult => ({
  content: [{ type: 'text', text: escaped(withoutSecrets(message, secrets)) }],
  isError: true,
});
