/** Updated Case runs a Zap when anything in a case changes. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const { operation } = app.triggers.case_updated;
const bundle = {
  authData,
  inputData: {},
  targetUrl: 'https://hooks.zapier.com/1',
  subscribeData: { id: 'wh_1' },
};
const event = {
  event_id: 'evt_1',
  type: 'application.updated',
  data: { object: { application_id: 'app_1' } },
};
const receive = (body: object) =>
  appTester(operation.perform, { ...bundle, rawRequest: { content: JSON.stringify(body) } }, true);
const request = () => service().get('/api/applications/app_1');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', { url: 'https://hooks.zapier.com/1', events: ['application.updated'] })
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
    risk_level: 2,
  });
  expect(await receive(event)).toMatchObject([
    {
      id: 'evt_1',
      application_id: 'app_1',
      name: 'Lumen Studio SAS',
      external_reference: 'deal-1',
      risk_level: 2,
      risk_level_name: 'High',
    },
  ]);
});

it('shows nothing in the editor before there is a case', async () => {
  expect(await appTester(operation.performList, bundle)).toEqual([]);
});

it('is tried again where the service is down', async () => {
  request().reply(503);
  await expect(receive(event)).rejects.toMatchObject({
    name: 'ThrottledError',
    message: expect.stringContaining('Zapier tries this step again by itself'),
  });
});
