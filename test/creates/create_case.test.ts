/** Create Case makes one case for each External Reference. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const createCase = useStep('create_case', {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'France',
  external_reference: 'deal-1',
});

/** The service as it expects the request. Nock refuses another body, and any other request. */
const request = () =>
  service().post('/api/applications', {
    business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
    external_reference: 'deal-1',
  });

it('creates a case, and returns it', async () => {
  request().reply(201, {
    application_id: 'app_1',
    external_reference: 'deal-1',
    business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
    status_review: 'pending',
    risk_level: 0,
  });
  expect(await createCase()).toMatchObject({
    id: 'app_1',
    external_reference: 'deal-1',
    name: 'Lumen Studio SAS',
    status_review: 'pending',
    risk_level_name: 'Low',
    already_existed: false,
  });
});
