/**
 * `npm run n8n:demo`: a real n8n runs the workflows of n8n/workflows against the sandbox. One
 * execution takes a deal to its decision; a second workflow, started by the service's event, hands
 * the decision of another case to the CRM. Needs n8n, see docs/n8n.md; N8N_PATH says where it is.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort, listen } from '../testing/listen.ts';
import { createSandbox } from '../sandbox/server.tsx';

const n8n = process.env.N8N_PATH ?? 'n8n';
const { status, stdout } = spawnSync(n8n, ['--version'], { encoding: 'utf8' });
if (status !== 0) {
  console.error(
    'No n8n found. Install one as docs/n8n.md describes, and set N8N_PATH to its command (…/node_modules/.bin/n8n).',
  );
  process.exit(1);
}
console.log(`n8n ${stdout.trim()}`);

const folder = mkdtempSync(join(tmpdir(), 'n8n-demo-'));
const packaged = join(folder, '.n8n/nodes/node_modules/n8n-nodes-compliance-onboarding');
mkdirSync(packaged, { recursive: true });
cpSync('n8n/dist', join(packaged, 'dist'), { recursive: true });
cpSync('n8n/package.json', join(packaged, 'package.json'));

const port = await freePort();
const env = {
  ...process.env,
  N8N_USER_FOLDER: folder,
  N8N_ENCRYPTION_KEY: 'only for this demo',
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_RUNNERS_BROKER_PORT: String(await freePort()),
  // The engine it had before: the newer one needs a package that compiles itself.
  N8N_EXPRESSION_ENGINE: 'legacy',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
  WEBHOOK_URL: `http://127.0.0.1:${port}/`,
};
const cli = async (...args: string[]) =>
  (await promisify(execFile)(n8n, args, { env, maxBuffer: 1e8 })).stdout;

const sandbox = await createSandbox();
const decided: { deal?: string; decision?: string }[] = [];
const crm = await listen(({ content }, response) => {
  decided.push(JSON.parse(content) as object);
  response.end('{}');
});

writeFileSync(
  join(folder, 'credential.json'),
  JSON.stringify([
    {
      id: 'complianceOnboarding',
      name: 'Compliance Onboarding',
      type: 'complianceOnboardingApi',
      data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, webhookSecret: '' },
    },
  ]),
);
await cli('import:credentials', `--input=${join(folder, 'credential.json')}`);
for (const name of ['demo', 'decision-to-deal']) {
  const text = readFileSync(`n8n/workflows/${name}.json`, 'utf8');
  writeFileSync(join(folder, `${name}.json`), text.replace('https://crm.example', crm.url));
  await cli('import:workflow', `--input=${join(folder, `${name}.json`)}`);
}

let failed = false;
const check = (what: string, isGood: boolean) => {
  console.log(`${isGood ? 'ok' : 'WRONG'}  ${what}`);
  failed ||= !isGood;
};
const { cases, subscriptions, workflow } = sandbox.services;

await cli('execute', '--id=coDemo');
const [made] = cases.list({}, 1);
check(
  `Deal to decision: case ${made?.application_id} for ${made?.external_reference} is ${made?.status_review}`,
  made?.external_reference === 'deal-10482' && made.status_review === 'approved',
);

await cli('update:workflow', '--id=coDecisionToDeal', '--active=true');
const server = spawn(n8n, ['start'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
/** Waits, at most two minutes. */
async function until(ready: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600 && !ready(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return ready();
}
const isRegistered = await until(() => subscriptions.list('main', 1).length > 0);
check('The trigger registered its webhook', isRegistered);
const body = {
  business: { organization_name: 'Harbour & Pine Ltd' },
  external_reference: 'deal-2',
};
const { application_id } = workflow.create('main', body, 'API');
workflow.decide('main', application_id, { status: 'rejected' }, 'Reviewer');
await until(() => decided.length > 0);
check(
  `Decision back to the deal: ${JSON.stringify(decided)}`,
  decided.length === 1 && decided[0]!.deal === 'deal-2' && decided[0]!.decision === 'rejected',
);

server.kill();
await new Promise((resolve) => server.once('exit', resolve));
crm.close();
await sandbox.close();
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
