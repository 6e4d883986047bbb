/** New Event runs a Zap with any event, as the service sent it. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const { operation } = app.triggers.event_received;
const bundle = {
  authData,
  inputData: { event_names: ['document.created'] },
  targetUrl: 'https://hooks.zapier.com/1',
  subscribeData: { id: 'wh_1' },
};
const event = {
  event_id: 'evt_1',
  type: 'document.created',
  data: { object: { id: 'doc_1', application_id: 'app_1' } },
};
const receive = (body: object) =>
  appTester(operation.perform, { ...bundle, rawRequest: { content: JSON.stringify(body) } }, true);
const request = () => service().get('/api/applications/app_1');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', { url: 'https://hooks.zapier.com/1', events: ['document.created'] })
    .reply(201, { id: 'wh_1' });
  expect(await appTester(operation.performSubscribe!, bundle)).toEqual({ id: 'wh_1' });
  service().delete('/api/webhooks/wh_1').reply(204);
  await appTester(operation.performUnsubscribe!, bundle);
});

it('runs a Zap with the event and the case that it names', async () => {
  request().reply(200, { application_id: 'app_1', status_review: 'in_review' });
  expect(await receive(event)).toMatchObject([
    {
      id: 'evt_1',
      application_id: 'app_1',
      status_review: 'in_review',
      event_name: 'document.created',
      payload: event,
    },
  ]);
});

it('runs no Zap for another event than the chosen ones', async () => {
  expect(await receive({ ...event, type: 'document.deleted' })).toEqual([]);
});

it('halts for an event that the service did not sign', async () => {
  const subscribeData = { id: 'wh_1', secret: 'whsec_c2VjcmV0' };
  const rawRequest = { content: JSON.stringify(event), headers: { 'webhook-signature': 'v1,no' } };
  await expect(
    appTester(operation.perform, { ...bundle, subscribeData, rawRequest }),
  ).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('signature of this event does not match'),
  });
});
