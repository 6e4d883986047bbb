/** Submit Case hands a draft to the compliance workflow. */
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
const submitCase = () => appTester(app.creates.submit_case.operation.perform, bundle, true);

const request = () => service().put('/api/applications/app_1/submit');

it('submits the draft without a body, and returns the case', async () => {
  request().reply(200, {
    application_id: 'app_1',
    is_draft: false,
    status_review: 'in_review',
    business: { organization_name: 'Lumen Studio SAS' },
  });
  expect(await submitCase()).toMatchObject({
    id: 'app_1',
    is_draft: false,
    name: 'Lumen Studio SAS',
    status_review: 'in_review',
  });
});

it('halts with what the draft still needs', async () => {
  request().reply(422, { detail: [{ loc: ['business', 'country'], msg: 'is missing' }] });
  await expect(submitCase()).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('Country: is missing'),
  });
});
