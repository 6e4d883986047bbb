/** A request to any endpoint, in the form of the service's documentation. */
import { type Answer } from '../client/exchange/answer.ts';
import { parseJson } from '../client/basics/json.ts';
import type { RawCall } from '../client/api-request.ts';
import { halt } from '../client/basics/errors.ts';
import { choice } from './kinds/choices.ts';
import { fieldList, form } from './kinds/form.ts';
import { outputWith } from './kinds/output.ts';
import { checkStructure, jsonIn } from './kinds/json.ts';
import { isEmpty, required, toSingle, toPairs, type Input } from './kinds/values.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const rawCallFields = fieldList([
  {
    key: 'method',
    label: 'Method',
    required: true,
    choices: methods.map((method) => choice(method, method)),
    isClosed: true,
    unlisted: ['DELETE'],
    default: 'GET',
    helpText: 'HTTP method of the endpoint, for example GET.',
  },
  {
    key: 'path',
    label: 'Path',
    required: true,
    helpText: 'Path after the Base URL, for example /api/applications/app_1.',
    example: '/api/applications/app_1',
  },
  form(() => [
    {
      key: 'query',
      label: 'Query Parameters',
      dict: true,
      helpText:
        'Query parameters of the address. Enter a name on the left and a value on the right.',
    },
    {
      key: 'body',
      label: 'Body',
      type: 'code',
      helpText: 'JSON body, sent exactly as written. Leave it empty for a GET.',
    },
  ]),
]);

/** The body's JSON, unchanged. @throws a halt for invalid JSON, and for a method without a body. */
function requestBody(input: Input<'body'>, method: string): string | undefined {
  const { body } = input;
  if (isEmpty(body)) return undefined;
  if (method === 'GET') throw halt('Body is filled in, but a GET has none. Empty it.');
  const text =
    typeof body === 'string' ? body.trim() : JSON.stringify(checkStructure(body, 'Body'));
  // Services differ in which of two equal names they read.
  if (typeof jsonIn(text, 'Body', String) !== 'object') {
    throw halt('Body is not JSON. Write it like {"is_draft": true}.');
  }
  return text;
}

const queryText = (value: unknown, name: string): string =>
  toSingle(value, `Query Parameters: ${name}`) ?? '';

/** Input -> the request. @throws a halt for invalid values. */
export function toRawCall(input: Input<'method' | 'path' | 'query' | 'body'>): RawCall {
  const word = toSingle(input.method, 'Method')?.toUpperCase();
  const method = methods.find((one) => one === word);
  if (!method) throw halt(`Method must be one of ${methods.join(', ')}.`);
  // Query values stay text, even if they look like numbers.
  const query = toPairs(input.query, 'Query Parameters', (value) => value, 'drop') ?? {};
  return {
    method,
    path: required(toSingle(input.path, 'Path'), 'Path'),
    query: Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, queryText(value, name)]),
    ),
    body: requestBody(input, method),
  };
}

export const toRawAnswer = ({ status, content }: Answer) => ({
  id: `${status}`,
  status,
  data: parseJson(content) ?? content,
});

export const rawAnswerOutput = outputWith(
  () => [
    { key: 'id', label: 'ID' },
    { key: 'status', label: 'Status', type: 'integer' as const },
  ],
  () => ({ id: '200', status: 200, data: {} }),
);
