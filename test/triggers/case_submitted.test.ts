/** Submitted Case runs a Zap when a client has submitted the portal. The other triggers differ in their event. */
import { service } from '../support/nock.ts';
import { useTrigger } from '../support/operations.ts';

const { subscribe, receive, unsubscribe } = useTrigger('case_submitted');

it('registers the address of the Zap, and takes it back', async () => {
  service()
    .post('/api/webhooks', {
      url: 'https://hooks.zapier.com/1',
      events: ['application.submitted'],
    })
    .reply(201, { id: 'wh_1' });
  expect(await subscribe('https://hooks.zapier.com/1')).toEqual({ id: 'wh_1' });
  service().delete('/api/webhooks/wh_1').reply(204);
  await unsubscribe();
});

it('runs the Zap with the case as the service has it now', async () => {
  service()
    .get('/api/applications/app_1')
    .reply(200, {
      application_id: 'app_1',
      business: { organization_name: 'Lumen Studio SAS' },
      external_reference: 'deal-1',
      status_review: 'in_review',
    });
  const event = {
    event_id: 'evt_1',
    type: 'application.submitted',
    data: { object: { application_id: 'app_1', status_review: 'pending' } },
  };
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
