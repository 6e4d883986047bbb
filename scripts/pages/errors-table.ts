/** Generates docs/errors.md from client/exchange/errors.ts (`npm run docs`). */
import { errorFromAnswer, ruledStatuses, type ErrorKind } from '../../client/exchange/errors.ts';
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

/** A status of the service, whose message says what to do, and its kind. */
const statusRow = (name: string, status: number): [name: string, kind: ErrorKind] => {
  const answer = { status, headers: new Headers(), content: '' };
  return [name, errorFromAnswer(answer, { about: 'case' }).kind];
};
const statuses = [
  ...ruledStatuses.map((status) => statusRow(String(status), status)),
  statusRow('other 4xx', 418),
  statusRow('other 5xx', 500),
];

/** Another situation, its kind and what the status would not say. */
type Row = [situation: string, kind: ErrorKind, meaning: string];

const rows: Row[] = [
  [
    '3xx',
    'error',
    'The service redirects to another address. Zapier does not follow, because the key would go there.',
  ],
  [
    'no answer in 20 s, cut off, reset',
    'error',
    'The message says whether the service may have carried out the request.',
  ],
  ['unknown host, connection refused, bad certificate', 'error', 'Nothing was sent.'],
  ['200 with a web page', 'error', 'The Base URL leads to a web page, not to the API.'],
  [
    '5xx or no readable answer in a trigger',
    'throttle',
    'A failed trigger leaves no run to replay.',
  ],
  ['200 with broken or unexpected JSON', 'error', 'The answer of the service cannot be read.'],
  ['a wrong value', 'halt', 'Nothing was sent.'],
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
    'The other run may have broken off before it was done.',
  ],
  [
    'Start Onboarding fails after it made its case',
    'error',
    'The message names the case. Without an External Reference it is a HaltedError, because a repeat would make a second case.',
  ],
  ["a step's 25 seconds are used up", 'error', 'The service was too slow.'],
  [
    'a webhook whose signature does not match',
    'halt',
    'Correct the secret, or `signature` in the dialect.',
  ],
];

/** The statuses of a kind, then its other situations. */
const situationsOf = (kind: ErrorKind): string =>
  [
    statuses
      .filter(([, of]) => of === kind)
      .map(([name]) => name)
      .join(', '),
    ...rows
      .filter(([, of]) => of === kind)
      .map(([situation, , what]) => `**${situation}**: ${what}`),
  ]
    .map((line) => `- ${line}`)
    .join('\n');

export const errorsTable = () =>
  page(
    '# Errors',
    "For admins whose run failed, and their engineers. The message of the run says what to do, and the service's text about each field follows it. This page says which answers of the service lead to which error, and what Zapier does then. `npm run docs` writes it from `client/exchange/errors.ts`; `npx jest fault-table` tries every status.",
    '## Before you replay a run',
    [
      '- **A wrong value**: correct it in the CRM, and move the deal into the stage again. A replay uses the old value.',
      '- **The service may have carried out the request**: look there first.',
      '- **The case exists already**: change it with *Update Case*, or make [a second one](for-admins.md#a-second-case-for-the-same-deal).',
    ].join('\n'),
    ...Object.entries(meaning).flatMap(([kind, [error, effect]]) => [
      `## ${error}`,
      effect,
      situationsOf(kind as ErrorKind),
    ]),
    'A 404 in a search or trigger is no error: the search finds nothing, the trigger drops the event. No message contains the API key.',
  );
