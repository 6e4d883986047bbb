/** *Back office → Account*: its JSON, its keys, and what goes out and comes in as a file; its webhooks under *Developer*. */
import { Webhook } from 'standardwebhooks';

import { createSandbox, type Sandbox } from '../../server.tsx';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';
import { call, fileForm, open, send, valueOf, type Form } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ deliveryFactor: 0.01 })));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const page = (path = '') => open(sandbox, `/back-office/account${path}`);
const save = (path: string, form?: Form) => send(sandbox, `/back-office/account${path}`, form);
const webhooks = '/back-office/developer/webhooks';
const hooks = (path: string, form?: Form) => send(sandbox, webhooks + path, form);
const settings = () => sandbox.services.account.read('main');
/** What is shown this once. */
const onceOn = ({ html }: { html: string }) => /<pre tabindex="0">([^<]+)/.exec(html)![1]!;
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
    expect((await save('', { json: '{ "portal": }' })).text).toMatch(
      /This is not JSON.*\(line 1, column 13\)/,
    );
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
    sandbox.services.account.change('main', { country_codes: 'alpha-2', portal });
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['collect.opened' as const] };
    const headers = { 'x-token': 'kept to itself' };
    sandbox.services.subscriptions.enter('main', { ...hook, headers });
    const before = settings();
    const content = (await page('/account.json')).html;
    for (const secret of ['kept to itself', 'whsec_', sandbox.apiKey])
      expect(content).not.toContain(secret);
    sandbox.reset();
    expect(settings()).not.toEqual(before);
    const upload = (text: string) =>
      save('', fileForm({ name: 'account.json', type: 'application/json', content: text }));
    const cut = await upload(content.replace(/\}\s*$/, ''));
    expect(cut.text).toMatch(/This is not JSON.*\(line \d+, column \d+\)/);
    expect(settings()).not.toEqual(before);
    await upload(content);
    expect(settings()).toEqual(before);
    expect(sandbox.services.subscriptions.list('main', 5)).toMatchObject([
      { ...hook, header_names: [] },
    ]);
  });
});

it('makes an API key, shows it once, and revokes it', async () => {
  expect((await save('/keys')).text).toContain('Name must not be empty');
  const key = onceOn(await save('/keys', { name: 'Zapier' }));
  const lastUse = async () =>
    /Zapier active .*?Last used (.*?) Revoke/.exec((await page('/keys')).text)![1];
  expect((await page('/keys')).html).not.toContain(key);
  expect(await lastUse()).toBe('never');
  for (const authorization of [key, `Bearer ${key}`])
    expect((await api(authorization)).status).toBe(200);
  expect(await lastUse()).toMatch(/^\d/);
  const { id } = sandbox.services.accounts.list('main')[0]!;
  await save(`/keys/${id}/revoke`);
  expect((await page('/keys')).text).toContain('Zapier revoked');
  const refused = await api(key);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { detail: 'This API key was revoked.' },
  ]);
  expect((await api(sandbox.apiKey)).status).toBe(200);
  // Nothing of what is kept opens anything.
  const rows = sandbox.services.store.all<{ api_key: string }>('select api_key from accounts');
  expect(JSON.stringify(rows)).not.toContain(key);
  for (const { api_key } of rows.filter((row) => row.api_key !== sandbox.apiKey))
    expect((await api(api_key)).status).toBe(401);
});

it('has webhooks entered by hand, signed with the secret that is shown once', async () => {
  const got: { content: string; headers: Record<string, string> }[] = [];
  const receiver = await listen(({ content, headers }, response) => {
    got.push({ content, headers: headers as Record<string, string> });
    response.end();
  });
  const url = `${receiver.url}/hook`;
  expect((await hooks('/new', { url })).text).toContain('Events must be chosen');
  const form = {
    url,
    events: 'application.created',
    header_name: 'x-token',
    header_value: 'a long word',
  };
  const short = await hooks('/new', { ...form, secret: 'whsec_short' });
  expect(short.text).toContain('Secret must be whsec_');
  expect(valueOf(short, 'header_value')).toBe('a long word');
  const secret = onceOn(await hooks('/new', form));
  expect((await open(sandbox, webhooks)).html).not.toContain(secret);
  const { id } = sandbox.services.subscriptions.list('main', 5)[0]!;
  await hooks(`/${id}/test`);
  const { content, headers } = await until('the test event', () => got[0]);
  expect(JSON.parse(content)).toMatchObject({ type: 'webhooks.test' });
  expect(headers['x-token']).toBe('a long word');
  new Webhook(secret).verify(content, headers);
  await hooks(`/${id}`, { url, events: ['application.created', 'application.updated'] });
  const changed = (await open(sandbox, webhooks)).text;
  for (const words of ['application.created, application.updated', 'x-token'])
    expect(changed).toContain(words);
  await hooks(`/${id}/remove`);
  expect((await open(sandbox, webhooks)).text).toContain('None yet.');
  receiver.close();
});

it('serves its logo to portals as the picture it is', async () => {
  const content = Buffer.from('GIF89a');
  const logo_url = `data:image/gif;base64,${content.toString('base64')}`;
  sandbox.setUp({ portal: { name: 'Nordwind', logo_url } });
  const { body } = await call(sandbox, 'GET', '/api/portal/configuration');
  const served = await fetch(body.logo_url);
  expect([
    served.headers.get('content-type'),
    served.headers.get('x-content-type-options'),
    Buffer.from(await served.arrayBuffer()).equals(content),
  ]).toEqual(['image/gif', 'nosniff', true]);
  sandbox.setUp({});
});
