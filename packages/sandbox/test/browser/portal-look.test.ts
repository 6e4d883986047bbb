/** How the portal looks: where its buttons stand, on a phone, on paper, in the colours of others. */
import { at, check, desktop, newCase, newLink, open, phone, setUp, suite } from './support.ts';

const business = {
  organization_name: 'Lumen Studio SAS',
  country: 'FR',
  registration_number: '552100554',
};
const steps = ['start', 'tasks', 'details', 'people', 'people&party=person', 'documents', 'review'];
const newPortal = () => newLink(newCase({ business }));
/** A colour of the page as the browser computes it. */
const styleOf = (selector: string, property: string) =>
  at.page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

suite('the look of the portal', () => {
  setUp();

  it.each([
    ['desktop', desktop],
    ['a phone', phone],
  ])('has one primary button a page, first at its end, on %s', async (_, viewport) => {
    const page = await open(viewport);
    const link = newPortal();
    const places: number[] = [];
    for (const step of steps) {
      await page.goto(`${link}?step=${step}`);
      const primary = page.locator('main :is(button, .button):not(.plain, .visually-hidden)');
      expect([step, await primary.count()]).toEqual([step, 1]);
      const buttons = page.locator('.actions').last().locator('a, button');
      const boxes = await buttons.evaluateAll((all) =>
        all.map((one) => {
          const { left, top } = one.getBoundingClientRect();
          return { left, top, isPrimary: !one.classList.contains('plain') };
        }),
      );
      expect(boxes[0]!.isPrimary).toBe(true);
      places.push(boxes[0]!.left);
      const [first, second] = boxes;
      if (!second) continue;
      // The eye and the keyboard come to it first.
      if (viewport === phone) expect(first!.top).toBeLessThan(second.top);
      else expect(first!.left).toBeLessThan(second.left);
    }
    expect(new Set(places).size).toBe(1);
  });

  it('underlines links in text, and not those of navigation', async () => {
    const page = await open();
    await page.goto(`${newPortal()}?step=review`);
    const line = (selector: string) => styleOf(selector, 'text-decoration-line');
    for (const selector of ['.top nav a', '.back a', '.steps a'])
      expect([selector, await line(selector)]).toEqual([selector, 'none']);
    for (const selector of ['.answers a', '.card ul a'])
      expect([selector, await line(selector)]).toEqual([selector, 'underline']);
  });

  it('has neutral notes, whatever the colour of the brand', async () => {
    const page = await open();
    const link = newPortal();
    const { account } = at.sandbox.services;
    const { portal } = account.read('main');
    const look = async () => {
      await page.goto(`${link}?step=details`);
      const note = [
        await styleOf('.note', 'background-color'),
        await styleOf('.note', 'border-left-color'),
      ];
      return { note, button: await styleOf('.actions button', 'background-color') };
    };
    const before = await look();
    account.change('main', { portal: { ...portal, color: '#c4161c' } });
    const after = await look();
    expect(after.button).toBe('rgb(196, 22, 28)');
    expect(after.button).not.toBe(before.button);
    expect(after.note).toEqual(before.note);
    await check();
    account.change('main', { portal });
  });

  it('prints the answers, and nothing that can only be pressed', async () => {
    const page = await open();
    const link = newPortal();
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${link}?step=review`);
    await page.getByText('552100554').waitFor();
    for (const step of steps) {
      await page.goto(`${link}?step=${step}`);
      expect(await page.locator('.actions :is(a, button):visible, nav:visible').count()).toBe(0);
    }
  });

  it('is told apart where the system has its own colours', async () => {
    const page = await open(phone, { forcedColors: 'active' });
    const link = newLink();
    await page.goto(`${link}?step=details`);
    const border = (selector: string) => styleOf(selector, 'border-top-width');
    expect(await border('.actions button')).toBe('3px');
    expect(await border('form > .actions .plain')).toBe('1px');
    expect(await border('.button[aria-current]')).toBe('3px');
    expect(await border('#save-status')).toBe('0px');
    await check();
  });
});
