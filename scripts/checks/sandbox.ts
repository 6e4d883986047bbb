/**
 * `npm run sandbox:test`: packs the sandbox, installs it in an empty folder and uses it there as a
 * team would: a test of its own under `node --test`, and the commands of the tool.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
let failed = 0;
const report = (what: string, problem = '') => {
  console.log(`${problem ? 'REFUSED' : 'ok'}  ${what}`);
  if (!problem) return;
  failed++;
  console.error(problem.slice(-3000));
};
const run = (command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

execFileSync('npm', ['run', '--silent', 'sandbox:build'], { stdio: 'inherit' });
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: 'sandbox',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ filename: string }];
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
const installed = run('npm', ['install', '--no-audit', '--no-fund', `./${packed.filename}`]);
report('Installs in an empty folder', installed.status === 0 ? '' : installed.text);

writeFileSync(
  join(folder, 'onboarding.test.js'),
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from 'compliance-sandbox';

const account = { external_reference: 'unique' };
const seed = { applications: [{ business: { organization_name: 'A', country: 'FRA' } }] };

test('a case is made, seen in the events, and gone after a reset', async () => {
  const sandbox = await createSandbox({ account, seed });
  const call = (body) =>
    fetch(sandbox.url + '/api/applications', {
      method: 'POST',
      headers: { authorization: sandbox.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const body = { person: { last_name: 'Ferrer' }, external_reference: '1' };
  assert.equal((await call(body)).status, 201);
  assert.equal((await call({ business: { organization_name: 'B' }, external_reference: '1' })).status, 409);
  const before = sandbox.events.length;
  sandbox.reset();
  assert.ok(sandbox.events.length < before);
  assert.equal((await call(body)).status, 201);
  await sandbox.close();
});
test('twenty at once do not meet', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => createSandbox()));
  assert.equal(new Set(all.map(({ url }) => url)).size, 20);
  await Promise.all(all.map((sandbox) => sandbox.close()));
});
test('an account that cannot be taken is refused by its fields', async () => {
  await assert.rejects(createSandbox({ account: { colour: 'red' } }), /colour/);
  await assert.rejects(createSandbox({ seed: { applications: [{}] } }), /business/);
});
`,
);
const tested = run(process.execPath, ['--test', 'onboarding.test.js']);
report('A test of its own under node --test', tested.status === 0 ? '' : tested.text);

writeFileSync(
  join(folder, 'measure.js'),
  `import { createSandbox } from 'compliance-sandbox';
const from = performance.now();
const sandbox = await createSandbox();
const ready = performance.now() - from;
const again = performance.now();
sandbox.reset();
console.log('ready in ' + Math.round(ready) + ' ms, reset in ' + (performance.now() - again).toFixed(1) + ' ms');
await sandbox.close();
`,
);
report(`Measured: ${run(process.execPath, ['measure.js']).text.trim()}`);

const bin = join(folder, 'node_modules/.bin/compliance-sandbox');
const receiver = join(folder, 'receiver.js');
writeFileSync(
  receiver,
  `import { createServer } from 'node:http';
createServer((request, response) => response.writeHead(204).end()).listen(4577, '127.0.0.1');
`,
);
writeFileSync(
  join(folder, 'seed.json'),
  JSON.stringify({ applications: [{ business: { organization_name: 'A', country: 'FRA' } }] }),
);
const env = { ...process.env, PORT: '4576', SMTP_PORT: '4578' };
const children = [
  spawn(bin, ['start', '--memory', '--seed', 'seed.json'], { cwd: folder, env }),
  spawn(process.execPath, [receiver], { cwd: folder }),
];
const at = ['--url', 'http://127.0.0.1:4576'];
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
for (let tries = 0; tries < 50; tries++) {
  const health = await fetch('http://127.0.0.1:4576/_sandbox/health').catch(() => undefined);
  if (health?.ok) break;
  await later(100);
}
let heard = '';
const listening = spawn(bin, ['listen', '--forward-to', 'http://127.0.0.1:4577/hook', ...at], {
  cwd: folder,
});
children.push(listening);
listening.stdout.on('data', (chunk) => (heard += String(chunk)));
listening.stderr.on('data', (chunk) => (heard += String(chunk)));
for (let tries = 0; tries < 50 && !heard.includes('Events go'); tries++) await later(100);
const triggered = run(bin, ['trigger', 'collect.opened', ...at]);
for (let tries = 0; tries < 50 && !heard.includes('collect.opened'); tries++) await later(100);
report(
  'start, listen and trigger: the event is handed on and answered',
  /collect\.opened {2}app_\S+ {2}204/.test(heard) ? '' : `${triggered.text}${heard} `,
);
const reset = run(bin, ['reset', ...at]);
const empty = run(bin, ['trigger', 'collect.opened', ...at]);
report('reset empties it', /no case yet/.test(empty.text) ? '' : `${reset.text}${empty.text} `);
for (const child of children) child.kill();
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
