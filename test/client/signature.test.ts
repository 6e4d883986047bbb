/** Who sent an event: one of the secrets signed its raw body, not long ago. */
import { createHmac } from 'node:crypto';
import { Webhook } from 'svix';

import { isSigned, type RawRequest } from '../../client/signature.ts';
import { readDialect } from '../../service/dialect.ts';
import { halted, openCore } from '../support/core.ts';

const { service, fire } = openCore();

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const secret = secretOf('a secret of the subscription');
const other = secretOf('a secret of somebody else');
const content = '{"event_id":"evt_1"}';

/** A request as Zapier hands it over, signed by a library made for it. */
const signed = (by = secret, date = new Date(), body = content) => ({
  content: body,
  headers: {
    'Http-Webhook-Id': 'msg_1',
    'Http-Webhook-Timestamp': String(Math.floor(date.getTime() / 1000)),
    'Http-Webhook-Signature': new Webhook(by).sign('msg_1', date, body),
  },
});
/** The same with a key as it is, whatever its length. */
const signedWith = (key: string | Buffer): RawRequest => ({
  content,
  headers: {
    'webhook-id': 'm',
    'webhook-timestamp': '1',
    'webhook-signature': `v1,${createHmac('sha256', key).update(`m.1.${content}`).digest('base64')}`,
  },
});
const withHeader = (name: string, value: string): RawRequest => {
  const request = signed();
  return { ...request, headers: { ...request.headers, [name]: value } };
};
/** During a change of secrets a service signs with both. */
const withSignatures = (...secrets: string[]): RawRequest => {
  const date = new Date();
  const signatures = secrets.map((one) => new Webhook(one).sign('msg_1', date, content)).join(' ');
  const request = signed(secret, date);
  return { ...request, headers: { ...request.headers, 'Http-Webhook-Signature': signatures } };
};
const standard = readDialect();
const isFrom = (request: RawRequest, ...secrets: string[]) => isSigned(standard, request, secrets);

it.each<[string, RawRequest, string[], boolean]>([
  ['signed', signed(), [secret], true],
  ['signed by the second of two', signed(), [other, secret], true],
  ['signed twice, the second time with the secret', withSignatures(other, secret), [secret], true],
  ['signed twice with other secrets', withSignatures(other, other), [secret], false],
  ['unsigned', { content, headers: {} }, [secret], false],
  ['signed with another secret', signed(other), [secret], false],
  ['changed after signing', { ...signed(), content: `${content} ` }, [secret], false],
  ['signed by nobody', withHeader('Http-Webhook-Signature', 'v1,'), [secret], false],
  ['signed for another time', withHeader('Http-Webhook-Timestamp', '1'), [secret], false],
])('an event that is %s', (_, request, secrets, isTrue) =>
  expect(isFrom(request, ...secrets)).toBe(isTrue),
);

it.each(['not-base64-at-all!', '12345678'])('takes the plain secret %j', (plain) =>
  expect(isFrom(signedWith(plain), plain)).toBe(true),
);

it.each(['whsec_!!!', '!!!', 'abc', 'whsec_'])(
  'takes no key from %j that anybody could guess',
  (weak) => {
    const decoded = Buffer.from(weak.replace(/^whsec_/, ''), 'base64');
    for (const key of [Buffer.alloc(0), decoded]) expect(isFrom(signedWith(key), weak)).toBe(false);
  },
);

it.each([
  ['hmac-sha256-hex', 'X-Hub-Signature-256', 'sha256='],
  ['hmac-sha1-base64', 'X-Sign', ''],
])('checks signatures of the scheme %s', (signature, header, before) => {
  const dialect = readDialect(JSON.stringify({ signature, signature_header: header }));
  const [, hash, notation] = signature.split('-') as [string, string, 'hex' | 'base64'];
  const isFromKey = (key: string) => {
    const mark = createHmac(hash, key).update(content).digest(notation);
    const request = { content, headers: { [`Http-${header}`]: before + mark } };
    return isSigned(dialect, request, ['plainsecret']);
  };
  expect([isFromKey('plainsecret'), isFromKey('plain secret')]).toEqual([true, false]);
});

describe('a trigger', () => {
  const event = {
    event_id: 'evt_1',
    type: 'application.submitted',
    data: { object: { application_id: 'app_1' } },
  };
  const body = JSON.stringify(event);
  const submitted = (
    request: RawRequest,
    more: Omit<Parameters<typeof fire>[3], 'request'> = {},
  ) => {
    service.serve({ 'GET /api/applications/app_1': [200, { id: 'app_1' }] });
    return fire('case_submitted', event, {}, { request, ...more });
  };
  const own = { registration: { secret } };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  it.each([0, 35, -1])('fires for an event of %i hours ago', async (hours) =>
    expect(await submitted(signed(secret, hoursAgo(hours), body), own)).toHaveLength(1),
  );
  it.each([37, 30 * 24, -37])(
    'drops an event of %i hours ago: no retry takes as long',
    async (hours) => {
      const request = signed(secret, hoursAgo(hours), body);
      expect(await halted(submitted(request, own))).toContain('SERVICE_EVENT_AGE_HOURS');
      expect(service.lines()).toEqual([]);
    },
  );

  it('drops what nobody signed, and names the settings', async () => {
    const message = await halted(submitted({ content: body, headers: {} }, own));
    expect(message).toMatch(
      /Webhook Signing Secret.*signature_header" in the dialect.*switch off the check/,
    );
    expect(service.lines()).toEqual([]);
  });

  it.each([
    ['registration', own],
    ['connection', { connection: { webhook_secret: secret } }],
    ['connection, the second of two', { connection: { webhook_secret: `${other}, ${secret}` } }],
    [
      'connection, beside that of the registration',
      { registration: { secret: other }, connection: { webhook_secret: `${secret} ${other}` } },
    ],
  ])('takes the secret of the %s', async (_, more) => {
    const request = signed(secret, new Date(), body);
    expect(await submitted(request, more)).toHaveLength(1);
    expect(await halted(submitted({ content: body }, more))).toContain('does not match');
  });

  it('reads the text that was signed, whatever the platform parsed', async () => {
    service.serve({ 'GET /api/applications/app_1': [200, { id: 'app_1' }] });
    const foreign = { ...event, data: { object: { application_id: 'app_of_somebody_else' } } };
    const request = signed(secret, new Date(), body);
    await fire('case_submitted', foreign, {}, { request, ...own });
    expect(service.lines()).toEqual(['GET /api/applications/app_1']);
  });

  it.each([`event=${encodeURIComponent(body)}`, '', `${body}}`])(
    'replaces signed content that is no JSON by nothing that the platform parsed: %s',
    async (text) => {
      const request = signed(secret, new Date(), text);
      expect(await halted(submitted(request, { ...own, body: event }))).toContain('is no JSON');
      expect(service.lines()).toEqual([]);
    },
  );

  it('without a secret takes any event', async () =>
    expect(await submitted({ content: body })).toHaveLength(1));
});
