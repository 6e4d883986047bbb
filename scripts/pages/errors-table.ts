/** docs/errors.md from client/errors.ts. `npm run docs` writes it. */
import { ruledStatuses, ruleFor, ruleText, type Kind } from '../../client/errors.ts';
import { inWords } from '../../zapier/words.ts';
import { page, table } from './markdown.ts';

const meaning: Record<Kind, [error: string, effect: string]> = {
  halt: ['HaltedError', 'This run stops. The Zap stays on and does not count it as an error.'],
  throttle: [
    'ThrottledError',
    'Zapier runs the step again after the time the service names, else after 60 s.',
  ],
  reconnect: ['ExpiredAuthError', 'Zapier asks the admin to reconnect the account.'],
  error: ['Error', 'The run fails and can be replayed; Autoreplay does it by itself.'],
};

const row = (situation: string, kind: Kind, text: string) => [situation, meaning[kind][0], text];
const statusRow = (situation: string, status: number) => {
  const rule = ruleFor(status);
  return row(situation, rule.kind, inWords(ruleText(rule, { about: 'case' })));
};

const situations = [
  ...ruledStatuses.map((status) => statusRow(String(status), status)),
  statusRow('other 4xx', 418),
  statusRow('other 5xx', 500),
  row(
    '3xx',
    'error',
    'The service answered from another address; it is never followed, so that the key goes nowhere else.',
  ),
  row(
    '404 in a search',
    'halt',
    'No error: the search finds nothing. In a trigger the event is dropped.',
  ),
  row(
    'no answer in 20 s, an answer that breaks off, reset',
    'error',
    'Names the host and what happened, and whether it may have been done.',
  ),
  row(
    'unknown host, connection refused, a certificate that cannot be trusted',
    'error',
    'Names the host and the problem. Nothing was sent.',
  ),
  row(
    '200 with a web page',
    'error',
    'The Base URL leads to a web page, not to the API of the service.',
  ),
  row(
    '5xx, no answer or an unreadable one in a trigger',
    'throttle',
    'As above, but tried again: a failed trigger leaves no run to replay.',
  ),
  row('200 with cut-off or foreign JSON', 'error', 'The answer of the service cannot be read.'),
  row(
    'a value that cannot be right',
    'halt',
    'Found before anything is sent; names the field and what to do.',
  ),
  row(
    'a 409 to a repeat under the same Idempotency-Key, which says nothing else',
    'throttle',
    'The service is still at work on an earlier request for the same thing; it is asked twice more before.',
  ),
  row(
    'a refused Idempotency-Key, or a 409 that says the case is there, for a case with a reference',
    'halt',
    'A case for the External Reference exists already. To change it, use Update Case.',
  ),
  row(
    'another run makes the same thing at this moment',
    'throttle',
    'Another run is making the same thing at this moment. Zapier tries this step again by itself and then finds it.',
  ),
  row(
    'Start Onboarding fails after it made its case',
    'error',
    'The kind of the failure, and that the case is there. Without an External Reference always a HaltedError, as a repeat would make a second case.',
  ),
  row(
    'the 25 seconds of a step are used up',
    'error',
    'The service was so slow that the step ran out of the time Zapier gives it.',
  ),
  row(
    'a webhook whose signature does not match',
    'halt',
    'Names what to correct: the secret, or the way of signing in the dialect.',
  ),
];

/** The page as text. */
export const errorsTable = () =>
  page(
    '# Errors',
    'What the service or the network answers, and what the Zap shows. Written by `npm run docs` from `client/errors.ts`.',
    table(['Kind', 'What happens in Zapier'], Object.values(meaning)),
    [
      'The message is followed by what the service says about each field, under the label of the field: `Country: unknown country`.',
      'These bodies are read: `{"detail": [{"loc", "msg"}]}`, problem+json, `{"error"}`, `{"message"}`, `{"errors"}`, plain text. Web pages, empty and cut-off bodies add nothing.',
      'The API key is removed from every message.',
    ].join('\n'),
    table(['Situation', 'Kind', 'Message'], situations),
  );
