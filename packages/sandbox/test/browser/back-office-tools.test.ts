/** Mailbox and developer page in a real Chromium: what those who try things out work with. */
import { listen } from '../../../../test/support/listen.ts';
import {
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
  suite,
} from './support.ts';
import { insertMail, readMessage } from '../../mail/mails.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
const hour = 3600_000;

/** Puts messages into the mailbox as the mail server does. */
async function keep(subject: string, to: string, text = 'Hello') {
  const raw = Buffer.from(
    [
      'From: CRM <crm@sales.example>',
      `To: ${to}`,
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
    ].join('\r\n'),
  );
  insertMail(at.sandbox.services.store, await readMessage(raw, [to]));
}

/** What the requests of the API get. */
const create = () =>
  fetch(`${at.sandbox.url}/api/applications`, {
    method: 'POST',
    headers: { authorization: at.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ business: { organization_name: 'Live Ltd' } }),
  }).then(({ status }) => status);

suite('the tools of the back office', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('finds each message in a mailbox of several pages, %s', async (_, size) => {
    for (let index = 1; index <= 60; index++) {
      await keep(`Letter ${index}`, `client${index}@a.example`);
    }
    await keep('Élan à Łódź', 'contact@lumen.example', 'Die Prüfung https://a.example/portals/x');
    const page = await open(size);
    await page.goto(office('/mailbox'));
    await check();
    const subjects = () => page.locator('tbody tr td:first-child').allTextContents();
    expect((await subjects())[0]).toBe('Élan à Łódź');
    const seen = [...(await subjects())];
    for (let pages = 1; await page.getByRole('link', { name: 'Next page' }).count(); pages++) {
      expect(pages).toBeLessThan(4);
      await follow('Next page');
      seen.push(...(await subjects()));
    }
    expect(seen).toHaveLength(61);
    expect(new Set(seen).size).toBe(61);
    await check();
    await follow('First page');
    expect(await subjects()).toEqual(seen.slice(0, 25));
    for (const text of ['elan a lodz', 'LUMEN.example', 'prufung', 'portals/x']) {
      await page.getByLabel('Subject, address or text').fill(text);
      await press('Search');
      expect([text, await subjects()]).toEqual([text, ['Élan à Łódź']]);
    }
    await follow('Élan à Łódź');
    await check();
    expect(await page.getByRole('link', { name: 'https://a.example/portals/x' }).count()).toBe(1);
    // Back to what was searched for.
    await follow('Back');
    expect(await subjects()).toEqual(['Élan à Łódź']);
    await page.getByLabel('Subject, address or text').fill('letter 7');
    await press('Search');
    expect(await subjects()).toEqual(['Letter 7']);
    await page.getByLabel('Subject, address or text').fill('nothing like it');
    await press('Search');
    await page.getByText('No message found.').waitFor();
    await check();
    await follow('Show all messages');
    expect(await subjects()).toHaveLength(25);
  });

  it('begins anew with nothing or with samples', async () => {
    newCase();
    await keep('Letter', 'client@a.example');
    at.sandbox.faults.add({ path: '/', status: 500 });
    const page = await open(narrow);
    await page.goto(office('/developer'));
    const { account, accounts, cases, store, subscriptions } = at.sandbox.services;
    const names = () => cases.list({}, 100).map(({ name }) => name);
    const own = accounts.make('main', 'Zapier', 'Staff');
    account.change('main', { country_codes: 'alpha-2' });
    subscriptions.add('main', { url: at.thanks, events: ['application.created'] });
    const setUpNow = () => [
      account.read('main').country_codes,
      subscriptions.list('main', 5).length,
      accounts.find(own),
    ];
    await press('Sample cases');
    await page.getByText('1 case and 1 message go').waitFor();
    await check();
    // Asked, it has not happened.
    expect(names()).toEqual(['Lumen Studio SAS']);
    await follow('Back');
    expect(names()).toEqual(['Lumen Studio SAS']);
    await press('Sample cases');
    await press('Replace by: Sample cases');
    expect(names()).toContain('Harbour & Pine Ltd');
    expect(store.get('select count(*) as n from mails')).toMatchObject({ n: 0 });
    expect(at.sandbox.faults.list()).toEqual([]);
    expect(setUpNow()).toEqual(['alpha-2', 1, 'main']);
    await press('Sixty cases');
    await press('Replace by: Sixty cases');
    expect(names()).toHaveLength(60);
    await press('Empty it');
    await page.getByText('60 cases and 0 messages go').waitFor();
    await press('Empty it');
    expect(names()).toEqual([]);
    expect(setUpNow()).toEqual(['alpha-2', 1, 'main']);
    await press('Empty it');
    await page.getByLabel('Set the account up anew').check();
    await press('Empty it');
    await page.getByRole('heading', { name: 'Begin anew' }).waitFor();
    expect(setUpNow()).toEqual(['alpha-3', 0, undefined]);
    expect(await create()).toBe(201);
    const refused = await fetch(office('/developer/reset'), {
      method: 'POST',
      headers: { origin: at.sandbox.url },
      body: new URLSearchParams({ seed: 'constructor' }),
    });
    expect(refused.status).toBe(422);
    expect(names()).toHaveLength(1);
  });

  it('moves the clock on and back to now, with everything that waits', async () => {
    const { services } = at.sandbox;
    const receiver = await listen((_, response) => void response.writeHead(503).end());
    const event = 'application.review_updated';
    services.subscriptions.add('main', { url: receiver.url, events: [event] });
    const page = await open(desktop);
    await page.goto(office('/developer'));
    expect(await page.getByRole('button', { name: 'Back to now' }).count()).toBe(0);
    await press('31 days later');
    await page.getByText('744 hours ahead').waitFor();
    await check();
    const link = newLink(newCase());
    services.workflow.emit('main', event, services.cases.newest('main')!);
    const row = () => services.outbox.latest(1)[0];
    for (let tries = 0; tries < 100 && !row()?.attempts; tries++) await page.waitForTimeout(50);
    expect(row()!.next_at - Date.now()).toBeGreaterThan(30 * 24 * hour);
    await press('Back to now');
    await page.getByText('hours ahead').waitFor({ state: 'detached' });
    expect(Math.abs(services.clock.now() - Date.now())).toBeLessThan(60_000);
    // What waited a little still waits a little; what changes now says now.
    expect(row()!.next_at - Date.now()).toBeLessThan(hour);
    const { updated_at } = services.cases.find('main', newCase());
    expect(Math.abs(Date.parse(String(updated_at)) - Date.now())).toBeLessThan(60_000);
    expect((await fetch(link)).status).toBe(200);
    receiver.close();
  });

  it('shows the faults that act where they act, and when a delivery is tried next', async () => {
    const { services } = at.sandbox;
    const receiver = await listen((_, response) => void response.writeHead(200).end());
    const event = 'application.review_updated';
    services.subscriptions.add('main', { url: receiver.url, events: [event] });
    const page = await open(desktop);
    await page.goto(office('/developer'));
    const inRequests = page.locator('#api-requests');
    const inDeliveries = page.locator('#event-deliveries');
    await inRequests.getByText('Set a fault').click();
    await page.getByLabel('Answer', { exact: true }).selectOption('503');
    await page.getByLabel('How often').fill('2');
    await inRequests.getByRole('button', { name: 'Set' }).click();
    await inRequests.getByText('Any /: 503, 2 left').waitFor();
    await inDeliveries.getByText('Set a fault').click();
    await inDeliveries.getByLabel('Fault').selectOption('refused');
    await inDeliveries.getByRole('button', { name: 'Set' }).click();
    await inDeliveries.getByText('Any event: 500, 2 left').waitFor();
    await check();
    // They count down by themselves.
    expect(await create()).toBe(503);
    await inRequests.getByText('Any /: 503, 1 left').waitFor();
    // Retries come a hundred times as fast here: after a few they are seconds apart.
    services.outbox.disturb({ faults: [{ status: 500, times: 99 }] });
    services.workflow.emit('main', event, newCase());
    await inDeliveries.getByText(/Any event: 500, 9[0-4] left/).waitFor();
    const cell = inDeliveries.locator('.meta time').first();
    const planned = () => new Date(services.outbox.latest(1)[0]!.next_at).toISOString();
    for (let tries = 0; tries < 50; tries++) {
      if ((await cell.getAttribute('datetime')) === planned()) break;
      await page.waitForTimeout(100);
    }
    expect(await cell.getAttribute('datetime')).toBe(planned());
    expect(await cell.textContent()).toMatch(/^\d\d:\d\d:\d\d/);
    await page.getByRole('link', { name: event }).click();
    await page.getByText(', next attempt').waitFor();
    await page
      .getByText(/^Attempt \d/)
      .first()
      .waitFor();
    await check();
    await page.goto(office('/developer'));
    await inRequests.getByRole('button', { name: 'End these faults' }).click();
    await inRequests.getByText('503, 1 left').waitFor({ state: 'detached' });
    expect(await create()).toBe(201);
    await inDeliveries.getByRole('button', { name: 'End these faults' }).click();
    await inDeliveries.getByText('Any event').waitFor({ state: 'detached' });
    expect(services.outbox.disturbance()).toEqual({ faults: undefined });
    receiver.close();
  });
});
