/** Record Decision approves or rejects a case. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const recordDecision = useStep('record_decision', {
  application_id: 'app_1',
  decision: 'rejected',
  text: 'The address does not exist.',
});

const request = () =>
  service().post('/applications/app_1/decisions', {
    status: 'rejected',
    text: 'The address does not exist.',
  });

it('records the decision with its reason, and returns it', async () => {
  request().reply(201, { decision_id: 'dec_1' });
  service()
    .get('/api/applications/app_1')
    .reply(200, { application_id: 'app_1', status_review: 'rejected' });
  expect(await recordDecision()).toMatchObject({
    id: 'dec_1',
    application_id: 'app_1',
    status: 'rejected',
    text: 'The address does not exist.',
  });
});
