/** Engineers in a real Chromium: what a program did, what goes wrong on purpose. */
import { call } from '../visitor.ts';
import { api, at, check, follow, narrow, newLink, open, press, setUp, suite } from './support.ts';

const developer = (path = '') => `${at.sandbox.url}/back-office/developer${path}`;
const statusOf = async (organization_name: string) =>
  (await call(at.sandbox, 'POST', '/api/applications', { business: { organization_name } })).status;

suite('the developer page', () => {
  setUp();

  it('follows a deal by the keyboard: its calls, changes and faults', async () => {
    const page = await open(narrow);
    // The first call fails, the second makes the case.
    await api('POST', '/_sandbox/faults', { path: '/api', status: 429, times: 1 });
    const deal = { business: { organization_name: 'Live Ltd' }, external_reference: 'deal-7' };
    await api('POST', '/api/applications', deal);
    const { application_id: id } = await api('POST', '/api/applications', deal);
    await api('PUT', `/api/applications/${id}`, { vat_number: 'FR9', legal_type: 'SAS' });
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
    // The day is there once, and what one call has changed in one row.
    expect(await page.locator('main h3').count()).toBe(1);
    const row = page.getByText('VAT number: empty → FR9').filter({ hasText: 'empty → SAS' });
    await row.waitFor();
    await page.locator('summary', { hasText: '429' }).press('Enter');
    await opened('{"path":"/api","status":429}');
    await check();
  });

  it('says on every page what faults and clock are set, undoes them, and begins anew', async () => {
    const bar = () => at.page.locator('#standing');
    const page = await open();
    const fault = { path: '/api', method: 'POST', status: 429, times: 2, delay: 10 };
    await api('POST', '/_sandbox/faults', fault);
    expect(await statusOf('Faulty Ltd')).toBe(429);
    const faults = [{ event: 'collect.opened', kind: 'down', times: 2 }];
    await api('POST', '/_sandbox/deliveries', { faults, copies: 2 });
    await page.goto(developer());
    for (const words of [
      'Calls of /api by POST are answered with 429 after 0.01 s the next time',
      'Each event is sent 2 times',
      'Deliveries of collect.opened find nobody the next 2 times',
    ])
      await bar().getByText(words).waitFor();
    await press('Undo');
    expect(await statusOf('Right Ltd')).toBe(201);

    const link = await newLink();
    const isOpen = async () => (await fetch(link)).status === 200;
    await press('31 days later');
    await page.getByRole('status').getByText('Done.').waitFor();
    await follow('Mailbox');
    await bar().getByText('31 days ahead').waitFor();
    expect(await isOpen()).toBe(false);
    await check();
    await press('Undo');
    await page.getByRole('status').getByText('Done.').waitFor();
    expect([await bar().count(), await isOpen()]).toEqual([0, true]);

    await page.getByText('Delete everything…').click();
    await press('Begin with sample cases');
    await page.getByRole('heading', { name: 'Cases' }).waitFor();
    expect((await api('GET', '/_sandbox/cases')).length).toBeGreaterThan(3);
  });
});
