/** One operation on Zapier's own test tool, written out: a pattern for tests of other operations. */
import { createAppTester } from 'zapier-platform-core';
import nock from 'nock';

import app from '../../index.ts';
import { useNock } from '../support/nock.ts';

useNock();

const appTester = createAppTester(app);
const bundle = {
  authData: { base_url: 'https://api.example.com', api_key: 'secret-key' },
  inputData: {
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    country: 'France',
    external_reference: 'deal-1',
  },
};
const createCase = () => appTester(app.creates.create_case.operation.perform, bundle, true);

/** The service as it expects the request. Nock refuses another body, and any other request. */
const service = () =>
  nock('https://api.example.com').post('/api/applications', {
    business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
    external_reference: 'deal-1',
  });

it('creates a case, and returns it', async () => {
  service().reply(201, {
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
    risk_level_name: 'LOW',
    already_existed: false,
  });
});

it('halts with the label of the field that the service does not take', async () => {
  service().reply(422, {
    detail: [{ loc: ['body', 'business', 'country'], msg: 'unknown country' }],
  });
  await expect(createCase()).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('Country: unknown country'),
  });
});

it('returns the existing case where the service has one with this External Reference', async () => {
  const existing = {
    application_id: 'app_7',
    external_reference: 'deal-1',
    business: { organization_name: 'Lumen Studio SAS' },
  };
  service().reply(409, { detail: 'exists', application_id: 'app_7' });
  nock('https://api.example.com').get('/api/applications/app_7').reply(200, existing);
  expect(await createCase()).toMatchObject({ id: 'app_7', already_existed: true });
});
