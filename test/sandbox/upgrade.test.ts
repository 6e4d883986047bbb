/** What outlives a restart: folders of earlier versions, and work that was under way. */
import Database from 'libsql';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { until } from '../../testing/until.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = (work: (db: Database.Database) => void) => {
  const db = new Database(join(folder, 'sandbox.db'));
  work(db);
  db.close();
};
const get = async ({ url, apiKey }: Sandbox, path: string, key = apiKey) => {
  const answer = await fetch(url + path, { headers: { authorization: key } });
  return { status: answer.status, body: (await answer.json()) as any };
};

it('brings a folder of version 1.1.0 up to date, with all that is in it', async () => {
  // What that version wrote: its tables, and a case with a person, a document and a portal.
  database((db) => db.exec(readFileSync('test/sandbox/folder-1.1.0.sql', 'utf8')));
  const sandbox = await createSandbox({ folder });
  const { status, body } = await get(sandbox, '/api/applications/app_old');
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      id: 'app_old',
      application_id: 'app_old',
      status_execution: 'waiting_for_user_input',
      persons: [
        expect.objectContaining({ id: 'per_old', given_names: 'Ines', last_name: 'Ferrer' }),
      ],
      documents: [expect.objectContaining({ id: 'doc_old', validity: 'unset' })],
      portals: { link: `${sandbox.url}/portals/old-token` },
    }),
  ]);
  const page = await (await fetch(`${sandbox.url}/portals/old-token`)).text();
  expect(page).toContain('Lumen Studio SAS');
  const office = await (await fetch(`${sandbox.url}/back-office/cases/app_old`)).text();
  expect(office).toContain('Created as draft');
  expect(sandbox.services.outbox.latest(5)).toMatchObject([{ event_id: 'evt_old' }]);
  await sandbox.close();
});

it('refuses a folder of a newer version, says why, and leaves it as it is', async () => {
  await (await createSandbox({ folder })).close();
  const newer = 99;
  database((db) => db.exec(`pragma user_version = ${newer}`));
  await expect(createSandbox({ folder })).rejects.toThrow(/newer version of the sandbox/);
  database((db) =>
    expect(db.prepare('pragma user_version').get()).toMatchObject({ user_version: newer }),
  );
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
