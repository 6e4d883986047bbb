/**
 * `npm run check -- sandbox`: packs the sandbox, installs it in an empty folder and uses it as a team
 * would: in tests with `node --test`, Jest and Vitest, from TypeScript, with the lines of its
 * README and of the guide, and with its command. tools/runners contains Vitest.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { freePort } from '../../zapier/local/listen.ts';
import { startProcess, type Process } from '../process.ts';
import { report } from './report.ts';
import { installTools } from '../../tools/install.mjs';
import { installPacked, must, run } from './run.ts';

const tools = 'tools/runners';
/** The folder of the installation and its command. */
const cwd = mkdtempSync(join(tmpdir(), 'sandbox-'));
const bin = join(cwd, 'node_modules/.bin/compliance-sandbox');
const tool = (args: string[]) => run(bin, args, { cwd });

const write = (name: string, content: string) => writeFileSync(join(cwd, name), content);

/** A page, and its first block of a kind. */
const pageOf = (path: string) => {
  const page = readFileSync(path, 'utf8');
  return (kind: string) => page.split(`\`\`\`${kind}\n`)[1]?.split('```')[0] ?? '';
};
const readme = pageOf('packages/sandbox/README.md');

const asModule = `import assert from 'node:assert/strict';
import { createSandbox } from 'compliance-sandbox';
`;
const asCommonJs = `const assert = require('node:assert/strict');
const { createSandbox } = require('compliance-sandbox');
`;
/** The same tests for each runner. */
const tests = `
const account = { external_reference: 'unique', custom_fields: [{ name: 'tier' }] };
const seed = { applications: [{ business: { organization_name: 'A', country: 'FRA' } }] };
const call = (sandbox, path, body) =>
  fetch(sandbox.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: sandbox.apiKey, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

test('a case is made, seen in the events, and gone after a reset', async () => {
  const sandbox = await createSandbox({ account, seed });
  const body = { person: { last_name: 'Ferrer' }, external_reference: '1' };
  assert.equal((await call(sandbox, '/api/applications', body)).status, 201);
  const other = { business: { organization_name: 'B' }, external_reference: '1' };
  assert.equal((await call(sandbox, '/api/applications', other)).status, 409);
  const before = sandbox.events.length;
  sandbox.reset();
  assert.ok(sandbox.events.length < before);
  assert.equal((await call(sandbox, '/api/applications', body)).status, 201);
  await sandbox.close();
});
test('a reset from outside brings back the account that was given', async () => {
  const sandbox = await createSandbox({ account });
  await fetch(sandbox.url + '/_sandbox/reset', { method: 'POST' });
  const [field] = await (await call(sandbox, '/api/custom_fields')).json();
  assert.equal(field.name, 'tier');
  await sandbox.close();
});
test('twenty at once do not meet', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => createSandbox()));
  assert.equal(new Set(all.map(({ url }) => url)).size, 20);
  await Promise.all(all.map((sandbox) => sandbox.close()));
});
test('what there is not is answered with what there is', async () => {
  await assert.rejects(createSandbox({ seed: 'show' }), /"show".* empty, showcase, /);
  await assert.rejects(createSandbox({ seeds: 'showcase' }), /no option seeds.* port, seed, account/);
  await assert.rejects(createSandbox({ port: 'a' }), /'a'.* 0 to 65535/);
  const sandbox = await createSandbox();
  const wrong = { url: 'http://127.0.0.1:9', events: ['case.made'] };
  const answer = await call(sandbox, '/api/webhooks', wrong);
  assert.match(await answer.text(), /must be one of .*application.submitted/);
  await sandbox.close();
});
test('documents of a seed are read, pages and a file are sent', async () => {
  const sandbox = await createSandbox({ seed: 'showcase' });
  assert.equal((await fetch(sandbox.url + '/assets/style.css')).status, 200);
  const body = new FormData();
  body.append('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf');
  const headers = { authorization: sandbox.apiKey };
  const sent = await fetch(sandbox.url + '/api/files', { method: 'POST', headers, body });
  assert.equal(sent.status, 201);
  await sandbox.close();
});
test('it is closed where its block ends', async () => {
  const sandbox = await createSandbox();
  await sandbox[Symbol.asyncDispose]();
  await assert.rejects(fetch(sandbox.url));
});
`;

