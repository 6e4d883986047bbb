/** Updated Case runs a Zap when anything in a case changes. */
import { useTrigger } from '../support/operations.ts';

const { receive, request } = useTrigger('case_updated', {
  type: 'application.updated',
  shown: { risk_level: 2 },
});

it('is tried again where the service is down', async () => {
  request().reply(503);
  await expect(receive()).rejects.toMatchObject({
    name: 'ThrottledError',
    message: expect.stringContaining('Zapier tries this step again by itself'),
  });
});
