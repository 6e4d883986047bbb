/** Update Case changes only the fields that are filled in. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const updateCase = useStep('update_case', {
  application_id: 'app_1',
  vat_number: 'FR1',
  risk_level: 'HIGH',
});

const request = () =>
  service().put('/api/applications/app_1', { business: { vat_number: 'FR1' }, risk_level: 2 });

it('sends what is filled in, and returns the case with the changes', async () => {
  request().reply(200, {
    application_id: 'app_1',
    business: { organization_name: 'Lumen Studio SAS', vat_number: 'FR1' },
    status_review: 'pending',
    risk_level: 2,
  });
  expect(await updateCase()).toMatchObject({
    id: 'app_1',
    name: 'Lumen Studio SAS',
    risk_level_name: 'High',
    not_taken: [],
  });
});
