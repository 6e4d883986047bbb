/** *Back office → Account* in a real Chromium, and what it changes for clients and programs. */
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

import { sendLetter } from '../../mail/letters.ts';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';
import {
  alert,
  at,
  check,
  desktop,
  follow,
  narrow,
  newCase,
  newLink,
  open,
  press,
  setUp,
  shown,
  suite,
} from './support.ts';

const account = (path = '') => `${at.sandbox.url}/back-office/account${path}`;
const settings = () => at.sandbox.services.account.read('main');
/** The newest letter, as the mailbox frames it. */
const letterPage = () => {
  const { seq } = at.sandbox.services.store.get<{ seq: number }>(
    'select max(seq) as seq from mails',
  )!;
  return `${at.sandbox.url}/back-office/mailbox/${seq}/html`;
};
/** A picture of one dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const api = (key: string, path = '/api/custom_fields') =>
  fetch(at.sandbox.url + path, { headers: { authorization: key } });

suite('the account', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])(
    'is read on one page and edited as JSON, with each mistake at its path, on %s',
    async (_, viewport) => {
      const page = await open(viewport);
      await page.goto(account());
      await check();
      for (const words of ['are kept', 'Registration certificate', 'the business of the case']) {
        await page.getByText(words).first().waitFor();
      }
      await follow('Edit as JSON');
      await check();
      const field = page.getByLabel('JSON', { exact: true });
      const before = settings();
      expect(JSON.parse(await field.inputValue())).toEqual(before);
      const wrong = {
        unknown_fields: 'ignore',
        custom_fields: [{ name: 'plan' }, { name: 'size', type: 'dropdown_single', kind: 1 }],
        portal: { color: 'red' },
      };
      await field.fill(JSON.stringify(wrong, null, 2));
      await press('Save');
      for (const mistake of [
        'unknown_fields must be one of keep, drop, refuse',
        'custom_fields[1] has no field kind',
        'portal.color must be a colour',
      ]) {
        expect(await alert()).toContain(mistake);
      }
      await check();
      expect(JSON.parse(await field.inputValue())).toEqual(wrong);
      await field.fill('{ "portal": }');
      await press('Save');
      expect(await alert()).toMatch(/This is not JSON.*\(line 1, column 13\)/);
      expect(settings()).toEqual(before);
      const turnover = {
        name: 'turnover',
        display_name: 'Yearly turnover',
        type: 'dropdown_single',
        accepted_values: ['Small', 'Large'],
        description: 'Of the last year.',
        display_in_portal: true,
      };
      const funds = { name: 'Source of funds', attached_to: 'PERSON_UBO' };
      await field.fill(JSON.stringify({ custom_fields: [turnover], expected_documents: [funds] }));
      await press('Save');
      await page.getByText('Saved.', { exact: true }).waitFor();
      for (const words of ['dropdown single: Small, Large', 'SOURCE_OF_FUNDS']) {
        await page.getByText(words).waitFor();
      }
      await check();
      // What was left out is as it was.
      expect(settings().portal).toEqual(before.portal);
      const id = newCase();
      const owner = { last_name: 'Ferrer', roles: ['UBO'] };
      at.sandbox.services.parties.add('main', id, 'person', owner, 'API');
      const link = newLink(id);
      await page.goto(`${link}?step=details`);
      await page.getByText('Of the last year.').waitFor();
      await page.getByLabel('Yearly turnover').selectOption('Large');
      await check();
      await page.goto(`${link}?step=documents`);
      await page.getByText('Source of funds (Ferrer)').first().waitFor();
    },
  );

  it.each(['#ffe600', '#ffffff', '#000000', '#777777', '#e2001a', '#7fb2ff'])(
    'has a portal and letters in its own colour %s that can be read',
    async (color) => {
      const page = await open();
      at.sandbox.services.account.change('main', {
        portal: { ...settings().portal, name: 'Nordwind Bank', color },
      });
      const link = newLink(newCase());
      await page.goto(link);
      // Its own rules judge the contrast of every text, the buttons' among them.
      await check();
      expect(await page.title()).toContain('Nordwind Bank');
      expect(await page.content()).not.toContain('Clearpath');
      await follow('Start');
      await check();
      sendLetter(at.sandbox.services, {
        key: color,
        account: 'main',
        to: 'a@b.example',
        kind: 'link',
        lang: 'en',
        values: { link },
      });
      await page.goto(letterPage());
      await check();
      await page.getByText('Nordwind Bank asks you').waitFor();
    },
  );

  it('shows its logo in the portal, in letters and on its page', async () => {
    const page = await open(narrow);
    const logo_url = `data:image/png;base64,${png.toString('base64')}`;
    await page.goto(account('/edit'));
    await page.getByLabel('Account file').setInputFiles({
      name: 'account.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ portal: { name: 'Nordwind', logo_url } })),
    });
    await press('Upload');
    await page.getByAltText('Logo').waitFor();
    await check();
    const link = newLink(newCase());
    await page.goto(link);
    const width = (selector: string) =>
      page.locator(selector).evaluate((img) => (img as HTMLImageElement).naturalWidth);
    expect(await width('.brand img')).toBe(1);
    const answer = await (await api(at.sandbox.apiKey, '/api/portal/configuration')).json();
    const served = await fetch(answer.logo_url);
    expect([
      served.headers.get('content-type'),
      served.headers.get('x-content-type-options'),
    ]).toEqual(['image/png', 'nosniff']);
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
    sendLetter(at.sandbox.services, {
      key: 'logo',
      account: 'main',
      to: 'a@b.example',
      kind: 'link',
      lang: 'en',
      values: { link },
    });
    await page.goto(letterPage());
    expect(await width('img')).toBe(1);
  });

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('has webhooks entered by hand, with a test event, on %s', async (_, viewport) => {
    const got: { content: string; headers: Record<string, string> }[] = [];
    const receiver = await listen(({ content, headers }, response) => {
      got.push({ content, headers: headers as Record<string, string> });
      response.end();
    });
    const page = await open(viewport);
    await page.goto(account('/webhooks'));
    await check();
    await follow('Add a webhook');
    await check();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await press('Save');
    expect(await alert()).toContain('Events must be chosen');
    await page.getByLabel('application.created', { exact: true }).check();
    await page.getByLabel('Secret').fill('whsec_short');
    await page.getByLabel('Own header: name').fill('x-token');
    await page.getByLabel('Own header: value').fill('a long word');
    await press('Save');
    expect(await alert()).toContain('Secret must be whsec_');
    await check();
    await page.getByLabel('Secret').fill('');
    await press('Save');
    const secret = (await page.locator('main pre').textContent())!;
    await check();
    await follow('Back');
    expect(await page.content()).not.toContain(secret);
    await press(/^Send test event/);
    await until('the test event', () => got.length > 0);
    const [{ content, headers }] = got as [(typeof got)[number]];
    expect(JSON.parse(content)).toMatchObject({ type: 'webhooks.test' });
    expect(headers['x-token']).toBe('a long word');
    new Webhook(secret).verify(content, headers);
    // By itself, without a reload.
    await page.getByText('delivered', { exact: true }).waitFor();
    await check();
    await page.getByRole('link', { name: /^Change / }).click();
    await page.getByLabel('application.updated', { exact: true }).check();
    await check();
    await press('Save');
    await page.getByText('application.created, application.updated').waitFor();
    await page.getByText('x-token').waitFor();
    await page.getByText('Remove …').click();
    await check();
    await press(/^Remove http/);
    await page.getByText('None yet.').waitFor();
    receiver.close();
  });

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('makes an API key, shows it once, and revokes it, on %s', async (_, viewport) => {
    const page = await open(viewport);
    await page.goto(account('/keys'));
    await check();
    await press('Make a key');
    expect(await alert()).toContain('Name must not be empty');
    await page.getByLabel('Name', { exact: true }).fill('Zapier');
    await press('Make a key');
    const key = (await page.locator('main pre').textContent())!;
    await check();
    await follow('Back');
    expect(await page.content()).not.toContain(key);
    const card = page.getByRole('region', { name: 'Zapier' });
    await card.getByText('never').waitFor();
    expect((await api(key)).status).toBe(200);
    expect((await api(`Bearer ${key}`)).status).toBe(200);
    await page.reload();
    expect(await card.getByText('never').count()).toBe(0);
    await check();
    await card.getByText('Revoke …').click();
    await check();
    await press('Revoke Zapier');
    await card.getByText('revoked', { exact: true }).waitFor();
    await check();
    const refused = await api(key);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { detail: 'This API key was revoked.' },
    ]);
    expect((await api(at.sandbox.apiKey)).status).toBe(200);
    // Nothing of what is kept opens anything.
    const rows = at.sandbox.services.store.all<{ api_key: string }>('select api_key from accounts');
    expect(JSON.stringify(rows)).not.toContain(key);
    for (const { api_key } of rows.filter((row) => row.api_key !== at.sandbox.apiKey)) {
      expect((await api(api_key)).status).toBe(401);
    }
  });

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('goes out as a file and comes in again, on %s', async (_, viewport) => {
    const page = await open(viewport);
    const logo_url = `data:image/png;base64,${png.toString('base64')}`;
    at.sandbox.services.account.change('main', {
      country_codes: 'alpha-2',
      portal: { ...settings().portal, name: 'Nordwind', logo_url },
    });
    at.sandbox.services.subscriptions.enter('main', {
      url: at.thanks,
      events: ['collect.opened'],
      headers: { 'x-token': 'kept to itself' },
    });
    const before = settings();
    await page.goto(account());
    const download = page.waitForEvent('download');
    await follow('Download');
    const path = await (await download).path();
    const content = readFileSync(path, 'utf8');
    for (const secret of ['kept to itself', 'whsec_', at.sandbox.apiKey])
      expect(content).not.toContain(secret);
    at.sandbox.reset();
    expect(settings()).not.toEqual(before);
    const send = async (buffer: Buffer) => {
      await page.goto(account('/edit'));
      await page
        .getByLabel('Account file')
        .setInputFiles({ name: 'account.json', mimeType: 'application/json', buffer });
      await press('Upload');
    };
    await send(Buffer.from(content.replace('"cf_plan"', '"cf_plan",\n "kind": 1')));
    expect(await alert()).toContain('custom_fields[0] has no field kind');
    await check();
    await send(Buffer.from(content.replace(/\}\s*$/, '')));
    expect(await alert()).toMatch(/This is not JSON.*\(line \d+, column \d+\)/);
    expect(settings()).not.toEqual(before);
    await send(Buffer.from(content));
    await page.getByText('Saved.', { exact: true }).waitFor();
    await check();
    expect(settings()).toEqual(before);
    expect(at.sandbox.services.subscriptions.list('main', 5)).toMatchObject([
      { url: at.thanks, events: ['collect.opened'], header_names: [] },
    ]);
  });

  it('asks a client for each kind of custom field in words of the client, and keeps the answers', async () => {
    const kinds = [
      'text',
      'number',
      'boolean',
      'dropdown_single',
      'dropdown_multiple',
      'date',
      'country_single',
      'country_multiple',
    ];
    at.sandbox.setUp({
      expected_documents: [],
      custom_fields: kinds.map((type) => ({
        name: type,
        display_name: `Of kind ${type}`,
        display_in_portal: true,
        type,
        ...(type.startsWith('dropdown') && { accepted_values: ['One', 'Two', 'Three'] }),
      })),
    });
    const person = {
      given_names: 'Ines',
      last_name: 'Ferrer',
      email: 'a@b.example',
      birth_date: '1988-04-02',
      nationalities: ['ES'],
      address: { street: 'A 1', city: 'B', postal_code: '1' },
    };
    const id = newCase({ person });
    const page = await open(narrow);
    await page.goto(`${newLink(id)}?step=details`);
    await check();
    await page.getByLabel('Of kind number').fill('1.234');
    await press('Continue');
    expect(await alert()).toContain('Answer: Of kind number – this number can be read in two ways');
    await check();
    await page.getByLabel('Of kind number').fill('1234');
    await page.getByLabel('Of kind text').fill('Words');
    await page.getByLabel('Of kind boolean').selectOption({ label: 'No' });
    await page.getByLabel('Of kind dropdown_single').selectOption('Two');
    await page.getByLabel('Three').check();
    await page.getByLabel('One', { exact: true }).check();
    await page.getByLabel('Of kind date').fill('2024-02-29');
    await page.getByLabel('Of kind country_single').selectOption({ label: 'Germany' });
    for (const country of ['France', 'Spain']) {
      await page.getByLabel('Search for a country').fill(country);
      await page.getByLabel('Search for a country').press('Enter');
    }
    await press('Continue');
    await page.goto(`${shown(id).portals!.link}?step=review`);
    await page.getByText('One, Three').waitFor();
    await check();
    await page.getByLabel('The information shown here').check();
    await press('Submit');
    await page.waitForURL(at.thanks);
    expect(shown(id).custom_fields).toEqual({
      text: 'Words',
      number: 1234,
      boolean: false,
      dropdown_single: 'Two',
      dropdown_multiple: ['One', 'Three'],
      date: '2024-02-29',
      country_single: 'DEU',
      country_multiple: expect.arrayContaining(['FRA', 'ESP']),
    });
    at.sandbox.setUp({});
  });

  it('is what a reset brings back, where it was given at the start', async () => {
    at.sandbox.setUp({ portal: { name: 'Given' } });
    at.sandbox.services.account.change('main', {
      portal: { ...settings().portal, name: 'Changed' },
    });
    await fetch(`${at.sandbox.url}/_sandbox/reset`, { method: 'POST' });
    expect(settings().portal.name).toBe('Given');
    at.sandbox.setUp({});
    at.sandbox.reset();
    expect(settings().portal.name).not.toBe('Given');
  });
});
