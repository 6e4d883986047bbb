/** What Send API Request does. */
import { aCase, get, id, type Row, type Rows } from './table.ts';

const halting = (halts: string, more: object): Row => ({
  input: { method: 'GET', path: '/api/notes', ...more },
  halts,
});
const paths = (halts: string, ...all: string[]) =>
  Object.fromEntries(all.map((path) => [`the path ${path}`, halting(halts, { path })]));
const cutOff = '{"application_id": "app';

export const call_api: Rows = {
  usual: {
    input: { method: 'GET', path: `/api/applications/${id}` },
    requests: [get(`/api/applications/${id}`, aCase)],
    returns: { status: 200, data: aCase },
  },
  ...paths(
    'Path must start with "/" and stay below the Base URL, for example /api/applications/app_1.',
    // Nothing behind # would be sent.
    '/api/applications/app-1#note',
    '/#/api',
  ),
  ...paths(
    'Path must not contain spaces, backslashes, or a part "." or "..". Write the full path.',
    '/api/a/../b',
    '/api/%2e%2e/b',
    '/api\\x',
    '/api/\tx',
  ),
  'a body of a GET': halting('Body is filled in, but a GET has none. Empty it.', { body: '{}' }),
  'a body that is no JSON': halting('Body is not JSON. Write it like {"is_draft": true}.', {
    method: 'POST',
    body: 'nope',
  }),
  'an answer that is no JSON, as it is': {
    input: { method: 'GET', path: '/api/notes' },
    requests: [{ ...get('/api/notes', cutOff), headers: { 'content-type': 'application/json' } }],
    returns: { status: 200, data: cutOff },
  },
};
