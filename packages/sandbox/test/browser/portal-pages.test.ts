/** Each page of the portal in a real Chromium: read on the narrowest screen, typed into, uploaded to. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { takeAccount } from '../../domain/account-file.ts';
import { languages, texts, type Language } from '../../portal/texts.ts';
import {
  alert,
  aPdf,
  at,
  check,
  desktop,
  fits,
  follow,
  narrow,
  newCase,
  newLink,
  open,
  phone,
  press,
  setUp,
  shown,
  suite,
} from './support.ts';

setUp();

const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
};
const inTenYears = `${new Date().getUTCFullYear() + 10}-05-31`;
const tenYearsOld = `${new Date().getUTCFullYear() - 10}-05-31`;

/** A portal in which something is there on every page. */
function filledLink(): { id: string; link: string; token: string } {
  const id = newCase({ business });
  const link = newLink(id);
  const token = link.split('/').pop()!;
  const { parties, portals, store } = at.sandbox.services;
  const file_id = `fil_${token}`;
  store.run(
    `insert into files (file_id, account, name, content_type, size, content)
     values (?, 'main', 'certificate.pdf', 'application/pdf', 2048, 'x')`,
    file_id,
  );
  const data = {
    roles: ['DIRECTOR', 'UBO'],
    nationalities: ['ES'],
    direct_ownership_percentage: 33.3,
  };
  parties.add(
    'main',
    id,
    'person',
    { last_name: 'Ferrer', birth_date: tenYearsOld, ...data, roles: ['DIRECTOR', 'ACCOUNT_OWNER'] },
    'API',
  );
  const portal = portals.find(token)!;
  portal.progress.parties.push({
    id: 'entry_1',
    kind: 'person',
    data: { last_name: 'Novak', ...data },
  });
  portal.progress.documents.push({
    file_id,
    type: 'REGISTRATION_CERTIFICATE',
    name: 'certificate.pdf',
    size: 2048,
    at: '2026-11-22T10:00:00.000Z',
  });
  portals.save(portal);
  return { id, link, token };
}

/** Words that are broken in the middle: letters of one word on two lines, without a hyphen. */
const brokenWords = () =>
  at.page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      if (!parentElement?.checkVisibility() || parentElement.closest('option, script')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}’']{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });

const queries = [
  'step=start',
  'step=tasks',
  'step=details',
  'step=details&q=lumen',
  'step=details&q=nothing',
  'step=people',
  'step=people&party=person',
  'step=people&party=business',
  'step=people&party=entry_1',
  'step=documents',
  'step=review',
];

suite('each page of the portal', () => {
  it.each(Object.keys(languages) as Language[])(
    'is read on 320 px in %s without broken words',
    async (lang) => {
      const { link, token, id } = filledLink();
      const page = await open(narrow, { locale: lang });
      const look = async (what: string) => {
        expect([what, await brokenWords()]).toEqual([what, []]);
        // The page is the same in each language: axe looks at one of them.
        await (lang === 'en' ? check() : fits());
      };
      for (const query of queries) {
        await page.goto(`${link}?${query}&lang=${lang}`);
        await look(query);
      }
      await press(texts[lang].submit).catch(() => {});
      await page.goto(`${link}?step=review`);
      await press(texts[lang].submit);
      await look('refused');
      at.sandbox.services.portals.submit(token);
      await page.goto(link);
      await look('submitted');
      at.sandbox.services.portals.requestInformation('main', id, {
        reason: 'More, please',
        fields: ['vat_number'],
        documents: ['ID'],
        of: ['Ferrer'],
      });
      await page.goto(link);
      await look('asked again');
      at.sandbox.services.portals.expire(id);
      await page.goto(link);
      await look('expired');
      await press(texts[lang].renew);
      await look('renewed');
      await page.goto(`${at.sandbox.url}/portals/nobody`);
      await look('unknown');
    },
  );

  it('has the buttons at its end equally wide on a phone, also one with a form of its own', async () => {
    const { link } = filledLink();
    const page = await open(phone);
    for (const query of ['step=details', 'step=people', 'step=documents', 'step=review']) {
      await page.goto(`${link}?${query}`);
      const widths = await page
        .locator('.actions')
        .last()
        .locator('a, button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
      expect([query, widths.length, new Set(widths).size]).toEqual([query, 2, 1]);
    }
  });

  it('has its labels 4 to 6 px off their inputs, so that the focus ring does not cut them', async () => {
    const { link } = filledLink();
    const page = await open();
    let seen = 0;
    for (const query of queries) {
      await page.goto(`${link}?${query}`);
      const gaps = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLLabelElement>('label[for]:not(.chooser)')]
          .filter((label) => label.checkVisibility())
          .map((label) => {
            const field = document.getElementById(label.htmlFor)!;
            return field.getBoundingClientRect().top - label.getBoundingClientRect().bottom;
          }),
      );
      for (const gap of gaps) {
        expect(gap).toBeGreaterThanOrEqual(4);
        expect(gap).toBeLessThanOrEqual(6.01);
      }
      seen += gaps.length;
    }
    expect(seen).toBeGreaterThan(30);
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
      ['Date of birth', inTenYears, 'is in the future'],
      ['Share held', '120', 'is not valid'],
    ] as const) {
      await page.getByLabel(label).fill(value);
      await page.getByLabel('Last name').focus();
      await page.locator('p.error').getByText(why).waitFor();
    }
    await check();
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
  const markets = { name: 'markets', display_name: 'Where do you sell?', display_in_portal: true };
  const newQuestion = () => {
    const file = { custom_fields: [{ ...markets, type: 'country_multiple' }] };
    takeAccount(at.sandbox.services, 'main', file);
    return newLink(newCase({ business }));
  };
  const answer = (link: string) =>
    at.sandbox.services.portals.find(link.split('/').pop()!)!.progress.profile.custom_markets;
  const list = () => at.page.getByRole('group', { name: /Where do you sell/ });

  it('are searched for, added and removed, each at once', async () => {
    const link = newQuestion();
    const page = await open(narrow);
    await page.goto(`${link}?step=details`);
    const search = list().getByLabel('Search for a country');
    // The list is offered while a name is typed.
    expect(
      await search.evaluate((input) => (input as HTMLInputElement).list!.options.length),
    ).toBeGreaterThan(240);
    // One that the list writes otherwise is found by the server.
    for (const name of ['germany', "Côte d'Ivoire"]) {
      await search.fill(name);
      await search.press('Enter');
      expect(await search.inputValue()).toBe('');
    }
    await search.fill('France');
    await list().getByRole('button', { name: 'Add' }).click();
    await list().getByLabel('France').waitFor();
    await check();
    await list().getByLabel('Germany').uncheck();
    await press('Continue');
    await page.getByRole('heading', { name: 'Directors' }).waitFor();
    expect(answer(link)).toBe('CI\nFR');
    await page.goto(`${link}?step=details`);
    expect(await list().getByRole('checkbox').count()).toBe(2);
    await page.goto(`${link}?step=review`);
    await page.getByText("Cote d'Ivoire, France", { exact: true }).waitFor();
  });
});

