/** What an account has set up: its file, its keys, what a reset brings back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { accountFile, checkedAccount, placesOf, readJson } from '../../domain/account-file.ts';
import type { Problem } from '../../domain/problem.ts';
import { createSandbox, type Sandbox } from '../inside.ts';
import { contrast, textOn } from '../../web/colours.ts';
import { send } from '../visitor.ts';

/** What is said of a file that cannot be taken. */
function refusal(text: string): string {
  try {
    checkedAccount(readJson(text));
    return '';
  } catch (error) {
    return placesOf(error as Problem);
  }
}
it.each([
  ['{"a":1,\n}', 'at line 2, column 1'],
  ['{"a":[1,\n]}', "expected but got ']' at line 2, column 1"],
  ['{"a":1,"a":2}', "Duplicate key 'a'"],
  ['[]', 'The account must be an object'],
  ['{"colour":1}', 'The account has no field colour'],
  ['{"unknown_fields":"ignore"}', 'unknown_fields must be one of keep, drop, refuse'],
  [
    '{"custom_fields":[{"name":"a"},{"name":"b","kind":"x"}]}',
    'custom_fields[1] has no field kind',
  ],
  ['{"custom_fields":[{"name":"a"},{"name":"a"}]}', 'custom_fields[1].name is used twice: a'],
  [
    `{"custom_fields":[{"name":"a","description":"${'x'.repeat(1001)}"}]}`,
    'custom_fields[0].description must have at most 1000 characters',
  ],
  ['{"custom_fields":[{"name":"a b"}]}', 'custom_fields[0].name must contain only letters'],
  [
    '{"custom_fields":[{"name":"a","type":"dropdown_single"}]}',
    'custom_fields[0].accepted_values must name',
  ],
  [
    '{"custom_fields":[{"name":"a","accepted_values":["b","b"]}]}',
    'custom_fields[0].accepted_values contains a value twice',
  ],
  [
    '{"expected_documents":[{"name":"A","attached_to":"DOG"}]}',
    'expected_documents[0].attached_to must be one of',
  ],
  [
    '{"expected_documents":[{"name":"A","attached_to":"PERSON","countries":["FRA"]}]}',
    'expected_documents[0] has no field countries',
  ],
  ['{"portal":{"color":"red"}}', 'portal.color must be a colour such as'],
  ['{"portal":{"logo_url":"javascript:alert(1)"}}', 'portal.logo_url must be an address'],
  ['{"portal":{"redirect_url":"javascript:alert(1)"}}', 'portal.redirect_url must be an address'],
  [
    '{"webhooks":[{"url":"http://a.example","events":["case.lost"]}]}',
    'webhooks[0].events[0] must be one of',
  ],
])('refuses %s with the place of the mistake', (text, place) =>
  expect(refusal(text)).toContain(place),
);

it('writes on every colour what can be read', () => {
  // Values that are widely published.
  expect(contrast('#777777', '#ffffff').toFixed(2)).toBe('4.48');
  expect(contrast('#0000ff', '#ffffff').toFixed(2)).toBe('8.59');
  for (let grey = 0; grey < 256; grey++) {
    const colour = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
    expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
  }
});

