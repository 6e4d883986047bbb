/** Updated Case Status runs a Zap when the checks of a case wait, are complete or failed. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const { operation } = app.triggers.case_status_updated;
const bundle = {
  authData,
  inputData: { status_execution: ['done'] },
  targetUrl: 'https://hooks.zapier.com/1',
  subscribeData: { id: 'wh_1' },
};
const event = {
  event_id: 'evt_1',
  type: 'application.status_updated',
  data: { object: { application_id: 'app_1' } },
};
const receive = (body: object) =>
  appTester(operation.perform, { ...bundle, rawRequest: { content: JSON.stringify(body) } }, true);
const request = () => service().get('/api/applications/app_1');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', {
      url: 'https://hooks.zapier.com/1',
      events: ['application.status_updated'],
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
    status_execution: 'done',
  });
  expect(await receive(event)).toMatchObject([
    {
      id: 'evt_1',
      application_id: 'app_1',
      name: 'Lumen Studio SAS',
      external_reference: 'deal-1',
      status_execution: 'done',
    },
  ]);
});

it('runs no Zap for another status than the chosen ones', async () => {
  request().reply(200, { application_id: 'app_1', status_execution: 'failed' });
  expect(await receive(event)).toEqual([]);
});

it('halts for an event that does not say which case it is about', async () => {
  await expect(receive({ ...event, data: {} })).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('does not say which case it is about'),
  });
});
