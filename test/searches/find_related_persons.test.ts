/** Find Related Persons lists the directors, owners and other persons of a case. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const bundle = {
  authData,
  inputData: {
    application_id: 'app_1',
  },
};
const findRelatedPersons = () =>
  appTester(app.searches.find_related_persons.operation.perform, bundle, true);

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

it('asks for another key where the service refuses it', async () => {
  request().reply(401, { detail: 'Invalid key' });
  await expect(findRelatedPersons()).rejects.toMatchObject({
    name: 'ExpiredAuthError',
    message: expect.stringContaining('API key'),
  });
});