describe('a sandbox', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox?.close());
  const get = (path: string, key: string) =>
    fetch(sandbox.url + path, { headers: { authorization: key } });

  it('changes nothing by a file that is wrong in one place', async () => {
    sandbox = await createSandbox();
    const before = sandbox.services.account.read();
    const webhooks = [
      { url: 'http://127.0.0.1:9/a', events: ['collect.opened'] },
      { url: 'http://127.0.0.1:9/b', events: ['collect.opened'], secret: 'short' },
    ];
    expect(() => sandbox.setUp({ portal: { name: 'Half' }, webhooks })).toThrow();
    expect(sandbox.services.account.read()).toEqual(before);
    expect(sandbox.services.subscriptions.list(5)).toEqual([]);
  });

  it('keeps the account over a reset by the office, unless it is to be as at the start', async () => {
    sandbox = await createSandbox();
    const first = { url: 'http://127.0.0.1:9/given', events: ['collect.opened'] };
    sandbox.setUp({ portal: { name: 'Given' }, webhooks: [first] });
    const { account, apiKeys, cases, subscriptions } = sandbox.services;
    const key = apiKeys.make('Zapier');
    const portal = { ...account.read().portal, name: 'Changed' };
    account.change({ country_codes: 'alpha-2', portal });
    subscriptions.add({ url: 'http://127.0.0.1:9/hook', events: ['collect.opened'] });
    const reset = async (form: object) => {
      sandbox.faults.add({ path: '/x', status: 500 });
      await send(sandbox, '/back-office/developer/reset', { ...form });
      return [
        cases.list({}, 100).length > 0,
        sandbox.faults.list().length,
        account.read().country_codes,
        account.read().portal.name,
        subscriptions.list(5).length,
        (await get('/api/custom_fields', key)).status,
      ];
    };
    const kept = [0, 'alpha-2', 'Changed', 2, 200];
    expect(await reset({ seed: 'showcase' })).toEqual([true, ...kept]);
    expect(await reset({ seed: 'empty' })).toEqual([false, ...kept]);
    const start = [false, 0, 'alpha-3', 'Given', 1, 401];
    expect(await reset({ seed: 'empty', account: 'too' })).toEqual(start);
    expect((await get('/api/custom_fields', sandbox.apiKey)).status).toBe(200);
  });

  it('gives the account out as a file without a secret, and takes it in again', async () => {
    sandbox = await createSandbox();
    const { account, subscriptions } = sandbox.services;
    const portal = { ...account.read().portal, name: 'Nordwind' };
    account.change({ country_codes: 'alpha-2', portal });
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['collect.opened' as const] };
    subscriptions.add({ ...hook, headers: { 'x-token': 'kept to itself' } });
    const before = account.read();
    const json = JSON.stringify(accountFile(sandbox.services));
    for (const secret of ['kept to itself', 'whsec_', sandbox.apiKey])
      expect(json).not.toContain(secret);
    sandbox.reset();
    await send(sandbox, '/back-office/account', { json });
    expect(account.read()).toEqual(before);
    expect(subscriptions.list(5)).toMatchObject([{ ...hook, header_names: [] }]);
  });

  it('keeps a revoked key revoked over a restart; its own cannot be revoked or chosen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'));
    sandbox = await createSandbox({ folder });
    const { apiKeys } = sandbox.services;
    const [made, revoked] = [apiKeys.make('Zapier'), apiKeys.make('n8n')];
    const ids = apiKeys.list().map(({ id }) => id);
    expect(ids).toEqual([expect.any(String), expect.any(String), undefined]);
    apiKeys.revoke(ids[0]!);
    await sandbox.close();
    await expect(createSandbox({ folder, apiKey: revoked })).rejects.toThrow(/was revoked/);
    sandbox = await createSandbox({ folder });
    expect((await get('/api/custom_fields', made)).status).toBe(200);
    expect((await get('/api/custom_fields', revoked)).status).toBe(401);
    expect((await get('/api/custom_fields', sandbox.apiKey)).status).toBe(200);
    await sandbox.close();
    rmSync(folder, { recursive: true });
    sandbox = await createSandbox();
  });

  it('sends clients on to the address of the account, unless their portal has its own', async () => {
    sandbox = await createSandbox();
    sandbox.setUp({ portal: { redirect_url: 'https://www.example.com/done' } });
    const { portals } = sandbox.services;
    const of = (redirect_url?: string) =>
      portals.find(portals.create('API', { redirect_url }).link.split('/').pop()!)?.redirect_url;
    expect(of()).toBe('https://www.example.com/done');
    expect(of('https://own.example/')).toBe('https://own.example/');
  });
});
