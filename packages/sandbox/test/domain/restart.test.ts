/** What outlives a restart: work that was under way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSandbox, type Sandbox } from '../../server.tsx';
import { listen } from '../../../../test/support/listen.ts';
import { until } from '../../../../test/support/until.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restart-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const get = async ({ url, apiKey }: Sandbox, path: string, key = apiKey) => {
  const answer = await fetch(url + path, { headers: { authorization: key } });
  return { status: answer.status, body: (await answer.json()) as any };
};

it('goes on with a delivery where its retries stood, and sends nothing twice that was taken', async () => {
  const got: string[] = [];
  let status = 200;
  const receiver = await listen(({ headers }, response) => {
    got.push(String(headers['webhook-id']));
    response.writeHead(status).end();
  });
  const before = await createSandbox({ folder });
  const { subscriptions, workflow, outbox } = before.services;
  subscriptions.add('main', { url: receiver.url, events: ['application.review_updated'] });
  const add = () => workflow.create('main', { business: { organization_name: 'A' } }, 'API');
  add();
  await until('a delivery', () => outbox.waiting() === 0);
  status = 500;
  add();
  await until('an attempt', () => outbox.latest(1)[0]?.attempts === 1);
  const { next_at } = outbox.latest(1)[0]!;
  await before.close();

  status = 200;
  const after = await createSandbox({ folder });
  const only = () => after.services.outbox.latest(1)[0]!;
  expect(only()).toMatchObject({ state: 'pending', attempts: 1, next_at });
  await fetch(`${after.url}/_sandbox/clock`, {
    method: 'POST',
    body: JSON.stringify({ seconds: 15 }),
  });
  await until('the second attempt', () => only().state === 'delivered');
  expect([got.length, new Set(got).size]).toEqual([3, 2]);
  await after.close();
  receiver.close();
});

it('brings in what the registry was asked for before the sandbox ended', async () => {
  const before = await createSandbox({ folder });
  const business = {
    organization_name: 'Lumen Studio SAS',
    country: 'FR',
    registration_number: '552100554',
  };
  const { application_id } = before.services.cases.create('main', { business }, 'API');
  before.services.enrichment.enrich('main', application_id);
  await before.close();
  const persons = async (sandbox: Sandbox) =>
    (await get(sandbox, `/api/applications/${application_id}/persons`)).body as object[];
  const after = await createSandbox({ folder });
  const count = (
    await until('officers', async () => {
      const found = await persons(after);
      return found.length > 0 && found;
    })
  ).length;
  await after.close();
  const third = await createSandbox({ folder });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await persons(third)).toHaveLength(count);
  await third.close();
});

it.each(['', 'Bearer ', 'Token ', 'ApiKey ', 'Key  '])(
  'takes the key behind the scheme “%s”, and no wrong one',
  async (scheme) => {
    const sandbox = await createSandbox();
    const path = '/api/custom_fields';
    expect((await get(sandbox, path, scheme + sandbox.apiKey)).status).toBe(200);
    expect((await get(sandbox, path, `${scheme}other`)).status).toBe(401);
    await sandbox.close();
  },
);

it('fails in its automatic part where the name asks for it, and waits for a reviewer', async () => {
  const sandbox = await createSandbox();
  const { workflow } = sandbox.services;
  const business = { organization_name: 'Autofail Ltd', country: 'GB' };
  const made = workflow.create('main', { business, is_draft: true }, 'API');
  expect(made.status_execution).toBe('waiting_for_user_input');
  expect(workflow.submit('main', made.application_id, 'API')).toMatchObject({
    status_execution: 'failed',
    status_review: 'in_review',
    risk_level: -1,
    risk_score: null,
  });
  await sandbox.close();
});
