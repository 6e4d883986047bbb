/** Add Related Business adds a shareholder or another business to a case. */
import { createAppTester } from 'zapier-platform-core';

import app from '../../index.ts';
import { authData, service, useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const bundle = {
  authData,
  inputData: {
    application_id: 'app_1',
    organization_name: 'Nordwind GmbH',
    country: 'Germany',
  },
};
const addRelatedBusiness = () =>
  appTester(app.creates.add_related_business.operation.perform, bundle, true);

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

it('halts for a case that there is not', async () => {
  request().reply(404, { detail: 'No such case' });
  await expect(addRelatedBusiness()).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('No such case'),
  });
});
