/** Generates docs/errors.md from client/exchange/answer-errors.ts (`npm run docs`). */
import { type ErrorKind } from '../../client/basics/errors.ts';
import {
  errorFromAnswer,
  errorFromNetwork,
  errorFromUnderWay,
  ruledStatuses,
} from '../../client/exchange/answer-errors.ts';
import { caseIdentity } from '../../client/when-exists.ts';
import { page } from './markdown.ts';

const kinds: Record<ErrorKind, [error: string, effect: string]> = {
  halt: ['HaltedError', 'The run stops. The Zap stays on.'],
  throttle: [
    'ThrottledError',
    'Zapier runs the step again after the time the service names, else after 60 s.',
  ],
  reconnect: ['ExpiredAuthError', 'Zapier asks you to reconnect the account.'],
  error: ['Error', 'The run fails. Replay it, or let Autoreplay do it.'],
};

type Situation = [name: string, kind: ErrorKind];

const request = { about: 'case' };
const answerOf = (status: number) => ({ status, headers: new Headers(), content: '', request });
const statusRow = (name: string, status: number): Situation => [
  name,
  errorFromAnswer(answerOf(status)).kind,
];

/** The first sentence of a message with this word. */
const sentenceIn = (message: string, word: string): string =>
  message.split(/(?<=\.) /).find((sentence) => sentence.includes(word))!;
const unknownHost = errorFromNetwork({ code: 'ENOTFOUND' }, 'example.com', request).message;
const underWay = errorFromUnderWay(answerOf(409)).message;
const duplicate = caseIdentity({ external_reference: '10482-kyb' })!.conflict;

/** The situations whose message says all. */
const plain: Situation[] = [
  ['a wrong value (nothing was sent)', 'halt'],
  ...ruledStatuses.map((status) => statusRow(String(status), status)),
  statusRow('other 4xx', 418),
  statusRow('other 5xx', 500),
  ['3xx', 'error'],
  ['a web page or broken JSON in place of an answer', 'error'],
  ['more than 25 seconds for a step', 'error'],
  ['two runs that make the same thing at once', 'throttle'],
];

/** The others, with what an admin or engineer must know. */
const special: Record<ErrorKind, string[]> = {
  halt: [
    `**409 that says the case exists, or a refused Idempotency-Key**: ${sentenceIn(duplicate, 'made')}`,
    '**a webhook whose signature does not match**: Correct the secret, or `signature` in the dialect.',
  ],
  throttle: [
    '**5xx or no readable answer in a trigger**: A failed trigger leaves no run to replay.',
    `**409 to a repeat with the same Idempotency-Key, within two minutes**: ${sentenceIn(underWay, 'working')}`,
  ],
  reconnect: [],
  error: [
    '**no answer in 20 s, cut off, reset**: The message says whether the service may have carried out the request.',
    `**unknown host, connection refused, bad certificate**: ${sentenceIn(unknownHost, 'sent')}`,
    '**Start Onboarding fails after it made its case**: The message names the case. Without an External Reference it is a HaltedError, because a repeat would make a second case.',
  ],
};

/** The plain situations of a kind in one line, and each special one. */
const situationsOf = (kind: ErrorKind): string => {
  const names = plain.filter(([, of]) => of === kind).map(([name]) => name);
  return [names.join(', '), ...special[kind]].map((line) => `- ${line}`).join('\n');
};

export const errorsTable = () =>
  page(
    '# Errors',
    'For admins whose run failed. The message of the run says what to do; this page, which answer of the service leads to which error, and what Zapier does then. `npm run docs` writes it; `npx jest faults` tries every status.',
    '## Before you replay a run',
    [
      '- **A wrong value**: correct it in the CRM, and move the deal into the stage again. A replay uses the old value. [What a step repairs](for-admins.md#what-a-step-repairs).',
      '- **The service may have carried out the request**: look there first.',
      '- **The case exists already**: change it with *Update Case*, or make [a second one](for-admins.md#a-second-case-for-the-same-deal). If it is decided, neither a replay nor the moved deal gets a link: *Create Portal Link* with *Ask Again*: Yes asks the client on purpose.',
    ].join('\n'),
    ...Object.entries(kinds).flatMap(([kind, [error, effect]]) => [
      `## ${error}`,
      effect,
      situationsOf(kind as ErrorKind),
    ]),
    'A 404 in a search or trigger is no error: the search finds nothing, the trigger drops the event. No message contains the API key.',
  );
