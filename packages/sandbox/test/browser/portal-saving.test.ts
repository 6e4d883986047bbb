/** What is typed into the portal is saved, judged, and not lost: in a real Chromium. */
import { takeAccount } from '../../domain/account-file.ts';
import {
  alert,
  at,
  check,
  desktop,
  follow,
  narrow,
  newCase,
  newLink,
  open,
  phone,
  press,
  setUp,
  suite,
} from './support.ts';

setUp();

const complete = {
  business: { organization_name: 'Keys Ltd', country: 'GB', registration_number: '1' },
};
const details = (link: string) => `${link}?step=details`;
const stored = (link: string) => at.sandbox.services.portals.find(link.split('/').pop()!)!.progress;
const state = () => at.page.locator('#save-status');
/** Whether something is on the screen, and not only on the page. */
const isInView = (selector: string) =>
  at.page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
/** No request to save arrives, not even the one that is sent while the page closes. */
const heldBack = () =>
  at.page.evaluate(() => {
    globalThis.fetch = () => Promise.reject(new Error('held back'));
  });

suite('the state of saving', () => {
  it.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('is in view wherever something is typed, on %s', async (_, viewport) => {
    const page = await open(viewport);
    await page.goto(details(newLink(newCase())));
    for (const label of ['VAT number', 'City']) {
      await page.getByLabel(label).fill('FR96552100554');
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await isInView('#save-status')).toBe(true);
    }
    await check();
    // What has the focus is not under it.
    await page.getByLabel('Country').focus();
    const [field, status] = await Promise.all(
      ['#country', '#save-status'].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(field!.y).toBeGreaterThanOrEqual(status!.y + status!.height);
  });

  it('says at once that it is not saved, and is tried again when the connection is back', async () => {
    const page = await open(phone);
    const link = newLink(newCase());
    await page.goto(details(link));
    await page.context().setOffline(true);
    await page.getByLabel('City').fill('Paris');
    await page.getByText('Not saved. Check your connection').waitFor();
    expect(await isInView('#save-status')).toBe(true);
    await check();
    expect(stored(link).profile['address.town']).toBeUndefined();
    await page.context().setOffline(false);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(stored(link).profile['address.town']).toBe('Paris');
    expect(await state().getAttribute('class')).not.toContain('bad');
  });

  it('is tried again by itself where the service fails for a while', async () => {
    const page = await open();
    const link = newLink(newCase());
    await page.clock.install();
    await page.goto(details(link));
    let fails = 2;
    await page.route('**/save', (route) =>
      fails-- > 0 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.getByLabel('City').fill('Paris');
    await page.getByText('Not saved. Check your connection').waitFor();
    for (const answer of [503, 200]) {
      const again = page.waitForResponse((response) => response.url().endsWith('/save'));
      await page.clock.fastForward(5000);
      expect((await again).status()).toBe(answer);
    }
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(stored(link).profile['address.town']).toBe('Paris');
  });

  it('keeps the page where Continue would lose what is not saved, and goes on when it is', async () => {
    const page = await open();
    const link = newLink(newCase(complete));
    await page.goto(details(link));
    await page.context().setOffline(true);
    await page.getByLabel('City').fill('Leeds');
    await page.getByText('Not saved. Check your connection').waitFor();
    await press('Continue');
    await page.getByText('Not saved. Check your connection').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Leeds');
    await page.context().setOffline(false);
    await press('Continue');
    await page.getByRole('heading', { name: 'Directors' }).waitFor();
    expect(stored(link).profile['address.town']).toBe('Leeds');
  });

  it('shows why, where the portal was closed meanwhile', async () => {
    const page = await open();
    const id = newCase();
    await page.goto(details(newLink(id)));
    at.sandbox.services.portals.close(id);
    await page.getByLabel('City').fill('Paris');
    await page.getByText('This link is closed').waitFor();
  });
});

suite('what is typed in the last moment', () => {
  it.each([
    ['a reload', () => at.page.reload()],
    ['another language', () => follow('Deutsch')],
  ])('survives %s', async (_, leave) => {
    const page = await open();
    const link = newLink(newCase());
    await page.goto(details(link));
    await heldBack();
    await page.locator('#address\\.town').fill('Paris');
    await page.locator('#country').selectOption('ES');
    await leave();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#address\\.town')?.value === 'Paris',
    );
    expect(await page.locator('#country').inputValue()).toBe('ES');
    await page.getByText(/^(Saved|Gespeichert)$/).waitFor({ timeout: 20_000 });
    expect(stored(link).profile).toMatchObject({ 'address.town': 'Paris', country: 'ES' });
  });

  it('survives in the form of a person, with the roles', async () => {
    const page = await open();
    const link = newLink(newCase());
    await page.goto(`${link}?step=people&party=person`);
    await heldBack();
    await page.locator('#last_name').fill('Ferrer');
    await page.getByLabel('Director').check();
    await page.getByLabel('Share held').fill('33.5');
    await follow('Español');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#last_name')?.value === 'Ferrer',
    );
    expect(await page.locator('#direct_ownership_percentage').inputValue()).toBe('33.5');
    expect(await page.getByLabel('Administrador').isChecked()).toBe(true);
    expect(await page.getByLabel('Socio').isChecked()).toBe(false);
  });

  it('is not put into another form, nor back once it was sent', async () => {
    const page = await open();
    const link = newLink(newCase());
    await page.goto(`${link}?step=people&party=person`);
    await heldBack();
    await page.locator('#last_name').fill('Ferrer');
    await page.goto(`${link}?step=people&party=business`);
    expect(await page.locator('#organization_name').inputValue()).toBe('');
    await page.goto(`${link}?step=people&party=person`);
    expect(await page.locator('#last_name').inputValue()).toBe('');
    await page.locator('#last_name').fill('Novak');
    await page.getByLabel('Director').check();
    await press('Save');
    await page.getByText('Novak').waitFor();
    await page.goto(`${link}?step=people&party=person`);
    expect(await page.locator('#last_name').inputValue()).toBe('');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('does not overwrite without a word what another window has saved', async () => {
    const page = await open();
    const link = newLink(newCase());
    await page.goto(details(link));
    await heldBack();
    await page.locator('#address\\.town').fill('Paris');
    const row = at.sandbox.services.portals.find(link.split('/').pop()!)!;
    row.progress.profile['address.town'] = 'Lyon';
    at.sandbox.services.portals.save(row);
    await page.reload();
    await page.getByText('changed in another window').waitFor();
    expect(await page.locator('#address\\.town').inputValue()).toBe('Paris');
    expect(stored(link).profile['address.town']).toBe('Lyon');
  });
});

suite('what is typed', () => {
  it('is judged when its field is left, and no sooner, in the words of sending', async () => {
    const page = await open();
    await page.goto(`${newLink(newCase())}?step=details`);
    const vat = page.getByLabel('VAT number');
    await vat.pressSequentially('FR1', { delay: 20 });
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.locator('#vat_number-error').count()).toBe(0);
    await page.keyboard.press('Tab');
    const error = page.locator('#vat_number-error');
    await error.waitFor();
    const said = await error.textContent();
    expect(await vat.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#save-status').textContent()).toContain(said);
    await check();
    await press('Continue');
    expect(await alert()).toContain(said);
    await vat.fill('FR96552100554');
    await page.keyboard.press('Tab');
    await error.waitFor({ state: 'detached' });
    expect(await vat.getAttribute('aria-invalid')).toBeNull();
    // What is optional can be left out again.
    await vat.fill('FR2');
    await page.keyboard.press('Tab');
    await error.waitFor();
    await vat.fill('');
    await error.waitFor({ state: 'detached' });
  });

  it('is judged in the form of a person as well', async () => {
    const page = await open(phone);
    await page.goto(`${newLink(newCase())}?step=people&party=person`);
    for (const [label, value, why] of [
      ['Date of birth', '1850-05-31', 'must be 1 January 1900 or later'],
      ['Share held', '120', 'from 0 to 100'],
    ] as const) {
      await page.getByLabel(label).fill(value);
      await page.getByLabel('Last name').focus();
      await page.locator('p.error').getByText(why).waitFor();
    }
  });

  it('is taken by the button that is pressed right after it, though an error appears', async () => {
    const page = await open();
    await page.goto(`${newLink(newCase())}?step=details`);
    await page.getByLabel('VAT number').pressSequentially('FR1');
    const button = page.getByRole('button', { name: 'Continue', exact: true });
    await button.scrollIntoViewIfNeeded();
    const box = (await button.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3);
    await page.mouse.down();
    await page.waitForTimeout(120);
    await page.mouse.up();
    await page.getByRole('alert').waitFor();
  });
});

suite('several countries', () => {
  it('are searched for, added and removed, each at once', async () => {
    const display_name = 'Where do you sell?';
    const markets = { name: 'markets', display_name, display_in_portal: true };
    const custom_fields = [{ ...markets, type: 'country_multiple' }];
    takeAccount(at.sandbox.services, 'main', { custom_fields });
    const link = newLink(newCase(complete));
    const page = await open(narrow);
    await page.goto(details(link));
    const list = page.getByRole('group', { name: display_name });
    const search = list.getByLabel('Search for a country');
    // The list is offered while a name is typed.
    expect(
      await search.evaluate((input) => (input as HTMLInputElement).list!.options.length),
    ).toBeGreaterThan(240);
    await search.fill('germany');
    await search.press('Enter');
    expect(await search.inputValue()).toBe('');
    // One that the list writes otherwise is found by the server.
    await search.fill("Côte d'Ivoire");
    await search.press('Enter');
    await list.getByLabel('Côte d’Ivoire').waitFor();
    await search.fill('France');
    await list.getByRole('button', { name: 'Add' }).click();
    await list.getByLabel('France').waitFor();
    await check();
    await list.getByLabel('Germany').uncheck();
    await press('Continue');
    await page.getByRole('heading', { name: 'Directors' }).waitFor();
    expect(stored(link).profile['custom_fields.markets']).toBe('CI\nFR');
  });
});
