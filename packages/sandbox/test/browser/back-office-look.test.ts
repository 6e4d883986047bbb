/** How the pages of the back office look: on each of them, with an empty store and a full one. */
import { keepFile } from '../../domain/files.ts';
import { looksRight } from './look.ts';
import { at, check, desktop, narrow, newCase, newLink, open, setUp, suite } from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;

const looks = async (path: string) => {
  await at.page.goto(office(path));
  await looksRight(path);
};

const file = (name: string, content_type: string, content: Buffer) =>
  keepFile(at.sandbox.services.store, { name, content_type, content }).file_id;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A case with everything that a case can have. */
function fullCase(): string {
  const { documents, parties, portals, workflow, cases } = at.sandbox.services;
  const id = newCase({
    business: {
      organization_name: 'Lumen Studio SAS',
      country: 'FR',
      registration_number: '552100554',
      address: { street: '12 rue de la Paix', city: 'Paris', postal_code: '75002' },
    },
    external_reference: 'deal-10482',
    custom_fields: { email: 'contact@lumen.example' },
  });
  const owner = { last_name: 'Ferrer', roles: ['UBO'], direct_ownership_percentage: 60 };
  const { person_id } = parties.add('API', id, 'person', owner) as {
    person_id: string;
  };
  const front = file('card.png', 'image/png', picture);
  const back = file('back of the card.png', 'image/png', picture);
  documents.attach('API', {
    document_files: [
      { file_id: front, side: 'front' },
      { file_id: back, side: 'back' },
    ],
    type: 'ID',
    person_id,
  });
  const pdf = file(
    'certificate-of-registration-2026.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.4'),
  );
  documents.attach('API', { file_id: pdf, type: 'REGISTRATION_CERTIFICATE', application_id: id });
  workflow.submit('API', id);
  cases.update('API', id, {
    risk_level: 2,
    business: { address: { city: 'Lyon' } },
  });
  const wanted = { reason: 'Please send a recent one.', fields: ['vat_number'], documents: ['ID'] };
  portals.requestInformation('Reviewer B', id, wanted);
  return id;
}

/** Sends a form as a page of the back office does. */
const postForm = (path: string, form: Record<string, string>) =>
  fetch(office(path), {
    method: 'POST',
    headers: { origin: at.sandbox.url },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });

suite('the look of the back office', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());

  it('is right on every page of an empty store', async () => {
    await open(narrow);
    const pages = [
      '',
      '?text=nobody',
      '/new',
      '/new?kind=person',
      '/import',
      '/account',
      '/mailbox',
      '/developer/webhooks',
      '/developer/reset?seed=many',
      '/nowhere',
    ];
    for (const path of pages) await looks(path);
  });

  it.each([
    ['desktop', desktop],
    ['320 px', narrow],
  ])('is right on every page of a full store, %s', async (_, size) => {
    const { services, requests, apiKey, url } = at.sandbox;
    const id = fullCase();
    const draft = newCase({ business: { organization_name: 'Donaudampfschifffahrt AG' } });
    const decided = newCase();
    services.workflow.submit('API', decided);
    services.workflow.decide('Reviewer B', decided, {
      status: 'approved',
    });
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    await fetch(`${url}/api/applications`, { method: 'POST', headers, body: '{}' });
    await open(size);
    for (const path of [
      '',
      '?state=waiting',
      `/cases/${id}`,
      `/cases/${draft}`,
      `/cases/${decided}`,
      '/mailbox',
      '/developer',
      `/follow/request/${requests()[0]!.id}`,
      `/follow/${id}`,
    ]) {
      await looks(path);
    }
  });

  it('is told apart where the system has its own colours', async () => {
    const coloured = await open(desktop, { forcedColors: 'active' });
    await coloured.goto(office('/new'));
    const button = coloured.getByRole('button', { name: 'Create case' });
    expect(await button.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('3px');
    await check(coloured);
  });

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
      await looks(path);
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
    await postForm(`/cases/${id}/send`, { email: 'a@b.example' });
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

  it('tells the time of the reader, the day once', async () => {
    const id = fullCase();
    const page = await open();
    await page.goto(office(`/cases/${id}`));
    const entry = page.locator('#timeline > .timeline li').first();
    expect(await entry.textContent()).toMatch(/, \d\d:\d\d:\d\d$/);
    expect(await page.locator('main').textContent()).not.toContain('UTC');
  });
});
