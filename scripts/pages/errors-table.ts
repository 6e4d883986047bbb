/** Generates docs/errors.md from client/exchange/errors.ts (`npm run docs`). */
import { errorFromAnswer, ruledStatuses, type ErrorKind } from '../../client/exchange/errors.ts';
import { inWords } from '../../zapier/words.ts';
import { page } from './markdown.ts';

const meaning: Record<ErrorKind, [error: string, effect: string]> = {
  halt: ['HaltedError', 'The run stops. The Zap stays on.'],
  throttle: [
    'ThrottledError',
    'Zapier runs the step again after the time the service names, else after 60 s.',
  ],
  reconnect: ['ExpiredAuthError', 'Zapier asks you to reconnect the account.'],
  error: ['Error', 'The run fails. Replay it, or let Autoreplay do it.'],
};

/** A situation, its kind and its message. */
type Row = [situation: string, kind: ErrorKind, message: string];

const statusRow = (situation: string, status: number): Row => {
  const answer = { status, headers: new Headers(), content: '' };
  const { kind, message } = errorFromAnswer(answer, { about: 'case' });
  return [situation, kind, inWords(message)];
};

const rows: Row[] = [
  ...ruledStatuses.map((status) => statusRow(String(status), status)),
  statusRow('other 4xx', 418),
  statusRow('other 5xx', 500),
  [
    '3xx',
    'error',
    'The service redirects to another address. Zapier does not follow, because the key would go there.',
  ],
  [
    'no answer in 20 s, cut off, reset',
    'error',
    'Names the host and says whether the service may have carried out the request.',
  ],
  [
    'unknown host, connection refused, bad certificate',
    'error',
    'Names the host and the problem. Nothing was sent.',
  ],
  ['200 with a web page', 'error', 'The Base URL leads to a web page, not to the API.'],
  [
    '5xx or no readable answer in a trigger',
    'throttle',
    'The same message as elsewhere: a failed trigger leaves no run to replay.',
  ],
  ['200 with broken or unexpected JSON', 'error', 'The answer of the service cannot be read.'],
  ['a wrong value', 'halt', 'Nothing is sent. Names the field and what to do.'],
  [
    '409 to a repeat with the same Idempotency-Key, within two minutes',
    'throttle',
    'The service may still be working on an earlier request.',
  ],
  [
    '409 that says the case exists, or a refused Idempotency-Key',
    'halt',
    'A case may have been made: look for the External Reference.',
  ],
  [
    'two runs make the same thing at once',
    'throttle',
    'Another run is doing the same at this moment, or broke off before it was done. Zapier tries this step again by itself.',
  ],
  [
    'Start Onboarding fails after it made its case',
    'error',
    'Says what failed and names the case. Without an External Reference it is a HaltedError, because a repeat would make a second case.',
  ],
  [
    "a step's 25 seconds are used up",
    'error',
    'The service was so slow that the step ran out of time.',
  ],
  [
    'a webhook whose signature does not match',
    'halt',
    'Correct the secret, or `signature` in the dialect.',
  ],
];

/** The situations of each message. */
function messagesOf(kind: ErrorKind): string {
  const messages = new Map<string, string[]>();
  for (const [situation, of, message] of rows) {
    if (of === kind) messages.set(message, [...(messages.get(message) ?? []), situation]);
  }
  return [...messages].map(([message, of]) => `- **${of.join(', ')}**: ${message}`).join('\n');
}

export const errorsTable = () =>
  page(
    '# Errors',
    'Find the message of your run, its kind and what happens next. `npm run docs` writes this page from `client/exchange/errors.ts`; `npx jest fault-table` tries every line with a status.',
    "The service's text about each field, such as `Country: unknown country`, follows the message. No message contains the API key. A 404 in a search or trigger is no error: the search finds nothing, the trigger drops the event.",
    ...Object.entries(meaning).flatMap(([kind, [error, effect]]) => [
      `## ${error}`,
      effect,
      messagesOf(kind as ErrorKind),
    ]),
  );
