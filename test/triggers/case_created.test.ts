/** New Case runs a Zap when anybody creates a case. */
import { service } from '../support/nock.ts';
import { useTrigger } from '../support/operations.ts';

const { subscribe } = useTrigger('case_created', {
  type: 'application.created',
  shown: { is_draft: true },
});

it('halts where the service refuses the address', async () => {
  service().post('/api/webhooks').reply(400, { detail: 'Too many webhooks' });
  await expect(subscribe()).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('Too many webhooks'),
  });
});
