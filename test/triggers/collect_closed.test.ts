/** Closed Portal runs a Zap when the portal of a case is closed. */
import { useTrigger } from '../support/operations.ts';

const { event, receive, request } = useTrigger('collect_closed', {
  type: 'collect.closed',
  shown: { status_review: 'in_review' },
});

it('runs no Zap for the event of another trigger, and reads no case', async () => {
  expect(await receive({ ...event, type: 'collect.opened' })).toEqual([]);
});

it('fails where the key may not read the case', async () => {
  request().reply(403, { detail: 'No access to cases' });
  await expect(receive()).rejects.toMatchObject({
    name: 'AppError',
    message: expect.stringContaining('The API key is not allowed to do this'),
  });
});
