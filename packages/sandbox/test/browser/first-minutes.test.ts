/** The first five minutes of a newcomer in a real Chromium, without a Zap and without a shell. */
import { submitPortal } from '../../../../test/support/client.ts';
import { at, check, desktop, follow, narrow, open, press, setUp, suite } from './support.ts';

const start = () => `${at.sandbox.url}/back-office`;
const done = () => at.page.locator('.first .done').count();
const deal = {
  'Record ID': '1',
  'Deal Name': 'First',
  'Client Type': 'Business',
  'Associated Company': 'First Ltd',
  Country: 'GB',
};

suite('the first five minutes', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('tick themselves, and are gone when they are done', async () => {
    const page = await open(narrow);
    await page.goto(start());
    await page.getByRole('heading', { name: 'First five minutes' }).waitFor();
    await check();
    expect(await done()).toBe(0);
    const copy = page.getByRole('button', { name: 'Copy the key' });
    expect(await copy.getAttribute('data-copy')).toBe(at.sandbox.apiKey);
    // A Zap that is connected ticks the first by itself.
    await fetch(`${at.sandbox.url}/api/webhooks`, {
      headers: { authorization: at.sandbox.apiKey },
    });
    await page
      .getByText('Copy the address and the key into the connection of your Zap (done)')
      .waitFor();
    await press('Make it here');
    expect(await done()).toBe(2);
    await check();
    const portal = page.getByRole('link', { name: 'The page of the client' });
    const link = (await portal.getAttribute('href'))!;
    const [client] = await Promise.all([page.context().waitForEvent('page'), portal.click()]);
    await client.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Open the portal as the client (done)').waitFor();
    await submitPortal(link, deal);
    await follow('The case in review');
    await press('Approve');
    await page.goto(start());
    expect(await done()).toBe(4);
    await check();
    await press('Send the event to the sandbox');
    // It is on the page of the deal, with the answer.
    await page.getByText('Attempt 1').waitFor();
    await page.locator('summary', { hasText: 'Attempt 1' }).click();
    await page.locator('details[open] pre', { hasText: '{"status":"success"}' }).waitFor();
    await page.goto(start());
    await page.getByRole('link', { name: 'First Ltd' }).waitFor();
    expect(await page.getByRole('heading', { name: 'First five minutes' }).count()).toBe(0);
  });

  it('works without scripts', async () => {
    const page = await open(desktop, { javaScriptEnabled: false });
    await page.goto(start());
    await page.getByText(at.sandbox.apiKey).waitFor();
    await fetch(`${at.sandbox.url}/api/webhooks`, {
      headers: { authorization: at.sandbox.apiKey },
    });
    await page.reload();
    await press('Make it here');
    expect(await done()).toBe(2);
    await page.getByRole('link', { name: 'The page of the client' }).waitFor();
  });
});
