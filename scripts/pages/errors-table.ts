/** Generates docs/errors.md from client/exchange/errors.ts (`npm run docs`). */
import { errorFromAnswer, ruledStatuses, type ErrorKind } from '../../client/exchange/errors.ts';
import { inWords } from '../../zapier/words.ts';
import { page, table } from './markdown.ts';

const meaning: Record<ErrorKind, [error: string, effect: string]> = {
  halt: ['HaltedError', 'The run stops. The Zap stays on.'],
  throttle: [
    'ThrottledError',
    'Zapier runs the step again after the time the service names, else after 60 s.',
  ],
  reconnect: ['ExpiredAuthError', 'Zapier asks you to reconnect the account.'],
  error: ['Error', 'The run fails. Replay it, or let Autoreplay do it.'],
};

const row = (situation: string, kind: ErrorKind, text: string) => [
  situation,
  meaning[kind][0],
  text,
];
const statusRow = (situation: string, status: number) => {
  const answer = { status, headers: new Headers(), content: '' };
  const { kind, message } = errorFromAnswer(answer, { about: 'case' });
  return row(situation, kind, inWords(message));
};

const situations = [
  ...ruledStatuses.map((status) => statusRow(String(status), status)),
  statusRow('other 4xx', 418),
  statusRow('other 5xx', 500),
  row(
    '3xx',
    'error',
    'The service redirects to another address. Zapier does not follow, because the key would go there.',
  ),
  [
    '404 in a search or trigger',
    '–',
    'No error: the search finds nothing; the trigger drops the event.',
  ],
  row(
    'no answer in 20 s, cut off, reset',
    'error',
    'Names the host and says whether the service may have carried out the request.',
  ),
  row(
    'unknown host, connection refused, bad certificate',
    'error',
    'Names the host and the problem. Nothing was sent.',
  ),
  row('200 with a web page', 'error', 'The Base URL leads to a web page, not to the API.'),
  row(
    '5xx or no readable answer in a trigger',
    'throttle',
    'The same message as elsewhere. Zapier tries again, because a failed trigger leaves no run to replay.',
  ),
  row('200 with broken or unexpected JSON', 'error', 'The answer of the service cannot be read.'),
  row('a wrong value', 'halt', 'Nothing is sent. Names the field and what to do.'),
  row(
    '409 to a repeat with the same Idempotency-Key, within two minutes',
    'throttle',
    'The service may still be working on an earlier request.',
  ),
  row(
    '409 that says the case exists, or a refused Idempotency-Key',
    'halt',
    'A case may have been made: look for the External Reference.',
  ),
  row(
    'two runs make the same thing at once',
    'throttle',
    'Another run is doing the same at this moment, or broke off before it was done. Zapier tries this step again by itself.',
  ),
  row(
    'Start Onboarding fails after it made its case',
    'error',
    'Says what failed and names the case. Without an External Reference it is a HaltedError, because a repeat would make a second case.',
  ),
  row(
    "a step's 25 seconds are used up",
    'error',
    'The service was so slow that the step ran out of time.',
  ),
  row(
    'a webhook whose signature does not match',
    'halt',
    'Correct the secret, or `signature` in the dialect.',
  ),
];

export const errorsTable = () =>
  page(
    '# Errors',
    'Find the message of your run, its kind and what happens next. `npm run docs` writes this page from `client/exchange/errors.ts`; `npx jest fault-table` tries every row with a status.',
    table(['Kind', 'What happens in Zapier'], Object.values(meaning)),
    "The service's text about each field, such as `Country: unknown country`, follows the message. No message contains the API key.",
    table(['Situation', 'Kind', 'Message'], situations),
  );
