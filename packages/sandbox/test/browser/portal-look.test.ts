/** How the portal looks: on the narrowest screen, on a phone, in the colours of others. */
import { languages, texts, type Language } from '../../portal/texts.ts';
import { brokenWords, looksRight } from './look.ts';
import {
  at,
  check,
  desktop,
  filledLink,
  fits,
  narrow,
  newCase,
  newLink,
  open,
  phone,
  press,
  setUp,
  showCase,
  suite,
} from './support.ts';

const steps = ['start', 'details', 'people', 'people&party=person', 'documents', 'review'];
/** All words of letters, however long: none of the portal's own is broken in any language. */
const allWords = /[\p{L}\p{N}’']{2,}/gu;

const styleOf = (selector: string, property: string) =>
  at.page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

suite('the look of the portal', () => {
  setUp();

  it.each(Object.keys(languages) as Language[])(
    'is right at 320 px in %s: on each page and in each state of a link',
    async (lang) => {
      const { id, link, token, entry } = await filledLink();
      const further = ['people&party=business', `people&party=${entry}`];
      const { portals } = at.sandbox.services;
      const page = await open(narrow, { locale: lang });
      // The page is the same in each language: all that is measured is measured in one of them.
      const look = async (what: string) => {
        if (lang === 'en') return looksRight(what, allWords);
        await fits();
        expect([what, await brokenWords(page, allWords)]).toEqual([what, []]);
      };
      for (const step of [...steps, ...further]) {
        await page.goto(`${link}?step=${step}&lang=${lang}`);
        await look(step);
      }
      const empty = newLink(newCase());
      for (const [step, button] of [
        ['details', texts[lang].continue],
        ['people&party=person', texts[lang].save],
        ['review', texts[lang].submit],
      ] as const) {
        await page.goto(`${empty}?step=${step}`);
        await press(button);
        await page.getByRole('alert').waitFor();
        await look(`${step}, refused`);
      }
      portals.submit(token);
      await page.goto(link);
      await look('submitted');
      portals.requestInformation('Reviewer', id, {
        reason: 'More, please',
        fields: ['vat_number'],
        documents: ['ID'],
        of: [String(showCase(id).persons[0]!.id)],
      });
      await page.goto(link);
      await look('asked again');
      portals.expire(id);
      await page.goto(link);
      await look('expired');
      await press(texts[lang].renew);
      await look('renewed');
      await page.goto(`${at.sandbox.url}/portals/nobody`);
      await look('unknown');
    },
  );

  it.each(Object.keys(languages) as Language[])(
    'has its steps in one row at 375 px, and its header in %s',
    async (lang) => {
      const { link } = await filledLink();
      const page = await open({ width: 375, height: 800 }, { locale: lang });
      for (const step of ['details', 'people', 'documents', 'review']) {
        await page.goto(`${link}?step=${step}`);
        const rows = await page
          .locator('.steps li')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
        expect(new Set(rows.map(({ top }) => top)).size).toBe(1);
        expect(Math.max(...rows.map(({ height }) => height))).toBeLessThan(40);
        await check();
      }
      expect(await page.locator('header').textContent()).toContain(texts[lang].tagline);
    },
  );

  it.each([
    ['desktop', desktop],
    ['a phone', phone],
  ])('has one primary button a page, always at the same place, on %s', async (_, viewport) => {
    const { link } = await filledLink();
    const page = await open(viewport);
    const places = new Set<number>();
    for (const step of steps) {
      await page.goto(`${link}?step=${step}`);
      await looksRight(step);
      const primary = page.locator('main :is(button, a.button):not(.outline, .visually-hidden)');
      expect([step, await primary.count()]).toEqual([step, 1]);
      places.add((await primary.boundingBox())!.x);
      if (viewport !== phone) continue;
      const buttons = page.locator('.actions').last().locator('a, button');
      const widths = await buttons.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().width),
      );
      expect([step, new Set(widths).size]).toEqual([step, 1]);
    }
    expect(places.size).toBe(1);
  });

  it.each([
    [
      'long',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
    ],
    ['right to left', 'شركة النور للتجارة والاستشارات'],
  ])('stays readable with a name that is %s', async (_, name) => {
    const id = newCase({ business: { organization_name: name, country: 'GB' } });
    const { cases } = at.sandbox.services;
    cases.addParty('API', id, 'person', { last_name: name, roles: ['UBO'] });
    const page = await open(narrow);
    const link = newLink(id);
    for (const step of steps) {
      await page.goto(`${link}?step=${step}`);
      await fits();
    }
    await page.goto(`${at.sandbox.url}/back-office/cases/${id}`);
    await fits();
  });

  it('is told apart where the system has its own colours', async () => {
    const page = await open(phone, { forcedColors: 'active' });
    await page.goto(`${newLink()}?step=details`);
    const border = (selector: string) => styleOf(selector, 'border-top-width');
    expect(await border('.actions button')).toBe('3px');
    expect(await border('form > .actions .outline')).toBe('1px');
    await check();
    // Who is being verified is chosen where the client starts.
    await page.goto(newLink());
    expect(await styleOf('.button[aria-current]', 'outline-style')).toBe('solid');
  });
});
