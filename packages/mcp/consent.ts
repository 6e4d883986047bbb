/**
 * The person's consent: the question shows everything that will be sent. Without consent the call
 * is refused.
 */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import { findCase } from '../../client/cases.ts';
import { fingerprint } from '../../client/exchange/transport.ts';
import { clientName } from '../../service/contract.ts';
import { runOf } from './adapter/step.ts';
import { canAsk } from './ask.ts';
import { quoted, readable, withoutSecrets } from './data.ts';
import { failure } from './result.ts';
import type { Called } from './shared.ts';
import { uncheckedField, type Tool } from './tools/tool-list.ts';
import type { Input } from './tools/input.ts';

/**
 * The person decides about decisions, and about any input that may contain one. A raw request that
 * only reads needs no consent.
 */
const needsConsent = ({ level }: Tool, input: Input) =>
  level === 'decide' || (level === 'raw' && input.method !== 'GET') || uncheckedField in input;

/** A path without encoding, which cannot look like a part of the question. */
const plainPath = (path: unknown) =>
  typeof path === 'string' && /^\/[\w./~-]*$/.test(path) ? path : readable(path, 'Path');

/** The first line of a question, and its fields. */
function headOf({ tool, input }: Called): [head: string, fields: string[]] {
  if (tool.level !== 'raw') return [`${tool.title}?`, []];
  const { method, path, body } = input;
  const verb = /^[A-Z]+$/.test(String(method)) ? String(method) : readable(method, 'Method');
  const content = body === undefined ? 'no body' : readable(body, 'Body');
  return [`Send ${verb} ${plainPath(path)} with ${content}?`, ['method', 'path', 'body']];
}

/** The client of the case, so that a wrong ID shows; undefined if it cannot be read. */
async function clientOf({ shared, input }: Called): Promise<string | undefined> {
  const id = String(input.application_id ?? '').trim();
  const { account, files } = shared;
  const found = id && (await findCase(runOf(account, files), id).catch(() => undefined));
  return found ? clientName(found) : undefined;
}

/** The question: the tool, and each value with its label. */
async function questionOf(called: Called): Promise<string> {
  const { tool, input } = called;
  const [head, inHead] = headOf(called);
  const name = await clientOf(called);
  const values = tool.fields
    .filter(({ key }) => input[key] !== undefined && !inHead.includes(key))
    .map(({ key, label = key }) => `${label}: ${readable(input[key], label)}`);
  return [head, ...values, ...(name ? [`Client of the case: ${quoted(name)}`] : [])].join('\n');
}

/** People do not read a longer question. */
const longestQuestion = 3000;

/** @returns undefined after the person agreed, else the question or the reason for the refusal. */
export async function consent(
  called: Called,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { shared, server, ctx, tool, input } = called;
  if (!needsConsent(tool, input)) return undefined;
  const refused = (why: string) => failure(`Nothing was done. ${why}`, shared.secrets);
  const about = fingerprint([tool.name, input]);
  const reply = shared.questions.answerTo(ctx, about);
  if (reply?.content?.agree === true) return undefined;
  if (reply) return refused(`The person did not agree to ${tool.title}.`);
  if (!canAsk(server, ctx)) {
    return refused(
      `${tool.title} needs the consent of a person, and this client cannot ask for it. Use a client that supports elicitation, or do it in the service itself.`,
    );
  }
  const message = await questionOf(called);
  const yes = tool.level === 'raw' ? 'send it' : tool.title.toLowerCase();
  if (message.length > longestQuestion) {
    return refused(
      `${tool.title} needs the consent of a person, and this call is too long to show. Send less at once, or do it in the service itself.`,
    );
  }
  return shared.questions.ask(ctx, {
    about,
    message: withoutSecrets(message, shared.secrets),
    form: { agree: { type: 'boolean', title: `Yes, ${yes}` } },
  });
}
