/** *Back office → Account* in a real Chromium, and what it changes for clients and programs. */
import { sendLetter } from '../../mail/letters.ts';
import { listen } from '../../../../test/support/listen.ts';
import { at, check, narrow, newCase, newLink, open, press, setUp, suite } from './support.ts';

const settings = () => at.sandbox.services.account.read();
/** The newest letter, as the mailbox frames it. */
const letterPage = () => {
  const { seq } = at.sandbox.services.store.get<{ seq: number }>(
    'select max(seq) as seq from mails',
  )!;
  return `${at.sandbox.url}/back-office/mailbox/${seq}/html`;
};
const sendLink = (key: string, link: string) =>
  sendLetter(at.sandbox.services, {
    key,
    to: 'a@b.example',
    kind: 'link',
    lang: 'en',
    values: { link },
  });
suite('the account', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('has a portal and letters in its own colour that can be read', async () => {
    const color = '#ffe600';
    const page = await open();
    at.sandbox.services.account.change({
      portal: { ...settings().portal, name: 'Nordwind Bank', color },
    });
    const link = newLink(newCase());
    await page.goto(link);
    // Its own rules judge the contrast of every text, the buttons' among them.
    await check();
    expect(await page.title()).toContain('Nordwind Bank');
    expect(await page.content()).not.toContain('Clearpath');
    sendLink(color, link);
    await page.goto(letterPage());
    await check();
    await page.getByText('Nordwind Bank').first().waitFor();
  });

  it('has the API reference, from which a call can be made', async () => {
    const page = await open();
    await page.goto(`${at.sandbox.url}/docs`);
    const summary = page.getByText('Read a case with its review status and risk');
    // The viewer draws the whole description first.
    await summary.waitFor({ timeout: 45_000 });
    await summary.click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByPlaceholder('application_id').fill(newCase());
    await page.getByRole('button', { name: 'Execute' }).click();
    // Nobody has entered the key yet.
    await page.locator('.live-responses-table').getByText('401', { exact: true }).waitFor();
  });

  it('shows a delivery to a webhook as it happens, without a reload', async () => {
    const receiver = await listen((_, response) => void response.end());
    const { subscriptions } = at.sandbox.services;
    subscriptions.add({ url: receiver.url, events: ['application.created'] });
    const page = await open(narrow);
    await page.goto(`${at.sandbox.url}/back-office/developer/webhooks`);
    await press(/^Send test event/);
    await page.getByText('delivered', { exact: true }).waitFor();
    await check();
    receiver.close();
  });
});
