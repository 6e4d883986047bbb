/** Closed Portal runs a Zap when the portal of a case is closed. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const { operation } = app.triggers.collect_closed;
const bundle = {
  authData,
  inputData: {},
  targetUrl: 'https://hooks.zapier.com/1',
  subscribeData: { id: 'wh_1' },
};
const event = {
  event_id: 'evt_1',
  type: 'collect.closed',
  data: { object: { application_id: 'app_1' } },
};
const receive = (body: object) =>
  appTester(operation.perform, { ...bundle, rawRequest: { content: JSON.stringify(body) } }, true);
const request = () => service().get('/api/applications/app_1');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', { url: 'https://hooks.zapier.com/1', events: ['collect.closed'] })
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
    status_review: 'in_review',
  });
  expect(await receive(event)).toMatchObject([
    {
      id: 'evt_1',
      application_id: 'app_1',
      name: 'Lumen Studio SAS',
      external_reference: 'deal-1',
      status_review: 'in_review',
    },
  ]);
});

it('shows nothing in the editor before there is a case', async () => {
  expect(await appTester(operation.performList, bundle)).toEqual([]);
});

it('runs no Zap for the event of another trigger, and reads no case', async () => {
  expect(await receive({ ...event, type: 'collect.opened' })).toEqual([]);
});

it('fails where the key may not read the case', async () => {
  request().reply(403, { detail: 'No access to cases' });
  await expect(receive(event)).rejects.toMatchObject({
    name: 'AppError',
    message: expect.stringContaining('The API key is not allowed to do this'),
  });
});
