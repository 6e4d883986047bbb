import nock from 'nock';
import { Webhook } from 'standardwebhooks';

import { aCase, authData, base, failure, id, run } from '../support.ts';

const triggers = [
  ['case_submitted', 'application.submitted'],
  ['case_review_updated', 'application.review_updated'],
  ['collect_opened', 'collect.opened'],
] as const;

describe.each(triggers)('%s', (trigger, type) => {
  const method = (name: string) => `triggers.${trigger}.operation.${name}`;
  const event = (more: object = {}) => ({
    event_id: 'evt_1',
    type,
    data: { object: { application_id: id, status_review: 'old', portals: { link: 'tok1' } } },
    ...more,
  });
  const perform = (content: object | string, bundle: object = {}) =>
    run<Record<string, any>[]>(method('perform'), {
      cleanedRequest: content,
      rawRequest: { headers: {}, content: JSON.stringify(content) },
      ...bundle,
    });
  const reads = (status = 200, body: object = aCase) =>
    nock(base).get(`/api/applications/${id}`).reply(status, body);

  it('subscribes and keeps the registration', async () => {
    nock(base)
      .post('/api/webhooks', { url: 'https://hooks.example/1', events: [type] })
      .reply(201, { id: 'wh_1', secret: 'whsec_abc' });
    const bundle = { targetUrl: 'https://hooks.example/1' };
    expect(await run(method('performSubscribe'), bundle)).toEqual({
      id: 'wh_1',
      secret: 'whsec_abc',
    });
  });

  it.each([404, 405])('says what to do when webhooks cannot be registered (%i)', async (status) => {
    nock(base).post('/api/webhooks').reply(status, {});
    const { kind, message } = await failure(
      run(method('performSubscribe'), { targetUrl: 'https://hooks.example/1' }),
    );
    expect(kind).toBe('HaltedError');
    expect(message).toContain('https://hooks.example/1');
    expect(message).toContain(type);
  });

  it.each([204, 404, 410])('unsubscribes (%i)', async (status) => {
    nock(base).delete('/api/webhooks/wh_1').reply(status);
    expect(await run(method('performUnsubscribe'), { subscribeData: { id: 'wh_1' } })).toEqual({});
  });

  it('shows the case as the service knows it now, under the id of the event', async () => {
    reads();
    const [item] = await perform(event());
    expect(item).toMatchObject({
      id: 'evt_1',
      application_id: id,
      external_reference: 'deal-1',
      status_review: 'approved',
      risk_level: 0,
      risk_level_name: 'LOW',
      name: 'Lumen Studio SAS',
      portal_link: `${base}/portals/tok1`,
    });
  });

  it.each([
    ['at the top', { type, application_id: id }],
    ['in data', { event: type, data: { application_id: id } }],
    ['as id of the object', { name: type, data: { object: { id } } }],
  ])('finds the case %s', async (_, content) => {
    reads();
    expect(await perform(content)).toHaveLength(1);
  });

  it.each([
    ['another event', event({ type: 'something.else' })],
    ['no case', { event_id: 'evt_1', type }],
    ['no object', 'text'],
    ['a list', []],
  ])('fires nothing for %s', async (_, content) => {
    expect(await perform(content)).toEqual([]);
  });

  it('fires nothing for a case the service does not know', async () => {
    reads(404, {});
    expect(await perform(event())).toEqual([]);
  });

  it('reads an event of 5 MB, and gives a repeat the same id', async () => {
    nock(base).get(`/api/applications/${id}`).times(3).reply(200, aCase);
    const large = event({ filler: 'x'.repeat(5 * 1024 * 1024) });
    const repeats = await Promise.all([perform(large), perform(large), perform(large)]);
    expect(new Set(repeats.map(([item]) => item!.id))).toEqual(new Set(['evt_1']));
  });

  it.each([500, 502, 504])('is tried again after %i: no run is left to replay', async (status) => {
    nock(base).get(`/api/applications/${id}`).times(3).reply(status, {});
    const { kind, message } = await failure(perform(event()));
    expect(kind).toBe('ThrottledError');
    expect(message).toContain('Zapier tries this step again by itself');
  });

  it('is tried again when the service cannot be reached', async () => {
    nock(base)
      .get(`/api/applications/${id}`)
      .times(3)
      .replyWithError(Object.assign(new Error('boom'), { code: 'ECONNRESET' }));
    expect((await failure(perform(event()))).kind).toBe('ThrottledError');
  });

  it('waits at most 300 seconds', async () => {
    nock(base).get(`/api/applications/${id}`).reply(429, '', { 'retry-after': '9000' });
    expect(await failure(perform(event()))).toMatchObject({ kind: 'ThrottledError', delay: 300 });
  });

  it.each([
    ['risk_level', ['LOW'], 1],
    ['risk_level', ['2', '3'], 0],
    ['custom_fields', { plan: 'premium' }, 1],
    ['custom_fields', { plan: 'Basic' }, 0],
    ['custom_fields', { constructor: 'x' }, 0],
    ['skip_drafts', 'yes', 1],
  ])('filters by %s %j', async (key, value, count) => {
    reads();
    expect(await perform(event(), { inputData: { [key]: value } })).toHaveLength(count);
  });

  describe('with a signing secret', () => {
    const secret = `whsec_${Buffer.from('a secret of the subscription').toString('base64')}`;
    const signed = (content: string, at = new Date(), by = secret) => ({
      rawRequest: {
        content,
        headers: {
          'Http-Webhook-Id': 'evt_1',
          'Http-Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
          'Http-Webhook-Signature': new Webhook(by).sign('evt_1', at, content),
        },
      },
      subscribeData: { id: 'wh_1', secret },
    });
    const content = JSON.stringify(event());

    it('fires for a valid signature', async () => {
      reads();
      expect(await perform(event(), signed(content))).toHaveLength(1);
    });

    it.each([
      ['unsigned', { subscribeData: { secret }, rawRequest: { headers: {}, content } }],
      [
        'signed with another secret',
        signed(content, new Date(), `whsec_${Buffer.from('another').toString('base64')}`),
      ],
      ['signed long ago', signed(content, new Date(Date.now() - 3600_000))],
      [
        'changed after signing',
        {
          ...signed(content),
          rawRequest: { ...signed(content).rawRequest, content: `${content} ` },
        },
      ],
    ])('fires nothing when it is %s', async (_, bundle) => {
      expect(await perform(event(), { ...bundle, subscribeData: { secret } })).toEqual([]);
    });

    it('takes the secret of the connection where the subscription has none', async () => {
      const bundle = { authData: { ...authData, webhook_secret: secret } };
      expect(await perform(event(), bundle)).toEqual([]);
    });
  });

  it('shows a sample that passes the filters', async () => {
    const inputData = { risk_level: ['3'], custom_fields: { plan: 'Basic' } };
    const [item] = await run<Record<string, any>[]>(method('performList'), { inputData });
    expect(item).toMatchObject({
      risk_level: 3,
      risk_level_name: 'FORBIDDEN',
      custom_fields: { plan: 'Basic' },
    });
  });

  it('shows the same keys in sample, list and hook', async () => {
    reads();
    const [live] = await perform(event());
    const [listed] = await run<Record<string, any>[]>(method('performList'), {});
    expect(Object.keys(live!)).toEqual(expect.arrayContaining(Object.keys(listed!)));
  });
});

it('filters case_review_updated by status', async () => {
  nock(base).get(`/api/applications/${id}`).times(2).reply(200, aCase);
  const method = 'triggers.case_review_updated.operation.perform';
  const cleanedRequest = {
    event_id: 'e',
    type: 'application.review_updated',
    data: { object: { application_id: id } },
  };
  const fired = (status_review: string[]) =>
    run<object[]>(method, { cleanedRequest, inputData: { status_review } });
  expect(await fired(['Approved'])).toHaveLength(1);
  expect(await fired(['rejected', 'pending'])).toHaveLength(0);
});
