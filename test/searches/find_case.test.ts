/** Find Case reads a case by its ID. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const findCase = useStep('find_case', {
  application_id: 'app_1',
});

const request = () => service().get('/api/applications/app_1');

it('finds the case', async () => {
  request().reply(200, {
    application_id: 'app_1',
    business: { organization_name: 'Lumen Studio SAS' },
    status_review: 'approved',
    risk_level: 0,
  });
  expect(await findCase()).toMatchObject([
    { id: 'app_1', name: 'Lumen Studio SAS', status_review: 'approved', risk_level_name: 'Low' },
  ]);
});
