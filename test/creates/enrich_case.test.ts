/** Enrich Case asks the registry for the officers and owners of a business. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const enrichCase = useStep('enrich_case', {
  application_id: 'app_1',
});

const found = (persons: object[]) =>
  service()
    .get('/api/applications/app_1')
    .reply(200, { application_id: 'app_1', persons, businesses: [] });
const request = () =>
  service().post('/api/applications/app_1/enrich', { force_fetch_official_data: true });

it('starts the search, and returns the persons that the case has after it', async () => {
  found([]);
  request().reply(200, {});
  found([{ person_id: 'per_1', last_name: 'Ferrer' }]);
  expect(await enrichCase()).toMatchObject({
    id: 'app_1',
    has_arrived: true,
    persons: [{ id: 'per_1', last_name: 'Ferrer' }],
  });
});
