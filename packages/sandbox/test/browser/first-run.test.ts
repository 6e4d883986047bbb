/** The first run of a newcomer in a real Chromium, without a Zap, a key or a shell. */
import type { Locator } from 'playwright-core';

import { until } from '../../../../zapier/local/until.ts';
import { at, check, desktop, follow, narrow, open, press, setUp, suite } from './support.ts';

const done = () => at.page.locator('.first .done').count();

suite('the first run', () => {
  setUp();

  it.each([
    ['with the script', narrow, {}],
    ['without the script', desktop, { javaScriptEnabled: false }],
  ])('goes from the deal to the event by the buttons of its page, %s', async (_, size, options) => {
    const page = await open(size, options);
    const isScripted = !('javaScriptEnabled' in options);
    const look = async () => {
      if (isScripted) await check();
    };
    await page.goto(at.sandbox.url);
    await page.getByText('a test service, not needed in production').waitFor();
    await look();
    expect(await done()).toBe(0);
    await press('Create a deal');
    await press('Open the portal, filled in');
    await page.getByRole('checkbox').check();
    await press('Submit');
    await page.getByRole('heading', { name: 'First run' }).waitFor();
    expect(await done()).toBe(2);
    await look();
    const shows = (text: Locator) =>
      until(`${text}`, async () => {
        await page.goto(page.url());
        return text.isVisible();
      });
    await Promise.all([page.waitForEvent('load'), press('Approve')]);
    await shows(page.getByRole('button', { name: 'Create another deal' }));
    expect(await done()).toBe(4);
    await look();
    await follow('Follow this deal');
    await page
      .locator('summary', { hasText: 'Event · application.review_updated' })
      .first()
      .click();
    await page.locator('details[open] pre', { hasText: '"status_review": "approved"' }).waitFor();
    await page.locator('summary', { hasText: 'Attempt 1' }).first().click();
    await page.locator('details[open] pre', { hasText: '{"status":"success"}' }).waitFor();
    await Promise.all([page.waitForEvent('load'), press(/^Send again application.submitted/)]);
    await shows(page.getByText('Attempt 2'));
    await page.goto(at.sandbox.url);
    await press('Create another deal');
    expect(await done()).toBe(1);
  });
});
