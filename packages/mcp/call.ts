/** One call of a tool: consent where it is needed, the operation, a choice where several are found. */
import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';

import { isRecord } from '../../client/answer.ts';
import { fingerprint } from '../../client/transport.ts';
import { messageOf, runTool, type Account } from './adapter/step.ts';
import { canAsk, type Questions } from './ask.ts';
import { quoted, readable, withoutSecrets } from './data.ts';
import { sourceOf, type FileRules } from './files.ts';
import type { Known } from './known.ts';
import { answer, asList, failure } from './result.ts';
import { uncheckedField, type Tool } from './tools/catalogue.ts';

/** What all calls of a server share. */
export interface Host {
  account: Account;
  files: FileRules;
  known: Known;
  questions: Questions;
  /** Never shown. */
  secrets: string[];
}

type Input = Record<string, unknown>;
interface Called {
  host: Host;
  server: McpServer;
  ctx: ServerContext;
  tool: Tool;
  input: Input;
}

/** Decisions, and whatever may hold one, are the person's. Reading by a request of one's own is not. */
const needsConsent = ({ level }: Tool, input: Input) =>
  level === 'decide' || (level === 'raw' && input.method !== 'GET') || uncheckedField in input;

/** What the person agrees to: the tool, and each value under its label. */
function consentMessage({ tool, input, host }: Called): string {
  const known = host.known.find(String(input.application_id));
  const values = tool.fields
    .filter(({ key }) => input[key] !== undefined)
    .map(({ key, label = key }) => `${label}: ${readable(input[key])}`);
  return [
    `${tool.title}?`,
    ...values,
    ...(known?.name ? [`Client, under the name given: ${quoted(known.name)}`] : []),
  ].join('\n');
}

/** A question that is longer is not read. */
const longestQuestion = 3000;

const nothingDone = 'Nothing was done.';

/** @returns undefined once the person has agreed, else the question or why nothing is done. */
async function consent(called: Called): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { host, server, ctx, tool, input } = called;
  if (!needsConsent(tool, input)) return undefined;
  const about = fingerprint([tool.name, input]);
  const given = host.questions.answerTo(ctx, about);
  if (given?.content?.agree === true) return undefined;
  if (given) return failure(`${nothingDone} The person did not agree to ${tool.title}.`);
  if (!canAsk(server, ctx)) {
    return failure(
      `${nothingDone} ${tool.title} needs the consent of a person, and this client cannot ask for it. Use a client that supports elicitation, or do it in the service itself.`,
    );
  }
  const message = consentMessage(called);
  if (message.length > longestQuestion) {
    return failure(
      `${nothingDone} ${tool.title} needs the consent of a person, and this call is too long to show. Send less at once, or do it in the service itself.`,
    );
  }
  return host.questions.ask({
    about,
    message,
    form: { agree: { type: 'boolean', title: `Yes, ${tool.title.toLowerCase()}` } },
  });
}

/** As many are offered to choose from; of more, a narrower search is asked for. */
const mostOffered = 20;
const none = 'none';

const nameOf = (result: Input, index: number) => {
  const parts = [result.organization_name, result.registration_number, result.country];
  const told = parts.filter(Boolean).map((part) => quoted(part).replace(/^"|"$/g, ''));
  return `${index + 1}. ${told.join(', ') || quoted(result.id)}`;
};

/** Several results: which one is meant is the person's to say, where the client can ask. */
async function chosen(called: Called, results: Input[]) {
  const { host, server, ctx, tool, input } = called;
  if (results.length < 2 || !canAsk(server, ctx)) return answer(tool, results);
  if (results.length > mostOffered) {
    return answer(tool, results, 'Too many were found to choose from. Ask for more of the name.');
  }
  return host.questions.ask({
    about: fingerprint([tool.name, input]),
    message: `${results.length} were found. Which one is meant?`,
    form: {
      choice: {
        type: 'string',
        title: tool.title,
        oneOf: [
          ...results.map((result, index) => ({ const: `${index}`, title: nameOf(result, index) })),
          { const: none, title: 'None of these' },
        ],
      },
    },
    found: results,
  });
}

/** The answer to such a question, with what was found before; undefined where none was asked. */
function afterChoice({ host, ctx, tool, input }: Called): CallToolResult | undefined {
  const given = host.questions.answerTo(ctx, fingerprint([tool.name, input]));
  if (!given) return undefined;
  const found = given.found as Input[];
  if (!given.content) return answer(tool, found);
  const { choice } = given.content;
  if (choice === none) return answer(tool, []);
  const one = found[Number(choice)];
  return one ? answer(tool, [one]) : answer(tool, found);
}

async function run(called: Called): Promise<CallToolResult | InputRequiredResult> {
  const { host, tool, input } = called;
  const whole = { ...input };
  for (const key of tool.files) {
    if (key in input) whole[key] = await sourceOf(host.files, input[key]);
  }
  const results = asList(await runTool(tool.action, host.account, whole, host.files));
  for (const result of results) host.known.note(tool.name, result);
  return tool.isSearch ? chosen(called, results) : answer(tool, results);
}

/**
 * Calls a tool. Whatever goes wrong comes back as a result with the connector's own message, for
 * the assistant to read; nothing of the input is in it but what that message names.
 */
export async function call(called: Called): Promise<CallToolResult | InputRequiredResult> {
  const { host, tool } = called;
  const input = Object.fromEntries(
    Object.entries(called.input).filter(([, value]) => value !== '' && value !== null),
  );
  const whole = { ...called, input };
  try {
    const asked = tool.isSearch ? afterChoice(whole) : await consent(whole);
    return withoutSecrets(asked ?? (await run(whole)), host.secrets);
  } catch (error) {
    return withoutSecrets(failure(messageOf(error)), host.secrets);
  }
}

/** @returns what says why an input of the tool is none; it gives undefined where it may be tried. */
export function inputCheck({ fields }: Tool): (value: unknown) => string | undefined {
  const known = new Set(fields.map(({ key }) => key));
  return (value) => {
    if (!isRecord(value)) return 'The arguments must be an object with the fields of the tool.';
    const stray = Object.keys(value).find((key) => !known.has(key));
    return stray === undefined
      ? undefined
      : `${quoted(stray)} is no field of this tool. Use ${[...known].join(', ')}.`;
  };
}
