/** Send API Request reaches any endpoint of the service, and no other host. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const callApi = useStep('call_api', {
  method: 'POST',
  path: '/api/notes',
  query: { notify: 'yes' },
  body: '{"text": "Called the client"}',
});

const request = () => service().post('/api/notes?notify=yes', { text: 'Called the client' });

it('sends the body as it is written, and returns the answer as it comes', async () => {
  request().reply(201, { note_id: 'note_1' });
  expect(await callApi()).toEqual({ id: '201', status: 201, data: { note_id: 'note_1' } });
});
