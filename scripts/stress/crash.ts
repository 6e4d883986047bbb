/**
 * `npm run test:crash [-- cases]`: kills the sandbox with SIGKILL while cases are created, submitted
 * and delivered, starts it again and counts: no accepted case may be missing, no event undelivered.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listen } from '../../testing/listen.ts';

const wanted = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const headers = { authorization: 'Bearer sandbox_key', 'content-type': 'application/json' };

/** Starts `npm start` on free ports. */
async function start() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
    env: { ...process.env, PORT: '0', SMTP_PORT: '0', SANDBOX_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The sandbox did not start.')));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Base URL\s+(\S+)[\s\S]*Mail/.exec(printed)?.[1];
      if (found) resolve(found);
    });
  });
  return { child, url };
}

const seen = new Map<string, number>();
const receiver = await listen(({ content }, response) => {
  const { data } = JSON.parse(content) as { data: { object: { application_id: string } } };
  seen.set(data.object.application_id, (seen.get(data.object.application_id) ?? 0) + 1);
  response.end();
});
const target = `${receiver.url}/`;

let { child, url } = await start();
await fetch(`${url}/api/webhooks`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ url: target, events: ['application.review_updated'] }),
});

const created = new Set<string>();
const submitted = new Set<string>();
let refused = 0;
const onboard = async (index: number) => {
  try {
    const body = JSON.stringify({
      is_draft: true,
      business: { organization_name: `Client ${index}` },
    });
    const answer = await fetch(`${url}/api/applications`, { method: 'POST', headers, body });
    const { application_id } = (await answer.json()) as { application_id: string };
    created.add(application_id);
    const done = await fetch(`${url}/api/applications/${application_id}/submit`, {
      method: 'PUT',
      headers,
    });
    if (done.ok) submitted.add(application_id);
  } catch {
    refused++;
  }
};
const all = Promise.all(Array.from({ length: wanted }, (_, index) => onboard(index)));
while (submitted.size < wanted / 3) await new Promise((resolve) => setTimeout(resolve, 2));
child.kill('SIGKILL');
await all;
const before = seen.size;

({ child, url } = await start());
let missing = 0;
for (const id of created) {
  const answer = await fetch(`${url}/api/applications/${id}`, { headers });
  const found = (await answer.json()) as { is_draft?: boolean };
  if (!answer.ok || (submitted.has(id) && found.is_draft !== false)) missing++;
}
const undelivered = () => [...submitted].filter((id) => !seen.has(id)).length;
const deadline = Date.now() + 120_000;
while (undelivered() && Date.now() < deadline)
  await new Promise((resolve) => setTimeout(resolve, 50));

child.kill('SIGTERM');
receiver.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${wanted} clients at once, killed in the middle: ${created.size} cases accepted, ${submitted.size} submitted, ${refused} refused.
After the restart: ${missing} accepted cases missing, ${undelivered()} events undelivered (${before} had arrived before, ${seen.size} in all).`);
process.exitCode = missing || undelivered() ? 1 : 0;
