/** *Back office → Account* in a real Chromium, and what it changes for clients and programs. */
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

import { logoFrom } from '../../packages/sandbox/domain/logo.ts';
import { listen } from '../../testing/listen.ts';
import { until } from '../../testing/until.ts';
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
  ])('has its custom fields, which the portal asks for, on %s', async (_, viewport) => {
    const page = await open(viewport);
    await page.goto(account());
    await check();
    await follow('Add a field');
    await check();
    await press('Save');
    expect(await alert()).toContain('Label must not be empty');
    expect(await alert()).not.toContain('Key');
    await check();
    await page.getByLabel('Label').fill('Yearly turnover');
    await page.getByLabel('Kind').selectOption({ label: 'One of a list' });
    await press('Save');
    expect(await alert()).toContain('Values must name the values to choose from');
    expect(await page.getByLabel('Label').inputValue()).toBe('Yearly turnover');
    await page.getByLabel('Values').fill('Small\nLarge');
    await page.getByLabel('Explanation').fill('Of the last year.');
    await page.getByLabel('The client must answer it').check();
    await press('Save');
    await page.getByText('One of a list').waitFor();
    await check();
    await press('Up: Yearly turnover');
    await page.getByRole('button', { name: 'Down: Yearly turnover' }).waitFor();
    expect(settings().custom_fields).toMatchObject([
      {
        name: 'yearly_turnover',
        display_name: 'Yearly turnover',
        type: 'dropdown_single',
        accepted_values: ['Small', 'Large'],
        required_in_portal: true,
        display_order_in_portal: 1,
      },
      { name: 'plan', display_in_portal: false, display_order_in_portal: 2 },
    ]);
    const id = newCase({ person: { last_name: 'Ferrer' } });
    await page.goto(`${newLink(id)}?step=details`);
    await page.getByText('Of the last year.').waitFor();
    await page.getByLabel('Yearly turnover').selectOption('Large');
    await check();
    await page.goto(account());
    await follow('Yearly turnover');
    await page.getByLabel('Label').fill('');
    await page.getByLabel('Explanation').fill('Of this year.');
    await press('Save');
    expect(await alert()).toContain('Label must not be empty');
    await page.getByRole('heading', { name: 'Change Yearly turnover' }).waitFor();
    expect(await page.getByLabel('Explanation').inputValue()).toBe('Of this year.');
    await page.getByLabel('Label').fill('Turnover');
    await press('Save');
    await follow('Turnover');
    await page.getByText('Remove …').click();
    await check();
    await press('Remove Turnover');
    await page.getByRole('heading', { name: 'Custom fields' }).waitFor();
    expect(settings().custom_fields.map(({ name }) => name)).toEqual(['plan']);
  });

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('expects documents, which clients must give, on %s', async (_, viewport) => {
    const page = await open(viewport);
    await page.goto(account('/documents'));
    await check();
    await follow('Add a document');
    await press('Save');
    expect(await alert()).toContain('Name must not be empty');
    await check();
    await page.getByLabel('Name').fill('Source of funds');
    await page.getByLabel('Whom it belongs to').selectOption({ label: 'Each beneficial owner' });
    await page.getByLabel('From which risk level on').selectOption({ label: 'High and above' });
    await page.getByLabel('Only of those from').selectOption(['ES', 'FR']);
    await press('Save');
    await page.getByText('from High on, or of France, Spain').waitFor();
    await check();
    expect(settings().expected_documents.at(-1)).toMatchObject({
      slug: 'SOURCE_OF_FUNDS',
      attached_to: 'PERSON_UBO',
      is_required_in_onboarding_portal: true,
      from_risk_level: 2,
      countries: ['FR', 'ES'],
    });
    const id = newCase();
    const owner = { last_name: 'Ferrer', roles: ['UBO'], nationalities: ['ES'] };
    at.sandbox.services.parties.add('main', id, 'person', owner, 'API');
    const link = newLink(id);
    await page.goto(`${link}?step=documents`);
    await page.getByText('Source of funds (Ferrer)').first().waitFor();
    await page.goto(account('/documents'));
    await follow('Source of funds');
    await page.getByLabel('Mandatory').selectOption({ label: 'No' });
    await press('Save');
    expect(settings().expected_documents.at(-1)).toMatchObject({
      is_mandatory: false,
      is_required_in_onboarding_portal: false,
    });
    await follow('Source of funds');
    await page.getByText('Remove …').click();
    await press('Remove Source of funds');
    await page.getByRole('heading', { name: 'Expected documents' }).waitFor();
    expect(settings().expected_documents).toHaveLength(3);
  });

  it.each(['#ffe600', '#ffffff', '#000000', '#777777', '#e2001a', '#7fb2ff'])(
    'has a portal in its own colour %s that can be read',
    async (colour) => {
      const page = await open();
      await page.goto(account('/portal'));
      await page.getByLabel('Name').fill('Nordwind Bank');
      await page.getByLabel('Colour').fill(colour);
      await press('Save');
      await page.getByText('Saved.').waitFor();
      expect(settings().portal).toMatchObject({ name: 'Nordwind Bank', color: colour });
      await check();
      await follow('Preview');
      // Its own rules judge the contrast of every text, the buttons' among them.
      await check();
      await page.getByRole('button', { name: 'Continue' }).hover();
      await check();
      await page.getByRole('button', { name: 'Back' }).hover();
      await check();
      await page.goto(newLink(newCase()));
      await check();
      expect(await page.title()).toContain('Nordwind Bank');
      expect(await page.content()).not.toContain('Clearpath');
    },
  );

  it('shows its logo in the portal, and takes no drawing, no other file and none that is large', async () => {
    const page = await open(narrow);
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      await page.goto(account('/portal'));
      await page.getByLabel('Logo').setInputFiles({ name, mimeType, buffer });
      await press('Save');
    };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    for (const [name, kind, content, reason] of [
      ['logo.svg', 'image/svg+xml', svg, 'is not a PNG'],
      ['logo.png', 'image/png', svg, 'is not a PNG'],
      ['logo.png', 'image/png', Buffer.concat([png, Buffer.alloc(101 * 1024)]), 'is larger'],
      ['logo.png', 'image/png', Buffer.alloc(5 * 1024 * 1024), 'is larger'],
    ] as const) {
      await choose(name, kind, content);
      expect(await alert()).toContain(`Logo ${reason}`);
      expect(settings().portal.logo_url).toBeNull();
    }
    await check();
    await choose('logo.png', 'image/png', png);
    await page.getByAltText('The logo as it is').waitFor();
    await check();
    const link = newLink(newCase());
    await page.goto(link);
    const isShown = await page
      .locator('.brand img')
      .evaluate((img) => (img as HTMLImageElement).naturalWidth);
    expect(isShown).toBe(1);
    const answer = await (await api(at.sandbox.apiKey, '/api/portal/configuration')).json();
    const served = await fetch(answer.logo_url);
    expect([
      served.headers.get('content-type'),
      served.headers.get('x-content-type-options'),
    ]).toEqual(['image/png', 'nosniff']);
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
    await page.goto(account('/portal'));
    await page.getByLabel('Take the logo away').check();
    await press('Save');
    await page.waitForLoadState();
    expect(settings().portal.logo_url).toBeNull();
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
    await until('the delivery', async () => {
      await page.reload();
      return page.getByText('delivered', { exact: true }).count();
    });
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
    await page.getByLabel('Name').fill('Zapier');
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
    await page.goto(account('/file'));
    await check();
    await page.getByLabel('Countries in answers and events').selectOption('alpha-2');
    await press('Save');
    await page.getByText('Saved.').waitFor();
    const logo = logoFrom(png);
    at.sandbox.services.account.change('main', {
      portal: {
        ...settings().portal,
        name: 'Nordwind',
        logo_url: 'logo' in logo ? logo.logo : null,
      },
    });
    at.sandbox.services.subscriptions.enter('main', {
      url: at.thanks,
      events: ['collect.opened'],
      headers: { 'x-token': 'kept to itself' },
    });
    const before = settings();
    const download = page.waitForEvent('download');
    await follow('Export');
    const path = await (await download).path();
    const content = readFileSync(path, 'utf8');
    for (const secret of ['kept to itself', 'whsec_', at.sandbox.apiKey])
      expect(content).not.toContain(secret);
    at.sandbox.reset();
    expect(settings()).not.toEqual(before);
    const send = async (buffer: Buffer) => {
      await page.goto(account('/file'));
      await page
        .getByLabel('Account file')
        .setInputFiles({ name: 'account.json', mimeType: 'application/json', buffer });
      await press('Import');
    };
    await send(Buffer.from(content.replace('"cf_plan"', '"cf_plan",\n "kind": 1')));
    expect(await alert()).toContain('custom_fields, entry 1 has no field kind');
    await check();
    await send(Buffer.from(content.replace(/\}\s*$/, '')));
    expect(await alert()).toMatch(/This is not JSON.*\(line \d+, column \d+\)/);
    expect(settings()).not.toEqual(before);
    await send(Buffer.from(content));
    await page.getByText('The account is set up as the file says.').waitFor();
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
    expect(await alert()).toContain('Of kind number can be read in two ways');
    await check();
    await page.getByLabel('Of kind number').fill('1234');
    await page.getByLabel('Of kind text').fill('Words');
    await page.getByLabel('Of kind boolean').selectOption({ label: 'No' });
    await page.getByLabel('Of kind dropdown_single').selectOption('Two');
    await page.getByLabel('Three').check();
    await page.getByLabel('One', { exact: true }).check();
    await page.getByLabel('Of kind date').fill('2024-02-29');
    await page.getByLabel('Of kind country_single').selectOption({ label: 'Germany' });
    await page.getByLabel('Of kind country_multiple').selectOption(['FR', 'ES']);
    await press('Continue');
    await page.goto(`${shown(id).portals!.link}?step=review`);
    await page.getByText('One, Three').waitFor();
    await check();
    await page.getByLabel('What is shown here').check();
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
