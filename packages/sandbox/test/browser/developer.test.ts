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

  it('has two screens at most, with the latest of each list', async () => {
    const { services } = at.sandbox;
    const events = ['application.created' as const];
    services.subscriptions.add({ url: 'https://hooks.example/x', events });
    for (let index = 1; index <= 20; index++) await statusOf(`Client ${index}`);
    const page = await open({ width: 1280, height: 800 });
    await page.goto(developer());
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(1600);
    const names = page.locator('#deliveries').getByRole('link', { name: /^Client/ });
    expect((await names.allTextContents()).at(-1)).toBe('Client 13');
    expect(await page.locator('#requests').getByRole('link', { name: /^POST/ }).count()).toBe(8);
    await check();
  });

  it('follows a deal by the keyboard: its calls, faults and deliveries', async () => {
    const receiver = await listen((_, response) => response.end('{"status":"success"}'));
    const hook = { url: receiver.url, events: ['application.submitted'] };
    await api('POST', '/api/webhooks', hook);
    const page = await open(narrow);
    // The first call fails, the second makes the case.
    at.sandbox.faults.add({ path: '/api', status: 429, times: 1 });
    const deal = {
      business: { organization_name: 'Live Ltd' },
      external_reference: 'deal-7',
      is_draft: true,
    };
    await api('POST', '/api/applications', deal);
    const { application_id } = await api('POST', '/api/applications', deal);
    await page.goto(developer());
    await check();
    const requests = page.getByRole('link', { name: 'POST /api/applications' });
    expect(await requests.count()).toBe(2);
    await requests.first().press('Enter');
    await page.getByRole('heading', { name: 'Follow Live Ltd' }).waitFor();
    const opened = (text: string) =>
      page.locator('details[open] pre', { hasText: text }).first().waitFor();
    await opened('"Live Ltd"');
    expect(await page.content()).not.toContain(at.sandbox.apiKey);
    await page.locator('summary', { hasText: '429' }).press('Enter');
    await opened('{"path":"/api","status":429}');
    at.sandbox.services.workflow.submitFromPortal(application_id, false);
    await until('an attempt', async () => {
      await page.reload();
      return page.locator('summary', { hasText: 'Attempt 1' }).isVisible();
    });
    await page.locator('summary', { hasText: 'Attempt 1' }).press('Enter');
    await opened('{"status":"success"}');
    await page.locator('summary', { hasText: 'Event · application.submitted' }).press('Enter');
    await check();
    receiver.close();
  });

  it('says on every page what faults and clock are set, undoes them, and begins anew', async () => {
    const bar = () => at.page.locator('#standing');
    const page = await open();
    await api('POST', '/_sandbox/faults', { path: '/api', status: 429, times: 2 });
    expect(await statusOf('Faulty Ltd')).toBe(429);
    await api('POST', '/_sandbox/deliveries', { faults: [{ status: 500, times: 2 }] });
    await page.goto(developer());
    await bar().getByText('Fault: {"path":"/api","times":1,"status":429}').waitFor();
    await bar().getByText('Deliveries: {"faults":[{"times":2,"status":500}]}').waitFor();
    await press('Undo');
    expect(await statusOf('Right Ltd')).toBe(201);

    const link = newLink();
    const isOpen = async () => (await fetch(link)).status === 200;
    await press('One hour later');
    await page.getByRole('status').getByText('The clock is moved.').waitFor();
    await press('Undo');
    await page.getByRole('status').getByText('Undone').waitFor();
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
    await page.getByText('Delete everything…').click();
    await page.getByText('This deletes 1 case and 0 messages').waitFor();
    await press('Begin with sample cases');
    await page.getByRole('heading', { name: 'Cases' }).waitFor();
    expect(await cases()).toBe(4);
  });

  it('fills an empty office by its button, not by the Enter key', async () => {
    const page = await open();
    await page.goto(`${at.sandbox.url}/back-office`);
    await follow('begin with sample cases');
    await page.getByLabel('Also reset the account').press('Enter');
    await press('Begin with sample cases');
    await page.getByText('The sandbox is reset.').waitFor();
    expect(await api('GET', '/_sandbox/cases')).toHaveLength(4);
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
    await until('the delivery', async () => {
      await page.reload();
      return page.getByText('delivered', { exact: true }).isVisible();
    });
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
