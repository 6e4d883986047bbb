/** Add Related Person adds a director, an owner or another person to a case. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const addRelatedPerson = useStep('add_related_person', {
  application_id: 'app_1',
  last_name: 'Ferrer',
  roles: ['DIRECTOR'],
  direct_ownership_percentage: '12,5 %',
});

const request = () =>
  service().post('/api/applications/app_1/persons', {
    last_name: 'Ferrer',
    roles: ['DIRECTOR'],
    direct_ownership_percentage: 12.5,
  });

it('adds the person, with the share as a number, and returns it', async () => {
  request().reply(201, { person_id: 'per_1' });
  expect(await addRelatedPerson()).toMatchObject({
    id: 'per_1',
    application_id: 'app_1',
    last_name: 'Ferrer',
    direct_ownership_percentage: 12.5,
  });
});
