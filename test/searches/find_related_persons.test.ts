/** Find Related Persons lists the directors, owners and other persons of a case. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const findRelatedPersons = useStep('find_related_persons', {
  application_id: 'app_1',
});

const request = () => service().get('/api/applications/app_1/persons');

it('finds each person with its roles', async () => {
  request().reply(200, [
    { person_id: 'per_1', last_name: 'Ferrer', roles: ['DIRECTOR'] },
    { person_id: 'per_2', last_name: 'Morel', roles: ['UBO'] },
  ]);
  expect(await findRelatedPersons()).toMatchObject([
    { id: 'per_1', application_id: 'app_1', last_name: 'Ferrer', roles: ['DIRECTOR'] },
    { id: 'per_2', application_id: 'app_1', last_name: 'Morel', roles: ['UBO'] },
  ]);
});
