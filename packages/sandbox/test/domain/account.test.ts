/** What an account has set up: its file, its keys, what a reset brings back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkedAccount, placesOf, readJson } from '../../domain/account-file.ts';
import type { Problem } from '../../domain/problem.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call, send, type Form } from '../visitor.ts';

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
  ['{"a":1,\n}', 'This is not JSON: '],
  ['[]', 'The account must be an object'],
  ['{"colour":1}', 'The account has no field colour'],
  ['{"unknown_fields":"ignore"}', 'unknown_fields must be one of keep, drop, refuse'],
  ['{"custom_fields":[{"name":"a"},{"name":"a"}]}', 'custom_fields[1].name is used twice: a'],
  [
    '{"custom_fields":[{"name":"a","type":"dropdown_single"}]}',
    'custom_fields[0].accepted_values must name',
  ],
  [
    '{"expected_documents":[{"name":"A","attached_to":"DOG"}]}',
    'expected_documents[0].attached_to must be one of',
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

describe('a sandbox', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox?.close());
  const get = async (path: string, apiKey = sandbox.apiKey) =>
    call({ url: sandbox.url, apiKey }, 'GET', path);
  const page = async () => (await fetch(`${sandbox.url}/back-office/account`)).text();
  const save = (path: string, form: Form) => send(sandbox, `/back-office/${path}`, form);
  /** The settings and the webhooks without their ids, as programs read them. */
  const account = async () => {
    const parts = ['portal/configuration', 'custom_fields', 'webhooks'];
    const [portal, fields, hooks] = await Promise.all(
      parts.map(async (part) => (await get(`/api/${part}`)).body),
    );
    return [portal, fields, hooks.map((one: object) => ({ ...one, id: '' }))];
  };
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['collect.opened'] };

  it('changes nothing by a file that is wrong in one place', async () => {
    sandbox = await createSandbox();
    const before = await account();
    const webhooks = [hook, { ...hook, secret: 'short' }];
    expect(() => sandbox.setUp({ portal: { name: 'Half' }, webhooks })).toThrow();
    expect(await account()).toEqual(before);
  });

  it('is as at the start after a reset, with its own key alone', async () => {
    sandbox = await createSandbox({ newAccount: { portal: { name: 'First' }, webhooks: [hook] } });
    const before = await account();
    await save('account/keys', { name: 'Zapier' });
    const [key] = /key_[\w-]+/.exec(await page())!;
    const portal = { name: 'Changed' };
    await save('account', { json: JSON.stringify({ custom_fields: [], portal }) });
    sandbox.faults.add({ path: '/x', status: 500 });
    expect((await get('/api/webhooks', key)).status).toBe(200);
    expect((await account())[0].name).toBe('Changed');
    await save('developer/reset', { seed: 'showcase' });
    expect([(await get('/api/webhooks', key)).status, await account()]).toEqual([401, before]);
    expect([sandbox.act.cases().length, sandbox.faults.list()]).toEqual([4, []]);
  });

  it('gives the account out as a file without a secret, and takes it in again', async () => {
    sandbox = await createSandbox();
    const { country_codes, portal } = { country_codes: 'alpha-2', portal: { name: 'Nordwind' } };
    const headers = { 'x-token': 'kept to itself' };
    sandbox.setUp({ country_codes, portal, webhooks: [{ ...hook, headers }] });
    const before = await account();
    const [, escaped] = /name="json"[^>]*>(.*?)<\/textarea>/s.exec(await page())!;
    const json = escaped!.replaceAll('&quot;', '"');
    for (const secret of ['kept to itself', 'whsec_', sandbox.apiKey])
      expect(json).not.toContain(secret);
    sandbox.setUp({});
    sandbox.reset();
    expect(await account()).not.toEqual(before);
    await save('account', { json });
    // The headers of a webhook are no part of the file.
    const again = { ...hook, id: '', header_names: [], status: 'active' };
    expect(await account()).toEqual([...before.slice(0, 2), [again]]);
  });

  it('shows a stale text beside the account as it is, and takes a wrong one back to its page', async () => {
    sandbox = await createSandbox();
    const json = '{"portal":{"name":"Mine"}}';
    for (const [form, said] of [
      [{ json, version: 'old' }, /has changed since.*"Clearpath".*What you typed.*Mine/s],
      [{ json: '{"colour":1}' }, /has no field colour.*name="json"[^>]*>{&quot;colour&quot;:1}/s],
    ] as const) {
      const { to } = await save('account', form);
      const shown = await (await fetch(sandbox.url + to)).text();
      expect(shown.replace(/&quot;Clearpath&quot;/, '"Clearpath"')).toMatch(said);
    }
    expect((await account())[0].name).toBe('Clearpath');
  });

  it('keeps a new account and a revoked key over a restart; its own cannot be revoked or chosen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'));
    sandbox = await createSandbox({ folder, newAccount: { portal: { name: 'First' } } });
    for (const name of ['Zapier', 'n8n']) await save('account/keys', { name });
    const [revoked, made] = (await page()).match(/key_[\w-]+/g)!;
    const paths = (await page()).match(/account\/keys\/[\w-]+\/revoke/g)!;
    expect(paths).toHaveLength(2);
    await save(paths[0]!, {});
    await sandbox.close();
    await expect(createSandbox({ folder, apiKey: revoked })).rejects.toThrow(/was revoked/);
    sandbox = await createSandbox({ folder, newAccount: { portal: { name: 'Second' } } });
    expect((await account())[0].name).toBe('First');
    const statuses = [made, revoked, sandbox.apiKey].map((key) => get('/api/webhooks', key));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 401, 200]);
    await sandbox.close();
    rmSync(folder, { recursive: true });
    sandbox = await createSandbox();
  });

  it('sends clients on to the address of the account, unless their portal has its own', async () => {
    sandbox = await createSandbox();
    sandbox.setUp({ portal: { redirect_url: 'https://www.example.com/done' } });
    const { application_id } = sandbox.act.create({ person: { last_name: 'A' } });
    const path = `/api/applications/${application_id}/portals`;
    for (const [body, to] of [
      [{}, 'https://www.example.com/done'],
      [{ redirect_url: 'https://own.example/' }, 'https://own.example/'],
    ] as const)
      expect((await call(sandbox, 'POST', path, body)).body.redirect_url).toBe(to);
  });
});
