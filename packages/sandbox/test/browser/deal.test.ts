/** A deal is followed in a real Chromium, from its first call to the last answer of a receiver. */
import { listen } from '../../../../test/support/listen.ts';
import { at, check, follow, narrow, newLink, open, press, setUp, suite } from './support.ts';

const office = (path = '') => `${at.sandbox.url}/back-office${path}`;
const call = async (method: string, path: string, body?: object) => {
  const answer = await fetch(at.sandbox.url + path, {
    method,
    headers: { authorization: at.sandbox.apiKey, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const deal = {
  business: { organization_name: 'Followed Ltd', country: 'GB' },
  external_reference: 'deal-7',
  is_draft: true,
};

let receiver: Awaited<ReturnType<typeof listen>>;

/** The lines of the page, the newest first, without their times. */
const lines = () =>
  at.page
    .locator('.timeline summary, .timeline > li > .line, .delivery > .headed .line, .done li')
    .allTextContents()
    .then((texts) => texts.map((text) => text.replace(/^\d\d:\d\d:\d\d\s*/, '').trim()));

suite('a deal', () => {
  setUp();
  beforeEach(() => at.sandbox.reset());
  afterAll(() => receiver.close());

  it('is followed from the case', async () => {
    let answers = [503, 200];
    receiver?.close();
    receiver = await listen((_request, response) => {
      response.writeHead(answers.shift() ?? 200).end('{"status":"success"}');
    });
    at.sandbox.services.subscriptions.add('main', {
      url: `${receiver.url}/hooks/standard`,
      events: ['application.submitted'],
    });
    at.sandbox.faults.add({ path: '/api', status: 429, times: 1 });
    expect((await call('POST', '/api/applications', deal)).status).toBe(429);
    const { application_id } = (await call('POST', '/api/applications', deal)).body;
    await call('POST', `/api/applications/${application_id}/persons`, { last_name: 'Ferrer' });
    await call('POST', '/api/applications', { ...deal, external_reference: 'deal-8' });
    const link = newLink(application_id);
    const page = await open(narrow);
    // The client looks, looks again, and sends something that is not taken.
    await page.goto(link);
    await page.reload();
    await page.evaluate(() =>
      fetch(`${location.pathname}/submit`, {
        method: 'POST',
        body: new URLSearchParams({ a: 'b' }),
      }),
    );
    at.sandbox.services.workflow.submitFromPortal('main', application_id, false);
    const { outbox } = at.sandbox.services;
    const attempts = () => outbox.latest(9).reduce((sum, row) => sum + row.attempts, 0);
    for (let tries = 0; tries < 100 && attempts() < 2; tries++) await page.waitForTimeout(50);

    await page.goto(office(`/cases/${application_id}`));
    await follow('Follow this deal');
    await page.getByRole('heading', { name: 'Follow Followed Ltd' }).waitFor();
    await check();
    const told = (await lines()).join('\n');
    // The newest first; what others did is not among it.
    const order = [
      'application.submitted',
      `To ${receiver.url}/hooks/standard`,
      'Attempt 2',
      'Attempt 1',
      'Submitted 422',
      'Opened the portal, 2 times',
      `/api/applications/${application_id}/persons 201`,
      'POST /api/applications 201',
      'POST /api/applications 429',
    ];
    const places = order.map((text) => told.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(told).toContain('Related person added: Ferrer');
    expect(told.match(/POST \/api\/applications \d/g)).toHaveLength(2);
    expect(told).toMatch(/Attempt 2 200[^]*Attempt 1 503/);

    // Each line opens to its body, with the keyboard too.
    await page.locator('summary', { hasText: '429' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fault on demand: Any /api: 429').waitFor();
    await page.locator('details[open] pre', { hasText: '"Followed Ltd"' }).waitFor();
    await page.locator('summary', { hasText: 'Attempt 1' }).click();
    await page.locator('details[open] pre', { hasText: '{"status":"success"}' }).waitFor();
    await page.locator('summary', { hasText: 'application.submitted' }).click();
    await check();
    const sample = page.getByRole('button', { name: 'Copy as Zapier sample' });
    const copied = JSON.parse((await sample.first().getAttribute('data-copy'))!);
    expect(copied).toMatchObject({
      id: outbox.eventsOf(application_id)[0]!.event_id,
      application_id,
    });

    // A delivery once more: its attempt comes without a reload, and what is open stays open.
    answers = [201];
    await press(`Replay application.submitted to ${receiver.url}/hooks/standard`);
    await page.getByText('Attempt 3').waitFor();
  });
});
