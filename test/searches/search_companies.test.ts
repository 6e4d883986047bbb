/** Find Companies searches the registry of a country by name. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const searchCompanies = useStep('search_companies', {
  country: 'France',
  q: 'Lumen',
});

const request = () => service().get('/api/companies/FRA/search?q=Lumen');

it('finds each company with its number', async () => {
  request().reply(200, [
    { organization_name: 'Lumen Studio SAS', country: 'FRA', registration_number: '552100554' },
    { organization_name: 'Lumen SARL', country: 'FRA', registration_number: '552100562' },
  ]);
  expect(await searchCompanies()).toMatchObject([
    { id: 'FRA-552100554', organization_name: 'Lumen Studio SAS', country_name: 'France' },
    { id: 'FRA-552100562', organization_name: 'Lumen SARL', country_name: 'France' },
  ]);
});
