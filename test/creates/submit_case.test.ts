/** Submit Case hands a draft to the compliance workflow. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const submitCase = useStep('submit_case', {
  application_id: 'app_1',
});

const request = () => service().put('/api/applications/app_1/submit');

it('submits the draft without a body, and returns the case', async () => {
  request().reply(200, {
    application_id: 'app_1',
    is_draft: false,
    status_review: 'in_review',
    business: { organization_name: 'Lumen Studio SAS' },
  });
  expect(await submitCase()).toMatchObject({
    id: 'app_1',
    is_draft: false,
    name: 'Lumen Studio SAS',
    status_review: 'in_review',
  });
});
