/**
 * The person's consent: the question shows everything that will be sent. Without consent the call
 * is refused.
 */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import { getCase } from '../../client/cases.ts';
import { fingerprint } from '../../client/exchange/transport.ts';
import { toCaseId } from '../../fields/cases.ts';
import { required } from '../../fields/kinds/values.ts';
import { clientName } from '../../service/contract.ts';
import { canAsk, type Questions } from './ask.ts';
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

/** The name of a case's client, if it has one. @throws OperationError for an unreadable case. */
async function clientOf({ shared }: Called, id: string): Promise<string | undefined> {
  const name = clientName(await getCase(shared.newRun(), id));
  return name ? quoted(name) : undefined;
}

/** The client whose case is in the path of a request, as the end of the question. */
async function clientInPath(called: Called): Promise<string[]> {
  const [, id] = /\/applications\/([^/?#]+)/.exec(String(called.input.path)) ?? [];
  const name = id && (await clientOf(called, decoded(id)).catch(() => undefined));
  return name ? [`Client of the case: ${name}`] : [];
}

/** The service reads neither by its ID alone. */
const unnamed = new Set(['person_id', 'business_id']);

/** A field of the question. An ID says nothing to a person, so names stand for IDs. */
async function lineOf(called: Called, { key, label = key, choices = [] }: InputField) {
  if (key === 'application_id') {
    return `Client: ${(await clientOf(called, toCaseId(called.input))) ?? 'no name yet'}`;
  }
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

/** Why a call did nothing; `{tool}` stands for its title. */
const reasons = {
  declined: 'The person did not agree to {tool}.',
  over: 'Its question is closed. An earlier call with the same answer may have done it: read the case first.',
  unanswered:
    '{tool} needs the consent of a person, who could not be asked or did not answer. Ask the person before you call it again.',
  impossible:
    '{tool} needs the consent of a person, and this client cannot ask for it. Use a client that supports elicitation, or do it in the service itself.',
  'too long':
    '{tool} needs the consent of a person, and this call is too long to show. Send less at once, or do it in the service itself.',
};

/** @returns undefined after the person agreed, else the question or the reason for the refusal. */
export async function consent(
  called: Called,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { shared, server, ctx, tool, input } = called;
  if (!needsConsent(tool, input)) return undefined;
  const refused = (reason: keyof typeof reasons) =>
    failure(`Nothing was done. ${reasons[reason].replace('{tool}', tool.title)}`);
  for (const { key, label = key, ...field } of tool.fields) {
    if (field.required && !field.only) required(input[key], label);
  }
  const about = fingerprint([tool.name, input]);
  let reply: Awaited<ReturnType<Questions['ask']>> | undefined = shared.questions.replyTo(
    ctx,
    about,
  );
  if (!reply) {
    if (!canAsk(server, ctx)) return refused('impossible');
    const message = await questionOf(called);
    if (message.length > longestQuestion) return refused('too long');
    const yes = `Yes, ${tool.level === 'raw' ? 'send it' : tool.title.toLowerCase()}`;
    const question = { about, message: withoutSecrets(message, shared.secrets), yes };
    reply = await shared.questions.ask(ctx, question);
  }
  if (typeof reply === 'object') return reply;
  return reply === 'agreed' ? undefined : refused(reply);
}