/** A consumer in TypeScript. It also checks that errors are errors. */
const consumer = `import { createSandbox, type Account, type Sandbox } from 'compliance-sandbox';

const account: Account = {
  country_codes: 'alpha-2',
  custom_fields: [{ name: 'plan', type: 'dropdown_single', accepted_values: ['A'] }],
  expected_documents: [{ name: 'Statutes', attached_to: 'APPLICATION_BUSINESS' }],
  portal: { name: 'Ours', color: '#1f5fbf' },
};
const sandbox: Sandbox = await createSandbox({ account, seed: 'showcase' });
const id: string | undefined = sandbox.events[0]?.data.object.application_id;
sandbox.reset();
await sandbox.close();
// @ts-expect-error A misspelt part.
await createSandbox({ account: { custom_field: [] } });
// @ts-expect-error A kind that there is not.
await createSandbox({ account: { custom_fields: [{ name: 'a', type: 'txt' }] } });
// @ts-expect-error The events are read only.
sandbox.events = [];
export { id };
`;

/** Runs the tests under each runner. They can find the package only in this folder. */
function runners() {
  const node = process.execPath;
  const options = { cwd, timeout: 120_000 };
  write('node.test.js', `import { test } from 'node:test';\n${asModule}${tests}`);
  write('readme.test.js', readme('js'));
  const files = ['node.test.js', 'readme.test.js'];
  must('Tests under node --test', node, ['--test', ...files], options);
  write('jest.test.cjs', asCommonJs + tests);
  write('readme.test.cjs', readme('cjs'));
  const jest = [resolve('node_modules/jest/bin/jest.js'), '--rootDir', cwd, 'test.cjs'];
  must('Tests under Jest, with no flag', node, jest, options);
  write('globals.test.js', asModule + tests);
  const vitest = [resolve(tools, 'node_modules/vitest/vitest.mjs'), 'run', '--root', cwd];
  must('Tests under Vitest', node, [...vitest, '--globals', 'globals.test.js'], options);
}

/** Compiles a consumer. `await using` lets the process end. */
function types() {
  write('consumer.ts', consumer);
  write('readme.ts', readme('ts'));
  const options = '--strict --module nodenext --target es2022'.split(' ');
  const args = [resolve('node_modules/typescript/bin/tsc'), ...options, 'consumer.ts', 'readme.ts'];
  must('Types, from a strict consumer', process.execPath, args, { cwd });
  must('await using closes it', process.execPath, ['readme.js'], { cwd, timeout: 30_000 });
}

/** Sandboxes to end. */
const running: Process[] = [];

/** Asks for the custom fields, with a key. */
const fieldsAt = (url: string, authorization: string) =>
  fetch(`${url}/api/custom_fields`, { headers: { authorization } });

/** Runs the tool until it prints the awaited text. */
async function started(args: string[], awaited = /Open this/): Promise<Process> {
  const one = await startProcess(bin, args, awaited, { cwd });
  running.push(one);
  return one;
}

