/** Add Related Business adds a shareholder or another business to a case. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const addRelatedBusiness = useStep('add_related_business', {
  application_id: 'app_1',
  organization_name: 'Nordwind GmbH',
  country: 'Germany',
});

const request = () =>
  service().post('/api/applications/app_1/businesses', {
    organization_name: 'Nordwind GmbH',
    country: 'DEU',
  });

it('adds the business, and returns it', async () => {
  request().reply(201, { business_id: 'biz_1' });
  expect(await addRelatedBusiness()).toMatchObject({
    id: 'biz_1',
    application_id: 'app_1',
    organization_name: 'Nordwind GmbH',
    country_name: 'Germany',
  });
});
