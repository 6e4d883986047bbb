/**
 * The commands before a push and before a package is published: what stops them, and what comes next.
 * Nothing is pushed. No text installs a package that anyone could register.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { trackedFiles } from '../../scripts/checks/run.ts';
import { publishedManifest, publishedPage, serverEntry } from '../../scripts/publish/staging.ts';
import { bundled } from '../support/commands.ts';
import { forZapier, publisherProblems } from '../../scripts/publish/publisher.ts';
import { examplePublisher } from '../../scripts/publish/example-publisher.ts';
import { unownedInstalls } from './unowned-installs.ts';

const isOwn = (path: string) => !path.includes('node_modules');

function runNode(args: string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, SERVICE_DIALECT: '', ...env },
  });
  return { status, text: `${stdout}${stderr}` };
}
const run = (command: 'build' | 'push', args: string[] = [], env = {}) =>
  runNode([bundled(`scripts/publish/${command}.ts`), ...args], env);

const wrongSettings = { SERVICE_STEP_SECONDS: '25s', SERVICE_MEMORY: 'false' };
const wrongDialect = { SERVICE_DIALECT: '{"extends":"ondorse","countries":"ISO"}' };
const ofSettings = [
  'The setting SERVICE_STEP_SECONDS is "25s": it takes a number of seconds',
  'The setting SERVICE_MEMORY is "false": it takes "on" or "off".',
];
const ofDialect = 'The dialect cannot be read: countries takes alpha-3 or alpha-2.';

it.each([
  ['build', wrongSettings, ofSettings],
  ['build', wrongDialect, [ofDialect]],
  ['push', wrongDialect, ['Nothing was pushed.', ofDialect]],
] as const)('%s ends with 1 and names what is wrong: %j', (command, env, said) => {
  const { status, text } = run(command, [], env);
  expect(status).toBe(1);
  for (const message of said) expect(text).toContain(message);
  expect(text).not.toMatch(/\bat \S+ \(/);
});

it('names each part of the publisher that is missing', () => {
  const nobody = { name: '', email: '', repository: '', scope: '' };
  const said = (parts?: typeof forZapier) => publisherProblems(nobody, parts).join('\n');
  for (const part of forZapier) expect(said(forZapier)).toContain(`set publisher.${part} to `);
  expect(said(forZapier)).not.toContain('scope');
  expect(said()).toContain('package.json: set publisher.scope to ');
  expect(publisherProblems(examplePublisher)).toEqual([]);
});

it('a push without a service builds nothing', () => {
  // A copy of the repository has no dialect.json, which this one may have.
  const copy = mkdtempSync(join(tmpdir(), 'push-'));
  cpSync('package.json', join(copy, 'package.json'));
  cpSync('tools', join(copy, 'tools'), { recursive: true, filter: isOwn });
  const { status, text } = runNode([join(copy, 'tools/zapier.mjs'), 'push']);
  rmSync(copy, { recursive: true });
  expect(status).toBe(1);
  expect(text).toContain('npm run push -- --service ondorse');
});

it.each([
  [['build'], 'npm run zapier -- build'],
  [['push', '--skip-dep-install'], 'npm run push -- --service ondorse'],
])("Zapier's CLI itself, called with %j, says what to run instead", (args, said) => {
  const hook = bundled('scripts/publish/cli-build.ts');
  const cli = `require('child_process').execFileSync(process.execPath, ['${hook}'], { stdio: 'inherit' })`;
  const { status, text } = runNode(['-e', cli, 'zapier-platform', ...args]);
  expect(status).toBe(1);
  expect(text).toContain(said);
});

describe('a published package', () => {
  const name = '@example/compliance-onboarding-mcp';

  it('has the names of its publisher', () => {
    expect(publishedManifest('mcp', examplePublisher)).toMatchObject({
      name,
      mcpName: 'io.github.example/compliance-onboarding-mcp',
      homepage: 'https://github.com/example/onboarding',
      author: { name: 'Example Ltd', email: 'apps@example.com' },
      repository: {
        type: 'git',
        url: 'git+https://github.com/example/onboarding.git',
        directory: 'packages/mcp',
      },
    });
    expect(serverEntry(examplePublisher)).toMatchObject({
      name: 'io.github.example/compliance-onboarding-mcp',
      packages: [{ identifier: name }],
    });
    const elsewhere = { ...examplePublisher, repository: 'https://git.example.com/onboarding' };
    expect(serverEntry(elsewhere)).toBeUndefined();
  });

  it('is installed by its name in its publisher’s scope alone', () => {
    const pages = (['mcp', 'n8n', 'sandbox'] as const).map((one) =>
      publishedPage(one, examplePublisher),
    );
    expect(pages.flatMap((page) => unownedInstalls(page))).toEqual([]);
    const [mcp, n8n, sandbox] = pages;
    expect(mcp).toContain(`"-y",\n        "${name}"`);
    expect(mcp).not.toContain('/path/to/clone');
    expect(n8n).toContain('_Install_, `@example/n8n-nodes-compliance-onboarding`');
    expect(sandbox).toContain('npm install --save-dev --save-exact @example/compliance-sandbox');
    expect(sandbox).toContain("from '@example/compliance-sandbox'");
  });
});

describe('pages and manifests of the repository', () => {
  const files = trackedFiles().filter(
    (path) =>
      /\.(md|json|ya?ml|txt|tsx?|mjs)$|Dockerfile$/.test(path) && !path.endsWith('lock.json'),
  );
  // This file has the wrong texts of the next test.
  const pages = files.filter((path) => path !== 'test/scripts/publish.test.ts');

  it('install nothing by a name that anyone could register', () =>
    expect(
      pages.flatMap((path) =>
        unownedInstalls(readFileSync(path, 'utf8')).map((found) => `${path}: ${found}`),
      ),
    ).toEqual([]));

  it('leave names, home page and author to the publisher', () => {
    const manifests = files.filter((path) =>
      /^packages\/[^/]+\/(package|manifest|server)\.json$/.test(path),
    );
    expect(manifests.length).toBeGreaterThan(4);
    const owned = ['author', 'homepage', 'repository', 'mcpName', 'bugs', 'funding'];
    for (const path of manifests) {
      const keys = Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object);
      expect([path, keys.filter((key) => owned.includes(key))]).toEqual([path, []]);
    }
  });
});

const npx = { command: 'npx', args: ['-y', 'compliance-onboarding-mcp'] };
it.each([
  'npx -y compliance-onboarding-mcp --allow write',
  'npx compliance-sandbox start',
  'npm install --save-dev compliance-sandbox',
  'npm i compliance-sandbox@1.0.0',
  'pnpm add n8n-nodes-compliance-onboarding',
  'yarn add --dev compliance-sandbox',
  'RUN npm install --global compliance-onboarding-mcp',
  'Choose _Install_ and enter `n8n-nodes-compliance-onboarding-self-hosted`.',
  JSON.stringify({ mcpServers: { it: npx } }, null, 2),
  '{ "registryType": "npm", "identifier": "compliance-onboarding-mcp" }',
  '{ "devDependencies": { "compliance-sandbox": "^1.0.0" } }',
  'https://www.npmjs.com/package/compliance-sandbox',
  'https://github.com/compliance-onboarding/zapier',
  'docker pull ghcr.io/compliance-onboarding/sandbox',
  'io.github.compliance-onboarding/compliance-onboarding-mcp',
])('notices %s', (text) => expect(unownedInstalls(text)).not.toEqual([]));
