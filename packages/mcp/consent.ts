/**
 * The person's consent: the question shows everything that will be sent. Without consent the call
 * is refused.
 */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import { findCase, getCase } from '../../client/cases.ts';
import { fingerprint } from '../../client/exchange/transport.ts';
import { toCaseId } from '../../fields/cases.ts';
import { clientName } from '../../service/contract.ts';
import { runOf } from './adapter/step.ts';
import { canAsk } from './ask.ts';
import { decoded, quoted, readable, withoutSecrets } from './data.ts';
import { failure } from './result.ts';
import type { Called } from './shared.ts';
import { uncheckedField, type Tool } from './tools/tool-list.ts';
import type { InputField } from './tools/fields.ts';
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

/** The name of a case's client. @throws OperationError for a case that cannot be read. */
async function clientOf({ shared, input }: Called): Promise<string> {
  const { account, files } = shared;
  const found = await getCase(runOf(account, files), toCaseId(input));
  return clientName(found) ? quoted(clientName(found)) : 'no name yet';
}

/** The name of the client whose case is in the path of a request, for the end of the question. */
async function clientInPath({ shared, input }: Called): Promise<string[]> {
  const [, id] = /\/applications\/([^/?#]+)/.exec(String(input.path)) ?? [];
  if (!id) return [];
  const { account, files } = shared;
  const found = await findCase(runOf(account, files), decoded(id)).catch(() => undefined);
  return found && clientName(found) ? [`Client of the case: ${quoted(clientName(found))}`] : [];
}

/** The service reads neither by its ID alone. */
const unnamed = new Set(['person_id', 'business_id']);

/** A field of the question. An ID says nothing to a person, so names stand for IDs. */
async function lineOf(called: Called, { key, label = key, choices = [] }: InputField) {
  if (key === 'application_id') return `Client: ${await clientOf(called)}`;
  if (unnamed.has(key)) return `${label}: a related party of a case`;
  const nameOf = (one: unknown) => choices.find(({ value }) => value === one)?.label ?? one;
  const value = called.input[key];
  return `${label}: ${readable(Array.isArray(value) ? value.map(nameOf) : nameOf(value), label)}`;
}

/** The question: the tool, and each value with its label. */
async function questionOf(called: Called): Promise<string> {
  const { tool, input } = called;
  const [head, inHead] = headOf(called);
  const fields = tool.fields.filter(({ key }) => input[key] !== undefined && !inHead.includes(key));
  const lines = await Promise.all(fields.map((field) => lineOf(called, field)));
  return [head, ...lines, ...(tool.level === 'raw' ? await clientInPath(called) : [])].join('\n');
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
