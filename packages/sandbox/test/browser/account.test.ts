/** *Back office → Account* in a real Chromium, and what it changes for clients and programs. */
import { sendLetter } from '../../mail/letters.ts';
import { listMails } from '../../mail/mails.ts';
import { call } from '../visitor.ts';
import {
  desktop,
  alert,
  api,
  at,
  check,
  follow,
  newCase,
  newLink,
  open,
  press,
  setUp,
  suite,
  violations,
} from './support.ts';

const settings = () => at.sandbox.services.account.read();
/** The newest letter, as the mailbox frames it. */
const letterPage = () => {
  const [newest] = listMails(at.sandbox.services.store);
  return `${at.sandbox.url}/back-office/mailbox/${newest!.seq}/html`;
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

  it.each(['light', 'dark'] as const)(
    'has the API reference in %s colours',
    async (colorScheme) => {
      const page = await open(desktop, { colorScheme });
      await page.goto(`${at.sandbox.url}/docs`);
      const summary = page.getByText('Read a case with its review status and risk');
      // The viewer draws the whole description first.
      await summary.waitFor({ timeout: 45_000 });
      expect(await violations()).toEqual([]);
      await summary.click();
      await page.getByRole('button', { name: 'Try it out' }).waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByPlaceholder('application_id').fill(newCase());
      await page.getByRole('button', { name: 'Execute' }).click();
      // Nobody has entered the key yet.
      await page.locator('.live-responses-table').getByText('401', { exact: true }).waitFor();
    },
  );

  it('is changed by its JSON: a wrong one is named at its places and stays as it was typed', async () => {
    const page = await open();
    await page.goto(`${at.sandbox.url}/back-office/account`);
    const json = page.getByRole('textbox', { name: 'JSON' });
    const before = settings();
    expect(JSON.parse(await json.inputValue())).toEqual(before);
    const wrong = '{ "portal": { "color": "red" }, "custom_fields": [{ "name": "a", "kind": 1 }] }';
    await json.fill(wrong);
    await press('Save');
    for (const place of ['portal.color', 'custom_fields[0]'])
      expect(await alert()).toContain(place);
    expect([await json.inputValue(), settings()]).toEqual([wrong, before]);
    const field = { name: 'size', type: 'dropdown_single', accepted_values: ['Small', 'Large'] };
    await json.fill(JSON.stringify({ custom_fields: [field] }));
    await press('Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    const fields = await api('GET', '/api/custom_fields');
    expect([fields, settings().portal]).toMatchObject([[field], before.portal]);
  });

  it('is not saved by a page that another one has changed it since', async () => {
    const page = await open();
    await page.goto(`${at.sandbox.url}/back-office/account`);
    const json = page.getByRole('textbox', { name: 'JSON' });
    at.sandbox.services.account.change({ country_codes: 'alpha-2' });
    const mine = JSON.stringify({ unknown_fields: 'refuse', country_codes: 'alpha-3' });
    await json.fill(mine);
    await press('Save');
    expect(await alert()).toContain('the account has changed since you opened this page');
    expect([await json.inputValue(), settings()]).toMatchObject([
      mine,
      { unknown_fields: 'keep', country_codes: 'alpha-2' },
    ]);
    await check();
    // A second press would undo what its reader has not seen.
    await press('Save');
    expect(await alert()).toContain('the account has changed since you opened this page');
    expect(settings()).toMatchObject({ unknown_fields: 'keep', country_codes: 'alpha-2' });
    await follow('Show the account as it is saved');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(JSON.parse(await json.inputValue())).toEqual(settings());
    await json.fill(mine);
    await press('Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(settings()).toMatchObject({ unknown_fields: 'refuse', country_codes: 'alpha-3' });
  });

  it('has API keys, which programs use until they are revoked', async () => {
    const page = await open();
    await page.goto(`${at.sandbox.url}/back-office/account`);
    await page.getByLabel('Name of a new key').fill('Zapier');
    await press('Make a key');
    const row = page.getByRole('listitem').filter({ hasText: 'Zapier' });
    const apiKey = (await row.getByRole('code').textContent())!;
    const status = async (key: string) =>
      (await call({ ...at.sandbox, apiKey: key }, 'GET', '/api/custom_fields')).status;
    expect([await status(apiKey), await status(`Bearer ${apiKey}`)]).toEqual([200, 200]);
    await row.getByText('Revoke…').click();
    await press('Revoke for good: Zapier');
    await row.getByText('revoked').waitFor();
    expect([await status(apiKey), await status(at.sandbox.apiKey)]).toEqual([401, 200]);
    await check();
  });
});
