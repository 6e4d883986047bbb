/** One call of a tool: consent if needed, the operation, and a choice among several results. */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import { fingerprint } from '../../client/exchange/transport.ts';
import { messageOf, runTool } from './adapter/step.ts';
import { canAsk } from './ask.ts';
import { consent } from './consent.ts';
import { quoted, withoutSecrets } from './data.ts';
import { sourceOf } from './local-files.ts';
import { answer, asList, failure, type Found } from './result.ts';
import type { Called } from './shared.ts';
import { toInput, type Input } from './tools/input.ts';

/** The most results to choose from. With more, the tool asks for a narrower search. */
const mostOffered = 20;
const none = 'none';

const titleOf = (result: Input, index: number) => {
  const { organization_name, name, registration_number, external_reference, country } = result;
  const parts = [organization_name ?? name, registration_number ?? external_reference, country];
  const texts = parts.filter(Boolean).map((part) => quoted(part).replace(/^"|"$/g, ''));
  return `${index + 1}. ${texts.join(', ') || quoted(result.id)}`;
};

const answerOf = ({ tool, shared }: Called, found: Found) => answer(tool, found, shared.secrets);

/** Lets the person choose among several results, if the client can ask. */
async function choose(called: Called, found: Found) {
  const { shared, server, ctx, tool, input } = called;
  const { results } = found;
  if (results.length < 2 || !canAsk(server, ctx)) return answerOf(called, found);
  if (results.length > mostOffered) {
    const advice = 'There are too many results. Ask for a longer part of the name.';
    return answerOf(called, { results, advice });
  }
  const options = results.map((result, index) => ({
    const: `${index}`,
    title: titleOf(result, index),
  }));
  const question = {
    about: fingerprint([tool.name, input]),
    message: `There are ${results.length} results. Which one do you mean?`,
    form: {
      choice: {
        type: 'string',
        title: tool.title,
        oneOf: [...options, { const: none, title: 'None of these' }],
      },
    },
    found: results,
  };
  return shared.questions.ask(ctx, withoutSecrets(question, shared.secrets));
}

/** The answer to that question, with the earlier results; undefined without a question. */
function afterChoice(called: Called): CallToolResult | undefined {
  const { shared, ctx, tool, input } = called;
  const reply = shared.questions.answerTo(ctx, fingerprint([tool.name, input]));
  if (!reply) return undefined;
  const found = reply.found as Input[];
  if (!reply.content) return answerOf(called, { results: found });
  const { choice } = reply.content;
  if (choice === none) return answerOf(called, { results: [] });
  const one = found.find((_, index) => choice === `${index}`);
  return answerOf(called, { results: one ? [one] : found });
}

/** Runs the operation. */
export async function find({
  shared,
  tool,
  input,
}: Pick<Called, 'shared' | 'tool' | 'input'>): Promise<Found> {
  const { account, files } = shared;
  const whole = { ...input };
  for (const key of tool.files) {
    if (key in input) whole[key] = await sourceOf(files, input[key]);
  }
  return { results: asList(await runTool(tool.action, account, whole, files)) };
}

/**
 * Calls a tool. Every failure becomes a result with the connector's message for the assistant. It
 * contains no other part of the input.
 */
export async function call(called: Called): Promise<CallToolResult | InputRequiredResult> {
  const { shared, tool } = called;
  try {
    const whole = { ...called, input: toInput(tool.fields, called.input) };
    const first = tool.isSearch ? afterChoice(whole) : await consent(whole);
    if (first) return first;
    const found = await find(whole);
    return tool.isSearch ? await choose(whole, found) : answerOf(whole, found);
  } catch (error) {
    return failure(messageOf(error), shared.secrets);
  }
}
