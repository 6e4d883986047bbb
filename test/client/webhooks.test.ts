/** Registrations of webhooks: made and ended. */
import type { Trigger } from '../../operation.ts';
import { triggers } from '../../triggers/index.ts';
import { subscribe, unsubscribe } from '../../client/webhooks.ts';
import { halted, openCore, type Reply } from '../support/core.ts';

const { service, run, sent } = openCore();
const url = 'https://hooks.example.com/1';

describe('a registration', () => {
  const register = (reply: Reply, key: keyof typeof triggers = 'case_submitted') => {
    service.serve({ 'POST /api/webhooks': reply });
    return subscribe(run(), (triggers[key] as unknown as Trigger).events({}), url);
  };

  it.each<[Reply, object]>([
    [[201, { webhook_id: 'wh_1' }], { id: 'wh_1' }],
    [[201, { id: 'req_1', webhook_id: 'wh_1', secret: 's' }], { id: 'wh_1', secret: 's' }],
    [[201, { id: 'wh_1' }], { id: 'wh_1' }],
  ])('answered %j is %j', async (reply, registration) =>
    expect(await register(reply)).toEqual(registration),
  );

  it('that the service has already is not taken over', async () =>
    expect(await halted(register([409, { id: 'wh_7', url }]))).toContain(
      'Remove it in the webhook settings',
    ));

  it.each([404, 405])('is not offered by a service that answers %i', async (status) =>
    expect(await halted(register([status, {}]))).toContain('"webhooks" in the dialect'),
  );

  it('of New Event is for those of the specification where none is named', async () => {
    await register([201, { id: 'wh_1' }], 'event_received');
    const events = [
      'application.created',
      'application.updated',
      'application.status_updated',
      'application.submitted',
      'application.review_updated',
      'collect.opened',
      'collect.closed',
      'webhooks.test',
    ];
    expect(sent('POST /api/webhooks')).toEqual({ url, events: expect.arrayContaining(events) });
  });
});

describe('the end of a registration', () => {
  const end = (...reply: Reply) => {
    service.serve({ 'DELETE /api/webhooks/wh_1': reply });
    return unsubscribe(run(), { id: 'wh_1' });
  };
  it.each<Reply>([
    [200, { success: false, message: 'Webhook is locked' }],
    [200, { error: 'Webhook is locked' }],
  ])('is not reached by %i %j', async (...reply) =>
    expect(await halted(end(...reply))).toContain('Webhook is locked'),
  );
  it.each<Reply>([
    [200, { deleted: true }],
    [200, 'OK'],
    [204, undefined],
    [404, { error: 'not found' }],
    [410, { success: false }],
  ])('is reached by %i %j', (...reply) => end(...reply));
});
