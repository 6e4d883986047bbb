/** Send API Request reaches any endpoint of the service, and no other host. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const bundle = {
  authData,
  inputData: {
    method: 'POST',
    path: '/api/notes',
    query: { notify: 'yes' },
    body: '{"text": "Called the client"}',
  },
};
const callApi = () => appTester(app.creates.call_api.operation.perform, bundle, true);

const request = () => service().post('/api/notes?notify=yes', { text: 'Called the client' });

it('sends the body as it is written, and returns the answer as it comes', async () => {
  request().reply(201, { note_id: 'note_1' });
  expect(await callApi()).toEqual({ id: '201', status: 201, data: { note_id: 'note_1' } });
});

it('halts with what the service says', async () => {
  request().reply(400, { detail: 'A note needs a case' });
  await expect(callApi()).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('A note needs a case'),
  });
});
