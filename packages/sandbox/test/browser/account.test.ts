/** *Back office → Account* in a real Chromium, and what it changes for clients and programs. */
import { call, mailsOf, send } from '../visitor.ts';
import { alert, api, at, check, newCase, newLink, open, press, setUp, suite } from './support.ts';

suite('the account', () => {
  setUp();

  it('has a portal and letters in its own colour that can be read', async () => {
    const page = await open();
    at.sandbox.setUp({ portal: { name: 'Nordwind Bank', color: '#ffe600' } });
    const id = newCase();
    await page.goto(newLink(id));
    // Its own rules judge the contrast of every text, the buttons' among them.
    await check();
    expect(await page.title()).toContain('Nordwind Bank');
    expect(await page.content()).not.toContain('Clearpath');
    await send(at.sandbox, `/back-office/cases/${id}/send`, { email: 'a@b.example' });
    const [letter] = await mailsOf(at.sandbox);
    await page.goto(`${at.sandbox.url}/back-office/mailbox/${letter!.seq}/html`);
    await check();
    await page.getByText('Nordwind Bank').first().waitFor();
  });

  it('is changed by its JSON: a wrong one stays as it was typed, a stale one is shown beside what is there', async () => {
    const page = await open();
    await page.goto(`${at.sandbox.url}/back-office/account`);
    const json = page.getByRole('textbox', { name: 'JSON' });
    const before = await json.inputValue();
    const wrong = '{ "portal": { "color": "red" }, "custom_fields": [{ "name": "a", "kind": 1 }] }';
    await json.fill(wrong);
    await press('Save');
    for (const place of ['portal.color', 'custom_fields[0]'])
      expect(await alert()).toContain(place);
    expect(await json.inputValue()).toBe(wrong);
    await page.goto(`${at.sandbox.url}/back-office/account`);
    expect(await json.inputValue()).toBe(before);

    const field = { name: 'size', type: 'dropdown_single', accepted_values: ['Small', 'Large'] };
    const mine = JSON.stringify({ custom_fields: [field] });
    await json.fill(mine);
    at.sandbox.setUp({ country_codes: 'alpha-2' });
    await press('Save');
    expect(await alert()).toContain('the account has changed since you opened this page');
    expect(JSON.parse(await json.inputValue())).toMatchObject({ country_codes: 'alpha-2' });
    expect(await page.getByLabel('What you typed').inputValue()).toBe(mine);
    await check();
    await json.fill(mine);
    await press('Save');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await api('GET', '/api/custom_fields')).toMatchObject([field]);
    expect(JSON.parse(await json.inputValue())).toMatchObject({ country_codes: 'alpha-2' });
  });

  it('has API keys, which programs use until they are revoked', async () => {
    const page = await open({ width: 1280, height: 720 });
    await page.goto(`${at.sandbox.url}/back-office/account`);
    await page.getByLabel('Name of a new key').fill('Zapier');
    await press('Make a key');
    const row = page.getByRole('listitem').filter({ hasText: 'Zapier' });
    // The note and the key are in view.
    const seen = [page.getByRole('status').getByText('The key is made.'), row];
    for (const one of seen) expect((await one.boundingBox())!.y).toBeLessThan(650);
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