/** Checks the workflow's lines that start it for a job, and a later step that uses it. */
async function workflow() {
  const steps = [...readme('yaml').matchAll(/- run: (.*)/g)].map(([, line]) => line!);
  const port = await freePort();
  const lines = steps
    .filter((line) => line !== 'npm ci')
    .map((line) => line.replaceAll('4010', String(port)));
  write(
    'reach.js',
    `const { SERVICE_BASE_URL, SERVICE_API_KEY: authorization } = process.env;
const answer = await fetch(SERVICE_BASE_URL + '/api/custom_fields', { headers: { authorization } });
console.log(answer.ok ? 'Reached' : '');
`,
  );
  // The runner ends remaining processes at the end of a job.
  const script = ['set -em', "trap 'kill -- -$!' EXIT", ...lines].join('\n');
  const env = { ...process.env, PORT: String(port), SMTP_PORT: '0' };
  const { text } = run('bash', ['-c', script], { cwd, env, timeout: 60_000 });
  report('The workflow of the README', steps.length === 4 && /^Reached$/m.test(text), text);
}

/** Runs the image's command and its health check without Docker. */
async function image() {
  const dockerfile = readFileSync('packages/sandbox/Dockerfile', 'utf8');
  const argumentsOf = (instruction: string) => {
    const [, list] = new RegExp(`^${instruction}.*?(\\[.*)$`, 'm').exec(dockerfile) ?? [];
    return (JSON.parse(list ?? '[]') as string[]).slice(1);
  };
  const [path, ...args] = argumentsOf('ENTRYPOINT');
  const port = String(await freePort());
  const env = {
    PORT: port,
    SANDBOX_FOLDER: join(cwd, 'data'),
    SANDBOX_HOST: '0.0.0.0',
    SANDBOX_PASSWORD: 'secret',
    SANDBOX_URL: 'https://sandbox.example',
  };
  const isHealthy = () =>
    run(process.execPath, argumentsOf('HEALTHCHECK'), { env: { ...process.env, ...env } }).isGood;
  const early = isHealthy();
  const main = join(cwd, 'node_modules/compliance-sandbox', path ?? '');
  const one = await startProcess(process.execPath, [main, ...args], /Open this[\s\S]*Mail/, {
    cwd,
    env,
  });
  running.push(one);
  report('The health check of the image', !early && isHealthy(), one.said());
  const named = /Open this +https:\/\/sandbox\.example\n[^]*API key +(\S+)/.exec(one.said());
  const takes = async (key = '') => (await fieldsAt(`http://127.0.0.1:${port}`, key)).ok;
  const isNamed = (await takes(named?.[1])) && !(await takes('sandbox_key'));
  report('The command of the image, with its public address and its key', isNamed, one.said());
}

/** Checks the account file of the guide and its command. */
async function guide() {
  const block = pageOf('docs/sandbox.md');
  write('account.json', block('json'));
  const [command] = block('console')
    .split('\n')
    .filter((line) => line.startsWith('npm start -- '));
  const [, , , ...args] = (command ?? '').split(' ');
  const { url, said } = await started([...args, '--memory']);
  const names = (await (await fieldsAt(url, 'sandbox_key')).json()) as { name: string }[];
  const { custom_fields } = JSON.parse(block('json')) as { custom_fields: { name: string }[] };
  const same = names[0]?.name === custom_fields[0]!.name;
  report("The guide's command, with its account file", Boolean(command) && same, said());
}

/** Checks the help of the tool, and what it refuses. */
function refusals() {
  const help = tool(['--help']);
  report('--help', help.isGood && /--account FILE/.test(help.text), help.text);
  const other = tool(['start']);
  report('Another argument is answered with the options', other.code === 1, other.text);
  write('wrong.json', '{\n "custom_fields": [{ "name": plan }]\n}');
  const wrong = tool(['--memory', '--account', 'wrong.json']);
  const isNamed = wrong.code === 1 && /wrong\.json.*not JSON/s.test(wrong.text);
  report('A wrong account file is refused by its name', isNamed, wrong.text);
}

installTools(tools);
try {
  installPacked('sandbox', cwd, { type: 'module', scripts: { test: 'node reach.js' } });
  runners();
  types();
  await guide();
  await workflow();
  await image();
  refusals();
} finally {
  for (const one of running) await one.end();
  rmSync(cwd, { recursive: true });
}
process.exit();
