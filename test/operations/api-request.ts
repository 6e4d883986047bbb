/** What Send API Request does. */
import { aCase, get, id, type Rows } from './table.ts';

export const call_api: Rows = {
  usual: {
    input: { method: 'GET', path: `/api/applications/${id}` },
    requests: [get(`/api/applications/${id}`, aCase)],
    returns: { status: 200, data: aCase },
  },
};
