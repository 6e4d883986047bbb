import { defineCreate, errors } from 'zapier-platform-core';

import { callApi, type RawCall } from '../api/client.ts';
import { isRecord, parseJson } from '../api/errors.ts';
import { requiredText, toText, type Input } from '../fields/values.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function toCall(input: Input): RawCall {
  const method = methods.find((known) => known === toText(input.method)?.toUpperCase());
  if (!method) throw new errors.HaltedError(`Method must be one of ${methods.join(', ')}.`);
  const text = toText(input.body);
  const body = text === undefined ? undefined : parseJson(text);
  if (text !== undefined && typeof body !== 'object') {
    throw new errors.HaltedError('Body is not JSON. Write it like {"is_draft": true}.');
  }
  return {
    method,
    path: requiredText(input.path, 'Path'),
    ...(isRecord(input.query) && { query: input.query as Record<string, string> }),
    ...(method !== 'GET' && { body: body as object | undefined }),
  };
}

/** Any endpoint of the connection's service; never another host. */
export default defineCreate({
  key: 'call_api',
  noun: 'API Request',
  display: {
    label: 'API Request',
    description: 'Creates a request to an endpoint of the service that has no action here yet.',
  },
  operation: {
    inputFields: [
      {
        key: 'method',
        label: 'Method',
        required: true,
        choices: [...methods],
        default: 'GET',
        helpText: 'HTTP method of the endpoint as its documentation shows it.',
      },
      {
        key: 'path',
        label: 'Path',
        required: true,
        helpText: 'Path below the Base URL, for example /api/applications/app_1.',
      },
      () => [
        {
          key: 'query',
          label: 'Query Parameters',
          dict: true,
          helpText: 'Name and value of what follows the question mark in the address.',
        },
        { key: 'body', label: 'Body', type: 'code', helpText: 'JSON to send; left out for GET.' },
      ],
    ],
    perform: async (z, { inputData, ...bundle }) => {
      const { status, content } = await callApi({ z, bundle }, toCall(inputData));
      return { id: `${status}`, status, data: parseJson(content) ?? content };
    },
    outputFields: [
      async () => [
        { key: 'id', label: 'ID' },
        { key: 'status', label: 'Status', type: 'integer' },
      ],
    ],
    sample: { id: '200', status: 200, data: {} },
  },
});
