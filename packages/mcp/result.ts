/** What a tool answers: structured content, and a short text with what follows. */
import type { CallToolResult } from '@modelcontextprotocol/server';

import { isRecord } from '../../client/answer.ts';
import { dataNotice, quoted } from './data.ts';
import { nextAction } from './next-action.ts';
import type { Tool } from './tools/catalogue.ts';
import { fitted, type Schema } from './tools/schema.ts';

/** Results shown in a text; all are in the structured content. */
const mostShown = 10;

/** Around the results of each tool. */
export const outputSchema = ({ isSearch, resultSchema }: Tool): Schema => ({
  type: 'object',
  properties: {
    ...(isSearch
      ? { results: { type: 'array', items: resultSchema, description: dataNotice } }
      : { result: { ...resultSchema, description: dataNotice } }),
    next_action: { type: 'string', description: 'What to do next.' },
    is_terminal: { type: 'boolean', description: 'True where nothing follows any more.' },
  },
  required: [isSearch ? 'results' : 'result', 'next_action', 'is_terminal'],
});

/** The plain values at the top of a result, which is what a conversation needs. */
const brief = (result: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(result).filter(
      ([, value]) => value !== null && value !== '' && typeof value !== 'object',
    ),
  );

/** `results` of an operation -> the answer of its tool. `advice` outweighs what follows from them. */
export function answer(
  tool: Tool,
  results: Record<string, unknown>[],
  advice?: string,
): CallToolResult {
  const fit = results.map((result) => fitted(result, tool.resultSchema));
  const found = nextAction(fit);
  const next = advice ? { ...found, next_action: advice } : found;
  const head = tool.isSearch ? `${tool.title}: ${fit.length} found.` : `${tool.title}: done.`;
  const lines = [head, `Next: ${next.next_action}`];
  if (fit.length)
    lines.push(dataNotice, ...fit.slice(0, mostShown).map((item) => quoted(brief(item))));
  if (fit.length > mostShown)
    lines.push(`… and ${fit.length - mostShown} more in the structured content.`);
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: {
      ...(tool.isSearch ? { results: fit } : { result: fit[0] ?? {} }),
      ...next,
    },
  };
}

/** What an operation returned as a list. */
export const asList = (returned: unknown): Record<string, unknown>[] =>
  [returned].flat().filter(isRecord);

/** The answer of a call that did nothing, and why. */
export const failure = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
