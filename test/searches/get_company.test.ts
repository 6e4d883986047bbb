/** Find Company by Registration Number reads one company of a registry. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const getCompany = useStep('get_company', {
  country: 'France',
  registration_number: '552100554',
});

const request = () => service().get('/api/companies/FRA/552100554');

it('finds the company', async () => {
  request().reply(200, {
    organization_name: 'Lumen Studio SAS',
    country: 'FRA',
    registration_number: '552100554',
  });
  expect(await getCompany()).toMatchObject([
    { id: 'FRA-552100554', organization_name: 'Lumen Studio SAS', country_name: 'France' },
  ]);
});