suite('documents', () => {
  it('of a person have a front and a back, and change their kind', async () => {
    const { id, link } = filledLink();
    const page = await open(narrow);
    await page.goto(`${link}?step=documents`);
    await page
      .getByLabel('Choose the front: Identity document (Ferrer)')
      .setInputFiles(aPdf('front.pdf'));
    await page.getByText('front.pdf', { exact: true }).waitFor();
    // What was uploaded is where the eyes and the focus are.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('front.pdf');
    await page
      .getByLabel('Choose the back: Identity document (Ferrer)')
      .setInputFiles(aPdf('back.pdf'));
    await page.getByText('back.pdf', { exact: true }).waitFor();
    await check();
    await page.getByLabel('Choose files').setInputFiles(aPdf('bill.pdf'));
    const bill = page.locator('.files > li').filter({ hasText: 'bill.pdf' });
    await bill.getByText('Another kind').click();
    await check();
    await bill.getByLabel('Kind of document').selectOption({ label: 'Proof of address' });
    await bill.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Proof of address · 1.KB · \d+ \w+ \d{4} · by you/).waitFor();
    at.sandbox.services.portals.submit(link.split('/').pop()!);
    const { person_id } = shown(id).persons[0]!;
    expect(shown(id).documents.slice(1)).toMatchObject([
      { type: 'ID', person_id, document_files: [{ side: 'front' }] },
      { type: 'ID', person_id, document_files: [{ side: 'back' }] },
      { type: 'PROOF_OF_ADDRESS' },
    ]);
  });

  it('chosen twice at once are both kept', async () => {
    const { link } = filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    await Promise.all([
      page
        .getByLabel('Choose the front: Identity document (Ferrer)')
        .setInputFiles(aPdf('one.pdf')),
      page.getByLabel('Choose the front: Identity document (Novak)').setInputFiles(aPdf('two.pdf')),
    ]);
    await page.waitForLoadState('networkidle');
    await page.goto(`${link}?step=documents`);
    for (const name of ['one.pdf', 'two.pdf'])
      await page.getByText(name, { exact: true }).waitFor();
  });

  it('lose nothing that is typed beside them, however slow they are', async () => {
    const { id, link, token } = filledLink();
    at.sandbox.services.portals.submit(token);
    at.sandbox.services.portals.requestInformation('main', id, {
      reason: 'More, please',
      fields: ['vat_number', 'address_city'],
      documents: ['PROOF_OF_ADDRESS'],
    });
    const page = await open();
    await page.goto(link);
    let arrive = () => {};
    const waits = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/documents', async (route) => {
      await waits;
      await route.continue();
    });
    await page
      .getByLabel('Choose a file: Proof of address')
      .setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>') });
    await page.getByLabel('City').fill('Paris');
    arrive();
    await page.getByRole('alert').getByText('page.html is not a PDF').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Paris');
    await page.getByLabel('Choose a file: Proof of address').setInputFiles(aPdf('bill.pdf'));
    await page.getByText('bill.pdf', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await check();
    // It goes on being saved.
    const saved = page.waitForResponse((response) => response.url().endsWith('/save'));
    await page.getByLabel('VAT number').fill('FR96552100554');
    await saved;
    expect(at.sandbox.services.portals.find(token)!.progress.profile).toMatchObject({
      vat_number: 'FR96552100554',
      address_city: 'Paris',
    });
    expect(at.sandbox.services.portals.find(token)!.progress.documents).toHaveLength(1);
  });

  it('that do not arrive are said not to, and nothing else is lost', async () => {
    const { link } = filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    await page.route('**/documents', (route) => route.abort());
    await page.getByLabel('Choose files').setInputFiles(aPdf('lost.pdf'));
    // Said where the files were chosen.
    await page.locator('#general').getByRole('alert').getByText('did not arrive').waitFor();
    await page
      .getByLabel('Choose the front: Identity document (Ferrer)')
      .setInputFiles(aPdf('lost.pdf'));
    const slot = page.locator('.slot').filter({ hasText: 'Choose the front' }).first();
    await slot.getByRole('alert').getByText('did not arrive').waitFor();
    await page.getByText('certificate.pdf', { exact: true }).waitFor();
    await check();
  });
});

