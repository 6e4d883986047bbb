import { createHmac } from 'node:crypto';
import nock from 'nock';
import { Webhook } from 'svix';

import { all } from '../support/amount.ts';
import { startCache } from '../support/cache.ts';
import { aCase, id } from '../support/examples.ts';
import { authData, base, failure, run, runner } from '../support/app.ts';

const triggers = [
  ['case_submitted', 'application.submitted'],
  ['case_review_updated', 'application.review_updated'],
  ['collect_opened', 'collect.opened'],
  ['collect_closed', 'collect.closed'],
  ['case_created', 'application.created'],
  ['case_updated', 'application.updated'],
  ['case_status_updated', 'application.status_updated'],
] as const;

// One row of the definition makes each of them: where not all is asked for, three are tried.
describe.each(all ? triggers : triggers.slice(0, 3))('%s', (trigger, type) => {
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
    expect(message).toContain('webhooks in its dialect');
  });

  it('takes over a registration that is there already, where the service names it', async () => {
    const bundle = { targetUrl: 'https://hooks.example/1' };
    nock(base).post('/api/webhooks').reply(409, { detail: 'exists', webhook_id: 'wh_7' });
    expect(await run(method('performSubscribe'), bundle)).toEqual({ id: 'wh_7' });
    nock(base).post('/api/webhooks').reply(409, { detail: 'exists' });
    const { kind, message } = await failure(run(method('performSubscribe'), bundle));
    expect(kind).toBe('HaltedError');
    expect(message).toContain('Remove it in the webhook settings');
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
    ['another event', event({ type: 'something.else' })],
    ['another event_type', { event_type: 'something.else', application_id: id }],
    ['the test of the service', event({ type: 'webhooks.test' })],
    ['no object', 'text'],
    ['a list', []],
  ])('fires nothing for %s', async (_, content) => {
    expect(await perform(content)).toEqual([]);
  });

  it('takes an event without a name where its address was registered for it alone', async () => {
    const unnamed = { event_id: 'evt_1', data: { object: { application_id: id } } };
    reads();
    expect(await perform(unnamed, { subscribeData: { id: 'wh_1' } })).toHaveLength(1);
    const { kind, message } = await failure(perform(unnamed));
    expect(kind).toBe('HaltedError');
    expect(message).toContain('does not say its name');
  });

  it('reads an event of 5 MB, and gives a repeat the same id', async () => {
    nock(base).get(`/api/applications/${id}`).times(2).reply(200, aCase);
    const large = event({ filler: 'x'.repeat(5 * 1024 * 1024) });
    const repeats = await Promise.all([perform(large), perform(large)]);
    expect(repeats.map(([item]) => item!.id)).toEqual(['evt_1', 'evt_1']);
  });

  it.each([408, 423, 425, 429, 500, 502, 503, 504])(
    'is tried again after %i: no run is left to replay',
    async (status) => {
      nock(base).get(`/api/applications/${id}`).times(3).reply(status, {});
      const { kind, message } = await failure(perform(event()));
      expect(kind).toBe('ThrottledError');
      expect(message).toContain('Zapier tries this step again by itself');
    },
  );

  it.each([
    ['a web page', 200, '<!doctype html><h1>Maintenance</h1>'],
    ['an empty 200', 200, ''],
    ['204', 204, ''],
    ['cut-off JSON', 200, '{"application_id": "ap'],
    ['JSON of nothing known', 200, '{"ok": true}'],
    ['an over-large body', 200, JSON.stringify({ ...aCase, filler: 'x'.repeat(11 * 1024 * 1024) })],
  ])('is tried again after %s: it may be there for a moment only', async (_, status, body) => {
    nock(base).get(`/api/applications/${id}`).reply(status, body);
    expect(await failure(perform(event()))).toMatchObject({ kind: 'ThrottledError', delay: 60 });
  });

  it.each([
    [true, 0],
    [false, 1],
    // A service that does not say whether it is one.
    [null, 1],
    [undefined, 1],
  ])('skips drafts alone: a case whose is_draft is %s', async (is_draft, count) => {
    reads(200, { ...aCase, is_draft });
    expect(await perform(event(), { inputData: { skip_drafts: 'yes' } })).toHaveLength(count);
  });

  it('runs each Zap once for an event that comes twice', async () => {
    nock(base).get(`/api/applications/${id}`).times(4).reply(200, aCase);
    const cache = await startCache();
    const remembering = runner(undefined, cache.event);
    const fired = (zap: string) =>
      remembering<object[]>(method('perform'), {
        rawRequest: { headers: {}, content: JSON.stringify(event()) },
        subscribeData: { id: zap },
      });
    expect(await fired('wh_1')).toHaveLength(1);
    expect(await fired('wh_2')).toHaveLength(1);
    expect(await fired('wh_1')).toEqual([]);
    expect(await fired('wh_2')).toEqual([]);
    cache.close();
  });

  describe('with a signing secret', () => {
    const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
    const secret = secretOf('a secret of the subscription');
    const other = secretOf('a secret of somebody else');
    const content = JSON.stringify(event());
    const signed = (by = secret, at = new Date()) => ({
      content,
      headers: {
        'Http-Webhook-Id': 'msg_1',
        'Http-Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
        'Http-Webhook-Signature': new Webhook(by).sign('msg_1', at, content),
      },
    });
    const unsigned = { content, headers: {} };
    const fired = async (rawRequest: object, bundle: object = { subscribeData: { secret } }) => {
      reads();
      return perform(event(), { rawRequest, ...bundle });
    };
    const withSettings = async (values: Record<string, string>, work: () => Promise<unknown>) => {
      Object.assign(process.env, values);
      try {
        await work();
      } finally {
        for (const name of Object.keys(values)) delete process.env[name];
      }
    };

    it('fires for a valid signature, as old as a retry may be', async () => {
      expect(await fired(signed())).toHaveLength(1);
      expect(await fired(signed(secret, new Date(Date.now() - 35 * 3_600_000)))).toHaveLength(1);
    });

    it.each([
      ['unsigned', unsigned],
      ['signed with another secret', signed(other)],
      ['changed after signing', { ...signed(), content: `${content} ` }],
      [
        'signed by nobody',
        { ...signed(), headers: { ...signed().headers, 'Http-Webhook-Signature': 'v1,' } },
      ],
      [
        'with an unreadable time',
        { ...signed(), headers: { ...signed().headers, 'Http-Webhook-Timestamp': 'x' } },
      ],
    ])('halts and names the settings when it is %s', async (_, rawRequest) => {
      const { kind, message } = await failure(
        perform(event(), { rawRequest, subscribeData: { secret } }),
      );
      expect(kind).toBe('HaltedError');
      expect(message).toMatch(
        /Webhook Signing Secret.*signature_header in the dialect.*switch the check/,
      );
      expect(nock.pendingMocks()).toEqual([]);
    });

    it('reads what was signed, whatever Zapier made of it', async () => {
      reads();
      const [item] = await perform(
        { ...event(), data: { object: { application_id: 'app_of_somebody_else' } } },
        { rawRequest: signed(), subscribeData: { secret } },
      );
      expect(item).toMatchObject({ application_id: id });
    });

    it.each([
      ['connection', { authData: { ...authData, webhook_secret: secret } }],
      [
        'connection, the second of two',
        { authData: { ...authData, webhook_secret: `${other}, ${secret}` } },
      ],
      [
        'connection, beside that of the registration',
        {
          subscribeData: { secret: other },
          authData: { ...authData, webhook_secret: `${secret} ${other}` },
        },
      ],
    ])('takes the secret of the %s', async (_, bundle) => {
      expect(await fired(signed(), bundle)).toHaveLength(1);
      expect((await failure(perform(event(), { rawRequest: unsigned, ...bundle }))).kind).toBe(
        'HaltedError',
      );
    });

    it.each(['not-base64-at-all!', 12345678])('takes the plain secret %j', async (plain) => {
      const at = new Date();
      const stamp = String(Math.floor(at.getTime() / 1000));
      const signature = createHmac('sha256', String(plain))
        .update(`m.${stamp}.${content}`)
        .digest('base64');
      const headers = {
        'webhook-id': 'm',
        'webhook-timestamp': stamp,
        'webhook-signature': `v1,${signature}`,
      };
      expect(await fired({ content, headers }, { subscribeData: { secret: plain } })).toHaveLength(
        1,
      );
    });

    it.each(['whsec_!!!', '!!!', 'abc', 'whsec_'])(
      'lets nobody sign with the empty key that %j decodes to',
      async (weak) => {
        const at = String(Math.floor(Date.now() / 1000));
        const keys = [Buffer.alloc(0), Buffer.from(weak.replace('whsec_', ''), 'base64')];
        for (const key of keys) {
          const made = createHmac('sha256', key).update(`m.${at}.${content}`).digest('base64');
          const headers = {
            'webhook-id': 'm',
            'webhook-timestamp': at,
            'webhook-signature': `v1,${made}`,
          };
          const bundle = { rawRequest: { content, headers }, subscribeData: { secret: weak } };
          expect((await failure(perform(event(), bundle))).kind).toBe('HaltedError');
        }
      },
    );

    it.each([
      ['hmac-sha256-hex', 'X-Hub-Signature-256', (made: string) => `sha256=${made}`],
      ['hmac-sha1-base64', 'X-Sign', (made: string) => made],
    ])('checks signatures of the scheme %s', (scheme, header, written) =>
      withSettings(
        { SERVICE_DIALECT: JSON.stringify({ signature: scheme, signature_header: header }) },
        async () => {
          const [, hash, notation] = scheme.split('-') as [string, string, 'hex' | 'base64'];
          const made = createHmac(hash, 'plain secret').update(content).digest(notation);
          const bundle = {
            subscribeData: { secret: 'other' },
            authData: { ...authData, webhook_secret: '' },
          };
          Object.assign(process.env, { SERVICE_WEBHOOK_SECRET: 'plainsecret' });
          const right = createHmac(hash, 'plainsecret').update(content).digest(notation);
          const raw = (signature: string) => ({
            content,
            headers: { [`Http-${header}`]: signature },
          });
          expect(await fired(raw(written(right)), bundle)).toHaveLength(1);
          expect(
            (await failure(perform(event(), { rawRequest: raw(written(made)), ...bundle }))).kind,
          ).toBe('HaltedError');
          delete process.env.SERVICE_WEBHOOK_SECRET;
        },
      ),
    );

    it('can be told not to check', () =>
      withSettings({ SERVICE_WEBHOOK_SIGNATURES: 'off' }, async () => {
        expect(await fired(unsigned)).toHaveLength(1);
      }));
  });

  it('believes what the service says before what the payload says', async () => {
    const told = {
      application_id: id,
      portals: { link: 'https://evil.example/portal' },
      custom_fields: { plan: 'Evil', more: 'x' },
    };
    reads(200, { ...aCase, portals: { link: 'tok_service' } });
    const [item] = await perform(event({ data: { object: told } }));
    expect(item).toMatchObject({
      portal_link: `${base}/portals/tok_service`,
      custom_fields: aCase.custom_fields,
    });
    expect(item!.custom_fields).toEqual(aCase.custom_fields);
    // Only what the service does not show at all is taken from the payload.
    reads(200, { ...aCase, custom_fields: {} });
    const [bare] = await perform(
      event({ data: { object: { ...told, portals: { link: 'tok2' } } } }),
    );
    expect(bare).toMatchObject({
      portal_link: `${base}/portals/tok2`,
      custom_fields: told.custom_fields,
    });
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
