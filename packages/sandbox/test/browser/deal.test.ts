/** A deal is followed in a real Chromium. */
import { listen } from '../../../../test/support/listen.ts';
import { at, check, follow, narrow, open, press, setUp, suite } from './support.ts';

const deal = {
  business: { organization_name: 'Followed Ltd', country: 'GB' },
  external_reference: 'deal-7',
  is_draft: true,
};

const post = async (path: string, body: object) => {
  const answer = await fetch(`${at.sandbox.url}/api/applications${path}`, {
    method: 'POST',
    headers: { authorization: at.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { application_id: string };
};

suite('a deal', () => {
  setUp();
  let receiver: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    receiver = await listen((_, response) => response.end('{"status":"success"}'));
  });
  afterAll(() => receiver.close());
  beforeEach(() => at.sandbox.reset());

  it('is followed from the case, opened by the keyboard, and grows without a reload', async () => {
    const { subscriptions, workflow } = at.sandbox.services;
    subscriptions.add({ url: receiver.url, events: ['application.submitted'] });
    // The first call fails, the second makes the case.
    at.sandbox.faults.add({ path: '/api', status: 429, times: 1 });
    await post('', deal);
    const { application_id } = await post('', deal);
    workflow.submitFromPortal(application_id, false);
    const page = await open(narrow);
    await page.goto(`${at.sandbox.url}/back-office/cases/${application_id}`);
    await follow('Follow this deal');
    await page.getByRole('heading', { name: 'Follow Followed Ltd' }).waitFor();
    await page.locator('summary', { hasText: '429' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fault on demand: Any /api: 429').waitFor();
    await page.locator('details[open] pre', { hasText: '"Followed Ltd"' }).waitFor();
    await page.locator('summary', { hasText: 'Attempt 1' }).click();
    await page.locator('details[open] pre', { hasText: '{"status":"success"}' }).waitFor();
    await page.locator('summary', { hasText: 'application.submitted' }).click();
    await check();
    // What comes next comes by itself, and what is open stays open.
    await post(`/${application_id}/persons`, { last_name: 'Ferrer' });
    await page.getByText('/persons 201').waitFor();
    await page.locator('details[open] pre', { hasText: '"Followed Ltd"' }).first().waitFor();
    await press(`Replay application.submitted to ${receiver.url}`);
    await page.getByText('Attempt 2').waitFor();
  });
});