suite('an upload that is refused', () => {
  it('says so at its own field, which has the focus', async () => {
    const { link } = filledLink();
    const page = await open(phone);
    await page.goto(`${link}?step=documents`);
    const field = page.getByLabel('Choose the back: Identity document (Novak)');
    const html = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>') };
    await field.setInputFiles(html);
    const error = field.locator('xpath=ancestor::form').locator('.error');
    await error.getByText('page.html is not a PDF, an image (JPEG, PNG, HEIC').waitFor();
    expect(await page.locator('.field .error, .slot .error').count()).toBe(1);
    expect(await field.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'));
    await check();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    // The summary leads there too.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /page.html/ })
      .click();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('is not sent where it is too large, and those beside it are', async () => {
    const { link } = filledLink();
    const page = await open();
    await page.goto(`${link}?step=documents`);
    let sent = 0;
    page.on('request', (request) => (sent += request.postDataBuffer()?.length ?? 0));
    const folder = mkdtempSync(join(tmpdir(), 'upload-'));
    const [big, good] = ['big.pdf', 'good.pdf'].map((name) => join(folder, name));
    writeFileSync(big!, '');
    truncateSync(big!, 25 * 1024 * 1024 + 1);
    writeFileSync(good!, '%PDF-1.4');
    await page.getByLabel('Choose files').setInputFiles([big!, good!]);
    await page.getByText('good.pdf', { exact: true }).waitFor();
    await page.locator('#file-error').getByText('big.pdf is larger than 25 MB').waitFor();
    expect(sent).toBeLessThan(10_000);
    rmSync(folder, { recursive: true });
  });
});

suite('without scripts', () => {
  it('a business is verified from the first page to the receipt', async () => {
    const id = newCase();
    const link = newLink(id);
    const page = await open(desktop, { javaScriptEnabled: false });
    await page.goto(link);
    await follow('Start');
    await follow('About the business');
    await page.getByLabel('Name or number').fill('552100554');
    await page.getByLabel('VAT number').fill('FR96552100554');
    await press('Search');
    await press('Choose: Lumen Studio SAS');
    expect(await page.getByLabel('VAT number').inputValue()).toBe('FR96552100554');
    await press('Continue');
    await press(/^Add: Director/);
    await page.getByRole('link', { name: /^Edit: Director/ }).click();
    await page.getByLabel('Date of birth').fill(inTenYears);
    await page.getByLabel('First name').fill('Inés');
    await page.getByLabel('Account owner').check();
    await press('Save');
    expect(await alert()).toContain('Date of birth is in the future');
    await follow('Français');
    expect(await page.getByLabel('Prénom').inputValue()).toBe('Inés');
    await page.getByLabel('Date de naissance').fill('1985-11-02');
    await press('Enregistrer');
    await follow('English');
    await press('Continue');
    const slot = page.locator('.slot').filter({ hasText: 'Registration certificate' });
    await slot.getByLabel('Choose a file').setInputFiles(aPdf());
    await slot.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('certificate.pdf', { exact: true }).waitFor();
    const identity = page
      .locator('.slot')
      .filter({ has: page.getByRole('heading', { name: /Identity document/ }) });
    await identity.getByLabel('Choose the front').setInputFiles(aPdf('front.pdf'));
    await identity.getByRole('button', { name: 'Upload' }).first().click();
    await page.getByText('front.pdf', { exact: true }).waitFor();
    await follow('Continue');
    await page.getByLabel('The information shown here').check();
    await press('Submit');
    await page.waitForURL(at.thanks);
    await page.goto(link);
    await page.locator('#receipt').getByText('2 November 1985').waitFor();
    expect(shown(id).persons).toMatchObject([{ given_names: 'Inés', birth_date: '1985-11-02' }]);
  });
});
