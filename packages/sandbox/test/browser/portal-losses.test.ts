/** What a client typed is not lost: without a connection, with an expired link, in two windows. */
import type { BrowserContext, Page } from 'playwright-core';

import { send } from '../visitor.ts';
import {
  alert,
  aPdf,
  at,
  check,
  filesOf,
  filledLink,
  newCase,
  newLink,
  open,
  press,
  setUp,
  showCase,
  suite,
  upload,
} from './support.ts';

const draft = {
  business: { organization_name: 'Keys Ltd', country: 'GB', registration_number: '1' },
};
const progressOf = (link: string) =>
  at.sandbox.services.portals.find(link.split('/').pop()!)!.progress;
const city = (page: Page) => page.getByLabel('City');

suite('what a client types', () => {
  setUp();

  it('stays when there is no connection, and an upload says so on the page', async () => {
    const { link } = await filledLink();
    const page = await open();
    await page.goto(`${link}?step=details`);
    await city(page).fill('Paris');
    await page.context().setOffline(true);
    await press('Continue');
    expect(await alert()).toContain('There is no answer');
    await check();
    await page.context().setOffline(false);
    await press('Continue');
    await page.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    expect(progressOf(link).profile['address.town']).toBe('Paris');
    await page.goto(`${link}?step=documents`);
    const field = filesOf('Identity document (Novak)');
    await field.waitFor();
    await page.context().setOffline(true);
    await field.setInputFiles(aPdf('card.pdf'));
    await page.getByRole('alert').getByText('There is no answer').waitFor();
    expect(page.url()).toBe(`${link}?step=documents`);
    await check();
    await page.context().setOffline(false);
    // The file is still chosen.
    await press('Upload');
    await page.getByText('card.pdf', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('and did not save is named on the review', async () => {
    const { link, entry } = await filledLink();
    const page = await open();
    const note = page.getByText('What you typed under “Details” is not saved');
    await page.goto(`${link}?step=review`);
    expect(await note.isVisible()).toBe(false);
    await page.goto(`${link}?step=details`);
    await city(page).fill('Paris');
    await page.getByRole('link', { name: 'Review' }).click();
    await note.waitFor();
    await check();
    await note.click();
    expect(await city(page).inputValue()).toBe('Paris');
    await press('Continue');
    await page.goto(`${link}?step=review`);
    await page.getByText('Paris').waitFor();
    expect(await note.isVisible()).toBe(false);
    const ofNovak = page.getByText('What you typed under “Novak” is not saved');
    await page.goto(`${link}?step=people&party=${entry}`);
    await page.getByLabel('E-mail').fill('a@b.example');
    await page.goto(`${link}?step=review`);
    await ofNovak.click();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('a@b.example');
    await page.goto(`${link}?step=documents`);
    await upload('Identity document (Novak)', 'novak.pdf');
    await page.goto(`${link}?step=people`);
    await press('Remove: Novak');
    await page.goto(`${link}?step=review`);
    expect(await page.getByText('novak.pdf').count()).toBe(0);
    expect(await page.getByText('is not saved').locator('visible=true').count()).toBe(0);
  });

  it('stays over what the test client fills in', async () => {
    const link = newLink(newCase(draft));
    const page = await open();
    await page.goto(`${link}?step=details`);
    await city(page).fill('Lyon');
    await page.goto(link);
    await press('Fill in as a test client');
    await page.getByText('What you typed under “Details” is not saved').click();
    await press('Continue');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(progressOf(link).profile).toMatchObject({
      'address.town': 'Lyon',
      'address.postcode': '75002',
    });
  });

  it('stays when it was typed before the script had arrived', async () => {
    const page = await open();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/typed.js', (route) => arrived.then(() => route.continue()));
    await page.goto(`${newLink(newCase(draft))}?step=details`, { waitUntil: 'commit' });
    await city(page).fill('Paris');
    await page.getByLabel('Country').first().selectOption('FR');
    arrive();
    await page.waitForLoadState();
    await page.unroute('**/typed.js');
    await page.goto(`${page.url()}&lang=fr`);
    expect(await page.getByLabel('Ville').inputValue()).toBe('Paris');
    expect(await page.getByLabel('Pays').first().inputValue()).toBe('FR');
  });

  it('stays when a proxy in between answers 502, until that very page has arrived', async () => {
    const link = newLink(newCase(draft));
    const page = await open();
    await page.goto(`${link}?step=details`);
    await city(page).fill('Paris');
    await page.route('**/details', (route) => route.fulfill({ status: 502, body: 'Bad' }));
    await press('Continue');
    expect(await alert()).toContain(
      'Something went wrong on our side. What you typed is still here',
    );
    expect(page.url()).toBe(`${link}?step=details`);
    expect(await city(page).inputValue()).toBe('Paris');
    await check();
    // Other pages of the portal come and go.
    for (const step of ['people', 'review', 'details']) await page.goto(`${link}?step=${step}`);
    expect(await city(page).inputValue()).toBe('Paris');
    await page.unroute('**/details');
    await press('Continue');
    await page.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    expect(progressOf(link).profile['address.town']).toBe('Paris');
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  it('and confirms stays when the server is gone at the end, and is then sent once', async () => {
    const id = newCase(draft);
    const link = newLink(id);
    await send(at.sandbox, `${link}/fill`);
    const page = await open();
    await page.goto(`${link}?step=review`);
    const confirmed = page.getByLabel('The information shown here');
    await confirmed.check();
    await page.route('**/submit', (route) => route.abort());
    await press('Submit');
    expect(await alert()).toContain('There is no answer');
    expect([page.url(), await confirmed.isChecked()]).toEqual([`${link}?step=review`, true]);
    await page.unroute('**/submit');
    await page.getByRole('button', { name: 'Submit' }).dblclick();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const submitted = at.sandbox.services.cases
      .timeline(id)
      .filter((one) => one.kind === 'submitted');
    expect(submitted).toHaveLength(1);
  });

  it('is sent by a browser that blocks the data of sites', async () => {
    const link = newLink(newCase(draft));
    const page = await open();
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, 'sessionStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      }),
    );
    await page.goto(`${link}?step=details`);
    await city(page).fill('Paris');
    await press('Continue');
    await page.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    expect(progressOf(link).profile['address.town']).toBe('Paris');
  });

  it('waits behind the next link when this one expires meanwhile', async () => {
    const id = newCase({ ...draft, custom_fields: { email: 'a@b.example' } });
    const link = newLink(id);
    const { portals } = at.sandbox.services;
    const page = await open();
    await page.goto(`${link}?step=details`);
    await city(page).fill('Paris');
    portals.expire(id);
    await press('Continue');
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await page.getByText('Not saved').count()).toBe(0);
    await press('Send me a new link');
    const next = String(showCase(id).portals!.link);
    expect(next).not.toBe(link);
    await page.goto(`${next}?step=details`);
    expect(await city(page).inputValue()).toBe('Paris');
    // What cannot be taken is shown.
    await page.goto(`${next}?step=people&party=person`);
    await page.getByLabel('First name').fill('Inés');
    portals.expire(id);
    await press('Save');
    expect(await alert()).toMatch(/Not saved.*First name.*Inés/s);
    await check();
  });

  it('is shown as not saved when another window has submitted', async () => {
    const { id, link, token } = await filledLink();
    const page = await open();
    await page.goto(`${link}?step=details`);
    await city(page).fill('Lyon');
    at.sandbox.services.portals.submit(token);
    await press('Continue');
    await page.getByRole('heading', { name: 'Thank you, everything is submitted' }).waitFor();
    expect(await alert()).toMatch(/Not saved.*City.*Lyon/s);
    await check();
    expect(showCase(id).business).not.toHaveProperty('address.town');
    // Nothing was lost by a second press of the same button.
    await page.goto(link);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('in an older window does not undo what a newer one has saved', async () => {
    const link = newLink(newCase(draft));
    const older = await open();
    await older.goto(`${link}?step=details`);
    const newer = await (older.context() as BrowserContext).newPage();
    await newer.goto(`${link}?step=details`);
    await newer.getByLabel('City').fill('Paris');
    await newer.getByLabel('VAT number').fill('FR1');
    await newer.getByRole('button', { name: 'Continue' }).click();
    await newer.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    await city(older).fill('Lyon');
    await older.getByLabel('Postal code').fill('69001');
    await press('Continue');
    expect(await alert()).toContain('City: another window has saved “Paris”');
    await check();
    expect(progressOf(link).profile).toMatchObject({
      'address.town': 'Paris',
      'address.postcode': '69001',
      vat_number: 'FR1',
    });
    expect(await city(older).inputValue()).toBe('Lyon');
    await older.getByRole('link', { name: 'Use what the other window has saved' }).click();
    expect(await city(older).inputValue()).toBe('Paris');
    // Or the client keeps what it typed.
    await newer.goto(`${link}?step=details`);
    await city(newer).fill('Nice');
    await newer.getByRole('button', { name: 'Continue' }).click();
    await newer.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    await city(older).fill('Brest');
    await press('Continue');
    expect(await alert()).toContain('“Nice”');
    await press('Continue');
    await older.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    expect(progressOf(link).profile['address.town']).toBe('Brest');
  });

  it('of a person in an older window does not undo a newer one either', async () => {
    const { link, entry } = await filledLink();
    const older = await open();
    const form = `${link}?step=people&party=${entry}`;
    await older.goto(form);
    const newer = await older.context().newPage();
    await newer.goto(form);
    await newer.getByLabel('First name').fill('Jana');
    await newer.getByLabel('Share held').fill('20');
    await newer.getByRole('button', { name: 'Save' }).click();
    await newer.getByRole('heading', { name: 'Directors, owners and shareholders' }).waitFor();
    await older.getByLabel('Share held').fill('30');
    await press('Save');
    expect(await alert()).toContain('another window has saved “20%”');
    await press('Save');
    await older.getByText('Jana Novak').waitFor();
    expect(progressOf(link).parties[0]!.data).toMatchObject({
      given_names: 'Jana',
      direct_ownership_percentage: 30,
    });
  });
});

suite('the people of a business', () => {
  setUp();

  it('are named once, with one account owner and at most 100 %', async () => {
    const { link } = await filledLink();
    const page = await open();
    const add = async (values: Record<string, string>, roles: string[], kind = 'person') => {
      await page.goto(`${link}?step=people&party=${kind}`);
      for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
      for (const role of roles) await page.getByLabel(role).check();
      await press('Save');
    };
    await add({ 'Last name': 'Dias' }, ['Account owner']);
    expect(await alert()).toContain('Name one account owner only: Ferrer is');
    await page.getByLabel('Account owner').uncheck();
    await page.getByLabel('Director').check();
    await press('Save');
    await page.getByText('Dias').waitFor();
    await add({ 'Last name': 'Dias' }, ['Beneficial owner']);
    expect(await alert()).toContain('Dias is in the list already');
    await page.goto(`${link}?step=people&party=business`);
    for (const role of ['Beneficial owner', 'Account owner'])
      expect(await page.getByLabel(role).count()).toBe(0);
    await add(
      { 'Name of the business': 'Holding', 'Share held': '50' },
      ['Shareholder'],
      'business',
    );
    await page.getByText('Holding').waitFor();
    await press('Continue');
    expect(await alert()).toContain('The shares add up to 116.6%');
    await check();
  });
});
