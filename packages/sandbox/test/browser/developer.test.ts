/** Engineers in a real Chromium: what a program did, what goes wrong on purpose, webhooks by hand. */
import { Webhook } from 'standardwebhooks';

import { listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';
import { call } from '../visitor.ts';
import { api, at, check, follow, narrow, newLink, open, press, setUp, suite } from './support.ts';

const developer = (path = '') => `${at.sandbox.url}/back-office/developer${path}`;
const statusOf = async (organization_name: string) =>
  (await call(at.sandbox, 'POST', '/api/applications', { business: { organization_name } })).status;

suite('the developer page', () => {
  setUp();

  it('has two screens at most, and its lists in pages', async () => {
    const { services } = at.sandbox;
    const events = ['application.created' as const];
    services.subscriptions.add({ url: 'https://hooks.example/x', events });
    for (let index = 1; index <= 20; index++) await statusOf(`Client ${index}`);
    const page = await open({ width: 1280, height: 800 });
    await page.goto(developer());
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(1600);
    const names = () => page.locator('#deliveries').getByRole('link', { name: /^Client/ });
    const last = async () => (await names().allTextContents()).at(-1);
    expect([await names().count(), await last()]).toEqual([6, 'Client 15']);
    await follow('Older: Deliveries');
    await follow('Older: Deliveries');
    expect([await names().count(), await last()]).toEqual([6, 'Client 3']);
    const calls = page.locator('#requests').getByRole('link', { name: /^POST/ });
    expect(await calls.count()).toBe(6);
    await follow('Newer: Deliveries');
    expect(await last()).toBe('Client 9');
    await check();
  });

  it('follows a deal by the keyboard: its calls, faults and deliveries, as they happen', async () => {
    const receiver = await listen((_, response) => response.end('{"status":"success"}'));
    const hook = { url: receiver.url, events: ['application.submitted'] };
    await api('POST', '/api/webhooks', hook);
    const page = await open(narrow);
    await page.goto(developer());
    await check();
    // The first call fails, the second makes the case. Both are there without a reload.
    at.sandbox.faults.add({ path: '/api', status: 429, times: 1 });
    const deal = {
      business: { organization_name: 'Live Ltd' },
      external_reference: 'deal-7',
      is_draft: true,
    };
    await api('POST', '/api/applications', deal);
    const { application_id } = await api('POST', '/api/applications', deal);
    const requests = page.getByRole('link', { name: 'POST /api/applications' });
    await until('both calls', async () => (await requests.count()) === 2);
    await requests.first().press('Enter');
    await page.getByRole('heading', { name: 'Follow Live Ltd' }).waitFor();
    const opened = (text: string) =>
      page.locator('details[open] pre', { hasText: text }).first().waitFor();
    await opened('"Live Ltd"');
    expect(await page.content()).not.toContain(at.sandbox.apiKey);
    await page.locator('summary', { hasText: '429' }).press('Enter');
    await page.getByText('Fault on demand: Any /api: 429').waitFor();
    at.sandbox.services.workflow.submitFromPortal(application_id, false);
    await page.locator('summary', { hasText: 'Attempt 1' }).press('Enter');
    await opened('{"status":"success"}');
    await page.locator('summary', { hasText: 'application.submitted' }).press('Enter');
    await check();
    // What comes next comes by itself, and what is open stays open.
    await press(`Replay application.submitted to ${receiver.url}`);
    await page.getByText('Attempt 2').waitFor();
    const persons = `/api/applications/${application_id}/persons`;
    await page.locator('summary', { hasText: 'Attempt 1' }).press('Enter');
    await api('POST', persons, { last_name: 'Ferrer' });
    await page.getByText('/persons 201').waitFor();
    await opened('{"status":"success"}');
    receiver.close();
  });

  it('sets faults and the clock, says so on every page, and begins anew', async () => {
    const bar = () => at.page.locator('#standing');
    const page = await open();
    /** Presses the button of the form with this field. */
    const send = (label: string) =>
      page
        .locator('form', { has: page.getByLabel(label) })
        .getByRole('button')
        .click();
    await page.goto(developer());
    await page.getByText('Set a fault of the API').click();
    await page.getByLabel('Fault: requests to').selectOption('POST /api/applications');
    await page.getByLabel('Answer', { exact: true }).selectOption('429');
    await page.getByLabel('How often').fill('2');
    await send('How often');
    await bar().getByText('POST /api/applications: 429, 2 left').waitFor();
    expect(await statusOf('Faulty Ltd')).toBe(429);
    // Without a reload.
    await bar().getByText('1 left').waitFor();
    await press('Undo');
    await page.getByText('Set a fault of deliveries').click();
    await page.getByLabel('Fault: events are delivered').selectOption('refused');
    await send('Fault: events');
    await bar().getByText('Any event').waitFor();
    await press('Undo');
    expect(await statusOf('Right Ltd')).toBe(201);

    const link = newLink();
    const isOpen = async () => (await fetch(link)).status === 200;
    await press('31 days later');
    await follow('Mailbox');
    await bar().getByText('31 days ahead').waitFor();
    expect(await isOpen()).toBe(false);
    await check();
    await press('Undo');
    await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
    expect([await bar().getByRole('button').count(), await isOpen()]).toEqual([0, true]);

    const cases = async () => (await api('GET', '/_sandbox/cases')).length;
    await page.goto(developer());
    await press('Sixty cases');
    await page.getByText('This deletes 1 case and 0 messages').waitFor();
    expect(await cases()).toBe(1);
    await press(/^Replace/);
    await page.getByRole('heading', { name: 'Cases' }).waitFor();
    expect(await cases()).toBe(60);
  });

  it('has webhooks by hand, signed with the secret that it shows', async () => {
    const got: { content: string; headers: object }[] = [];
    const receiver = await listen(({ content, headers }, response) => {
      got.push({ content, headers });
      response.end();
    });
    const page = await open(narrow);
    await page.goto(developer('/webhooks'));
    await follow("the account's JSON");
    const json = page.getByRole('textbox', { name: 'JSON' });
    const webhooks = [{ url: receiver.url, events: ['application.created'] }];
    await json.fill(JSON.stringify({ webhooks }));
    await press('Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(JSON.parse(await json.inputValue())).toMatchObject({ webhooks });
    await page.goto(developer('/webhooks'));
    const secret = await page.getByRole('code').textContent();
    await press(/^Send test event/);
    // Without a reload.
    await page.getByText('delivered', { exact: true }).waitFor();
    await check();
    const { content, headers } = await until('the test event', () => got[0]);
    new Webhook(secret!).verify(content, headers as Record<string, string>);
    expect(JSON.parse(content)).toMatchObject({ type: 'webhooks.test' });
    await page.goto(developer('/webhooks'));
    await page.getByText('Remove…').click();
    await press(/^Remove for good/);
    await page.getByText('The webhook is removed.').waitFor();
    expect(await api('GET', '/api/webhooks')).toEqual([]);
    receiver.close();
  });
});
