/** Updated Case Review runs a Zap when the review status changes, for example on approval. */
import { useTrigger } from '../support/operations.ts';

const { event, receive, request } = useTrigger('case_review_updated', {
  type: 'application.review_updated',
  input: { status_review: ['approved'] },
  shown: { status_review: 'approved' },
});

it('runs no Zap for another status than the chosen ones', async () => {
  request().reply(200, { application_id: 'app_1', status_review: 'rejected' });
  expect(await receive()).toEqual([]);
});

it('halts for several events in one request', async () => {
  await expect(receive([event, event])).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('several events'),
  });
});
