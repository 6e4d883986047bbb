/** Add Related Person adds a director, an owner or another person to a case. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const bundle = {
  authData,
  inputData: {
    application_id: 'app_1',
    last_name: 'Ferrer',
    roles: ['DIRECTOR'],
    direct_ownership_percentage: '12,5 %',
  },
};
const addRelatedPerson = () =>
  appTester(app.creates.add_related_person.operation.perform, bundle, true);

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

it('halts with the label of the field that the service does not take', async () => {
  request().reply(422, { detail: [{ loc: ['body', 'roles'], msg: 'unknown role' }] });
  await expect(addRelatedPerson()).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('Roles: unknown role'),
  });
});
