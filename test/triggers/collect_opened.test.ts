/** New Information Request runs a Zap when the client must correct or add something. */
import { useTrigger } from '../support/operations.ts';

const { receive, request } = useTrigger('collect_opened', {
  type: 'collect.opened',
  object: { portals: { link: 'tok123' } },
  shown: { status_review: 'pending' },
});

it('brings the link of its event', async () => {
  request().reply(200, { application_id: 'app_1' });
  expect(await receive()).toMatchObject([
    { portal_link: 'https://api.example.com/portals/tok123' },
  ]);
});

it('is tried again where the service has too much to do', async () => {
  request().reply(429, {}, { 'retry-after': '120' });
  await expect(receive()).rejects.toMatchObject({
    name: 'ThrottledError',
    message: expect.stringContaining('"delay":120'),
  });
});
