/** New Information Request runs a Zap when the client must correct or add something. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const { operation } = app.triggers.collect_opened;
const bundle = {
  authData,
  inputData: {},
  targetUrl: 'https://hooks.zapier.com/1',
  subscribeData: { id: 'wh_1' },
};
const event = {
  event_id: 'evt_1',
  type: 'collect.opened',
  data: { object: { application_id: 'app_1', portals: { link: 'tok123' } } },
};
const receive = (body: object) =>
  appTester(operation.perform, { ...bundle, rawRequest: { content: JSON.stringify(body) } }, true);
const request = () => service().get('/api/applications/app_1');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', { url: 'https://hooks.zapier.com/1', events: ['collect.opened'] })
    .reply(201, { id: 'wh_1' });
  expect(await appTester(operation.performSubscribe!, bundle)).toEqual({ id: 'wh_1' });
  service().delete('/api/webhooks/wh_1').reply(204);
  await appTester(operation.performUnsubscribe!, bundle);
});

it('runs a Zap with the case and the link that the event brings', async () => {
  request().reply(200, {
    application_id: 'app_1',
    business: { organization_name: 'Lumen Studio SAS' },
    external_reference: 'deal-1',
  });
  expect(await receive(event)).toMatchObject([
    {
      id: 'evt_1',
      application_id: 'app_1',
      name: 'Lumen Studio SAS',
      external_reference: 'deal-1',
      portal_link: 'https://api.example.com/portals/tok123',
    },
  ]);
});

it('shows nothing in the editor before there is a case', async () => {
  expect(await appTester(operation.performList, bundle)).toEqual([]);
});

it('is tried again where the service has too much to do', async () => {
  request().reply(429, {}, { 'retry-after': '120' });
  await expect(receive(event)).rejects.toMatchObject({
    name: 'ThrottledError',
    message: expect.stringContaining('"delay":120'),
  });
});
