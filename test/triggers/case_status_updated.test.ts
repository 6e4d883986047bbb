/** Updated Case Status runs a Zap when the checks of a case wait, are complete or failed. */
import { useTrigger } from '../support/operations.ts';

const { event, receive, request } = useTrigger('case_status_updated', {
  type: 'application.status_updated',
  input: { status_execution: ['done'] },
  shown: { status_execution: 'done' },
});

it('runs no Zap for another status than the chosen ones', async () => {
  request().reply(200, { application_id: 'app_1', status_execution: 'failed' });
  expect(await receive()).toEqual([]);
});

it('halts for an event that does not say which case it is about', async () => {
  await expect(receive({ ...event, data: {} })).rejects.toMatchObject({
    name: 'HaltedError',
    message: expect.stringContaining('does not say which case it is about'),
  });
});
