/** How the pages of the back office look where the system, the data or the reader are unusual. */
import { insertMail } from '../../mail/mails.ts';
import { send } from '../visitor.ts';
import { looksRight } from './look.ts';
import {
  api,
  at,
  check,
  desktop,
  narrow,
  newCase,
  newLink,
  open,
  setUp,
  suite,
} from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;

suite('the look of the back office', () => {
  setUp();

  it('keeps all columns in view beside a word that is as long as can be', async () => {
    const long = 'averylongword'.repeat(15);
    const { services, url, apiKey } = at.sandbox;
    const hook = {
      url: `https://hooks.example/${long}`,
      events: ['application.submitted'] as const,
    };
    services.subscriptions.add({ ...hook, events: [...hook.events] });
    newCase({ business: { organization_name: long, country: 'FR' }, external_reference: long });
    await fetch(`${url}/api/applications/${long}`, { headers: { authorization: apiKey } });
    const page = await open(desktop);
    for (const path of ['', '/developer']) {
      await page.goto(office(path));
      await looksRight(path);
      const tooWide = await page.evaluate(() =>
        [...document.querySelectorAll('main *')].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      );
      expect([path, tooWide.length]).toEqual([path, 0]);
    }
  });

  it('writes letters that a phone shows whole', async () => {
    const id = newCase({ business: { organization_name: 'Harbour & Pine Ltd', country: 'GB' } });
    newLink(id);
    await send(at.sandbox, `/back-office/cases/${id}/send`, { email: 'a@b.example' });
    const page = await open(narrow);
    await page.goto(office('/mailbox'));
    await page.getByRole('link', { name: 'please complete' }).click();
    const frame = page.frameLocator('iframe.letter');
    await frame.getByText('/portals/').waitFor();
    const width = await frame
      .locator('html')
      .evaluate((root) => [root.scrollWidth, root.clientWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    await check();
  });

  it('makes the action primary that is needed', async () => {
    const page = await open();
    const { application_id: id } = await api('POST', '/api/applications', {
      business: { organization_name: 'Words GmbH' },
    });
    const look = async () => {
      await page.goto(office(`/cases/${id}`));
      const approve = page.getByRole('button', { name: 'Approve' });
      const ask = page.locator('summary', { hasText: 'Ask the client for information' });
      return Promise.all([approve, ask].map((one) => one.getAttribute('class')));
    };
    expect(await look()).toEqual(['outline', 'button']);
    const ask = { reason: 'Why', fields: ['vat_number'] };
    await api('POST', `/_sandbox/cases/${id}/request`, ask);
    expect(await look()).toEqual(['outline', 'button outline']);
    await check();
  });

  it('fits the frame of a letter into the window', async () => {
    const page = await open({ width: 1280, height: 800 });
    const html = `<p>${'A long letter. '.repeat(2000)}</p>`;
    const data = { from: '', to: [], subject: 'Long', text: 'Long', html, links: [] };
    insertMail(at.sandbox.services, { raw: null, data });
    await page.goto(office('/mailbox'));
    await page.getByRole('link', { name: 'Long', exact: true }).click();
    const box = (await page.locator('iframe').boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(800);
    expect(box.height).toBeGreaterThan(400);
  });
});
