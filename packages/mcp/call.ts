/** One call of a tool: consent if needed, then the operation. */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import { runAction } from '../../operation.ts';
import { messageOf } from './adapter/words.ts';
import { consent } from './consent.ts';
import { sourceOf } from './local-files.ts';
import { answer, failure, listOf } from './result.ts';
import type { Called } from './shared.ts';
import { nothingFound } from './texts.ts';
import { toInput } from './tools/input.ts';

/** Runs the operation. */
export async function find({ shared, tool, input }: Omit<Called, 'server' | 'ctx'>) {
  const whole = { ...input };
  for (const key of tool.files) {
    if (key in input) whole[key] = await sourceOf(shared.files, input[key]);
  }
  return listOf(await runAction(tool.action, shared.newRun(), whole));
}

/**
 * Calls a tool. Every failure becomes a result with the connector's message for the assistant. It
 * contains no other part of the input.
 */
export async function call(called: Called): Promise<CallToolResult | InputRequiredResult> {
  const { shared, tool } = called;
  try {
    const whole = { ...called, input: toInput(tool.fields, called.input) };
    const unanswered = await consent(whole);
    if (unanswered) return unanswered;
    const ifNothing = nothingFound(whole.input, shared.since);
    return answer(tool, await find(whole), shared.secrets, ifNothing);
  } catch (error) {
    return failure(messageOf(error), shared.secrets);
  }
}
