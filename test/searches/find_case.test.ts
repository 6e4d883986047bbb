/** Find Case reads a case by its ID. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const findCase = useStep('find_case', {
  application_id: 'app_1',
});

const request = () => service().get('/api/applications/app_1');

it('finds the case', async () => {
  request().reply(200, {
    application_id: 'app_1',
    business: { organization_name: 'Lumen Studio SAS' },
    status_review: 'approved',
    risk_level: 0,
  });
  expect(await findCase()).toMatchObject([
    { id: 'app_1', name: 'Lumen Studio SAS', status_review: 'approved', risk_level_name: 'Low' },
  ]);
});

it.each([{}, { application_id: '', external_reference: ' ' }])(
  'halts with what to map where nothing is filled in: %j',
  async (inputData) => {
    await expect(findCase(inputData)).rejects.toMatchObject({
      name: 'HaltedError',
      message: expect.stringContaining('Map the ID of the case, or the ID of the deal'),
    });
  },
);

it('finds nothing where there is no such case', async () => {
  request().reply(404, { detail: 'No such case' });
  expect(await findCase()).toEqual([]);
});

it('asks for another key where the service refuses it', async () => {
  request().reply(401, { detail: 'Invalid key' });
  await expect(findCase()).rejects.toMatchObject({
    name: 'ExpiredAuthError',
    message: expect.stringContaining('API key'),
  });
});
