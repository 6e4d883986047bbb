/** The portal on the narrowest screen: in each language and state, with the names of others. */
import { languages, texts, type Language } from '../../portal/texts.ts';
import { send } from '../visitor.ts';
import { alert, at, check, filledLink, fits, narrow, newCase, newLink } from './support.ts';
import { open, press, setUp, suite } from './support.ts';

const steps = ['start', 'details', 'people', 'people&party=person', 'documents', 'review'];

suite('the look of the portal', () => {
  setUp();

  it.each(Object.keys(languages) as Language[])(
    'is right at 320 px in %s: on each page and in each state of a link',
    async (lang) => {
      const { id, link, entry } = await filledLink();
      const { ask, expire, submit } = at.sandbox.act;
      const page = await open(narrow, { locale: lang });
      for (const step of [...steps, 'people&party=business', `people&party=${entry}`]) {
        await page.goto(`${link}?step=${step}&lang=${lang}`);
        await check();
      }
      const empty = await newLink(newCase());
      for (const [step, button] of [
        ['details', texts[lang].continue],
        ['people&party=person', texts[lang].save],
        ['review', texts[lang].submit],
      ] as const) {
        await page.goto(`${empty}?step=${step}`);
        await press(button);
        await page.getByRole('alert').waitFor();
        await check();
      }
      await page.goto(`${empty}?step=details`);
      await send(at.sandbox, `${empty}/details`, { 'address.town': 'Paris' });
      await page.getByLabel(texts[lang].labels['address.town']).fill('Lyon');
      await press(texts[lang].continue);
      expect(await alert()).toContain('Lyon');
      await check();
      for (const happen of [
        () => submit(id),
        () => ask(id, { reason: 'More, please', fields: ['vat_number'], documents: ['ID'] }),
        () => expire(id),
      ]) {
        happen();
        await page.goto(link);
        await check();
      }
      await press(texts[lang].renew);
      await check();
      await page.goto(`${at.sandbox.url}/portals/nobody`);
      await check();
    },
  );

  it.each([
    ['long', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten'.repeat(2)],
    ['right to left', 'شركة النور للتجارة والاستشارات'],
  ])('stays readable with a name that is %s, and so does the office', async (_, name) => {
    const persons = [{ last_name: name, roles: ['UBO'] }];
    const business = { organization_name: name, country: 'GB' };
    const id = newCase({ business, persons, external_reference: name });
    const link = await newLink(id);
    const page = await open(narrow);
    const office = `${at.sandbox.url}/back-office`;
    const pages = steps.map((step) => `${link}?step=${step}`);
    for (const address of [...pages, office, `${office}/cases/${id}`, `${office}/follow/${id}`]) {
      await page.goto(address);
      await fits();
    }
  });
});
