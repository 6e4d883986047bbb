/** *Back office → Account*: its JSON, its keys, and what goes out and comes in as a file; its webhooks under *Developer*. */
import { Webhook } from 'standardwebhooks';

import { createSandbox, type Sandbox } from '../../server.tsx';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';
import { open, send, valueOf, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const page = (path = '') => open(sandbox, `/back-office/account${path}`);
const save = (path: string, form?: Form) => send(sandbox, `/back-office/account${path}`, form);
const webhooks = '/back-office/developer/webhooks';
const hooks = (path: string, form?: Form) => send(sandbox, webhooks + path, form);
const settings = () => sandbox.services.account.read();
const api = (authorization: string) =>
  fetch(`${sandbox.url}/api/custom_fields`, { headers: { authorization } });

describe('as JSON', () => {
  it('is refused with each mistake at its path, and stays as it was typed', async () => {
    const before = settings();
    expect(JSON.parse(valueOf(await page(), 'json')!)).toEqual(before);
    const wrong = JSON.stringify({
      unknown_fields: 'ignore',
      custom_fields: [{ name: 'plan' }, { name: 'size', type: 'dropdown_single', kind: 1 }],
      portal: { color: 'red' },
    });
    const refused = await save('', { json: wrong });
    for (const mistake of [
      'unknown_fields must be one of keep, drop, refuse',
      'custom_fields[1] has no field kind',
      'portal.color must be a colour',
    ])
      expect(refused.text).toContain(mistake);
    expect(valueOf(refused, 'json')).toBe(wrong);
    expect((await save('', { json: '{ "portal": }' })).text).toContain('This is not JSON');
    expect(settings()).toEqual(before);
  });

  it('changes what it names and nothing else, in words on its page', async () => {
    const before = settings();
    const turnover = {
      name: 'turnover',
      type: 'dropdown_single',
      accepted_values: ['Small', 'Large'],
    };
    const json = JSON.stringify({
      custom_fields: [turnover],
      expected_documents: [{ name: 'Source of funds', attached_to: 'PERSON_UBO' }],
    });
    const { text } = await open(sandbox, (await save('', { json })).to);
    for (const words of ['Saved.', 'Small', 'SOURCE_OF_FUNDS']) expect(text).toContain(words);
    expect(settings().portal).toEqual(before.portal);
  });

  it('goes out as a file without a secret, and comes in again', async () => {
    const portal = { ...settings().portal, name: 'Nordwind' };
    sandbox.services.account.change({ country_codes: 'alpha-2', portal });
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['collect.opened' as const] };
    const headers = { 'x-token': 'kept to itself' };
    sandbox.services.subscriptions.enter({ ...hook, headers });
    const before = settings();
    const content = (await page('/account.json')).html;
    for (const secret of ['kept to itself', 'whsec_', sandbox.apiKey])
      expect(content).not.toContain(secret);
    sandbox.reset();
    expect(settings()).not.toEqual(before);
    await save('', { json: content });
    expect(settings()).toEqual(before);
    expect(sandbox.services.subscriptions.list(5)).toMatchObject([{ ...hook, header_names: [] }]);
  });
});

it('makes an API key, and revokes it', async () => {
  expect((await save('/keys')).text).toContain('Name must not be empty');
  await save('/keys', { name: 'Zapier' });
  const { id, api_key } = sandbox.services.apiKeys.list()[0]!;
  expect((await page()).text).toContain(`Zapier ${api_key}`);
  for (const authorization of [api_key, `Bearer ${api_key}`])
    expect((await api(authorization)).status).toBe(200);
  await save(`/keys/${id}/revoke`);
  const refused = await api(api_key);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { detail: 'This API key was revoked.' },
  ]);
  expect((await api(sandbox.apiKey)).status).toBe(200);
});

it('has webhooks entered by hand, signed with the secret that the page shows', async () => {
  const got: { content: string; headers: Record<string, string> }[] = [];
  const receiver = await listen(({ content, headers }, response) => {
    got.push({ content, headers: headers as Record<string, string> });
    response.end();
  });
  const url = `${receiver.url}/hook`;
  expect((await hooks('', { url })).text).toContain('Events must be chosen');
  const form = { url, events: ['application.created', 'application.updated'] };
  const short = await hooks('', { ...form, secret: 'whsec_short' });
  expect(short.text).toContain('Secret must be whsec_');
  expect(valueOf(short, 'url')).toBe(url);
  await hooks('', form);
  const secret = /whsec_[\w+/=]+/.exec((await open(sandbox, webhooks)).html)![0];
  const { id } = sandbox.services.subscriptions.list(5)[0]!;
  await hooks(`/${id}/test`);
  const { content, headers } = await until('the test event', () => got[0]);
  expect(JSON.parse(content)).toMatchObject({ type: 'webhooks.test' });
  new Webhook(secret).verify(content, headers);
  await hooks(`/${id}/remove`);
  expect(sandbox.services.subscriptions.list(5)).toEqual([]);
  receiver.close();
});
