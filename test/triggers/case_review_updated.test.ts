/** Updated Case Review runs a Zap when the review status changes, for example on approval. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const { operation } = app.triggers.case_review_updated;
const bundle = {
  authData,
  inputData: { status_review: ['approved'] },
  targetUrl: 'https://hooks.zapier.com/1',
  subscribeData: { id: 'wh_1' },
};
const event = {
  event_id: 'evt_1',
  type: 'application.review_updated',
  data: { object: { application_id: 'app_1' } },
};
const receive = (body: object) =>
  appTester(operation.perform, { ...bundle, rawRequest: { content: JSON.stringify(body) } }, true);
const request = () => service().get('/api/applications/app_1');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', {
      url: 'https://hooks.zapier.com/1',
      events: ['application.review_updated'],
    })
    .reply(201, { id: 'wh_1' });
  expect(await appTester(operation.performSubscribe!, bundle)).toEqual({ id: 'wh_1' });
  service().delete('/api/webhooks/wh_1').reply(204);
  await appTester(operation.performUnsubscribe!, bundle);
});

it('runs a Zap with the case as the service has it now', async () => {
  request().reply(200, {
    application_id: 'app_1',
    business: { organization_name: 'Lumen Studio SAS' },
    external_reference: 'deal-1',
    status_review: 'approved',
  });
  expect(await receive(event)).toMatchObject([
    {
      id: 'evt_1',
      application_id: 'app_1',
      name: 'Lumen Studio SAS',
      external_reference: 'deal-1',
      status_review: 'approved',
    },
  ]);
});

it('runs no Zap for another status than the chosen ones', async () => {
  request().reply(200, { application_id: 'app_1', status_review: 'rejected' });
  expect(await receive(event)).toEqual([]);
});

it('halts for several events in one request', async () => {
  await expect(receive([event, event])).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('several events'),
  });
});
