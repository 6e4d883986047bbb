/** New Submission runs a Zap when a client submits a case in the portal. */
import { useTrigger } from '../support/operations.ts';

const { receive, request } = useTrigger('case_submitted', {
  type: 'application.submitted',
  shown: { status_review: 'in_review' },
});

it('asks for another key where the service refuses it', async () => {
  request().reply(401, { detail: 'Invalid key' });
  await expect(receive()).rejects.toMatchObject({
    name: 'ExpiredAuthError',
    message: expect.stringContaining('API key'),
  });
});
