/** The sandbox, killed while clients submit: no accepted case and no event is missing afterwards. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { all } from '../../../test/support/amount.ts';
import { listen } from '../../../zapier/local/listen.ts';
import { startProcess } from '../../../scripts/process.ts';
import { bundled } from '../../../test/support/commands.ts';
import { until } from '../../../zapier/local/until.ts';

const clients = 300;
const headers = { authorization: 'sandbox_key', 'content-type': 'application/json' };

const start = (folder: string) =>
  startProcess(process.execPath, [bundled('packages/sandbox/main.ts')], /Open this[\s\S]*Mail/, {
    env: { SANDBOX_FOLDER: folder },
  });

/** Creates and submits a case, and notes which of the two requests was accepted. */
async function onboard(url: string, index: number, created: Set<string>, submitted: Set<string>) {
  const body = JSON.stringify({ is_draft: true, business: { organization_name: `C ${index}` } });
  const answer = await fetch(`${url}/api/applications`, { method: 'POST', headers, body });
  const { application_id: id } = (await answer.json()) as { application_id: string };
  created.add(id);
  const path = `${url}/api/applications/${id}/submit`;
  if ((await fetch(path, { method: 'PUT', headers })).ok) submitted.add(id);
}

// Two whole processes and hundreds of requests: TESTS=all, as in .ci/run.
(all ? it : it.skip)(
  'loses nothing by SIGKILL',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crash-'));
    const events = new Set<string>();
    const receiver = await listen(({ content }, response) => {
      const { data } = JSON.parse(content) as { data: { object: { application_id: string } } };
      events.add(data.object.application_id);
      response.end();
    });
    let sandbox = await start(folder);
    const hook = { url: `${receiver.url}/`, events: ['application.review_updated'] };
    const body = JSON.stringify(hook);
    await fetch(`${sandbox.url}/api/webhooks`, { method: 'POST', headers, body });
    const [created, submitted] = [new Set<string>(), new Set<string>()];
    let refused = 0;
    const requests = Array.from({ length: clients }, (_, index) =>
      onboard(sandbox.url, index, created, submitted).catch(() => refused++),
    );
    await until('a third of the clients', () => submitted.size >= clients / 3, { seconds: 60 });
    await sandbox.end('SIGKILL');
    await Promise.all(requests);
    expect(refused).toBeGreaterThan(0);

    sandbox = await start(folder);
    for (const id of created) {
      const answer = await fetch(`${sandbox.url}/api/applications/${id}`, { headers });
      const found = (await answer.json()) as { application_id: string; is_draft: boolean };
      expect(found.application_id).toBe(id);
      if (submitted.has(id)) expect(found.is_draft).toBe(false);
    }
    const arrived = () => [...submitted].every((id) => events.has(id));
    await until('all events', arrived, { seconds: 120 });
    await sandbox.end();
    receiver.close();
  },
  240_000,
);
