/** The commands before a push: what stops them, and what is to be done next. Nothing is pushed. */
import { spawnSync } from 'node:child_process';

import { withPublisher } from '../../scripts/publish/publisher.ts';
import { bundled } from '../support/commands.ts';

function run(command: 'build' | 'deploy-check' | 'push', args: string[] = [], env = {}) {
  const script = bundled(`scripts/publish/${command}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, SERVICE_DIALECT: '', ...env },
  });
  return { status, text: `${stdout}${stderr}` };
}

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
  ['deploy-check', { ...wrongSettings, ...wrongDialect }, [...ofSettings, ofDialect]],
] as const)('%s ends with 1 and names what is wrong: %j', (command, env, said) => {
  const { status, text } = run(command, [], env);
  expect(status).toBe(1);
  for (const message of said) expect(text).toContain(message);
  expect(text).not.toMatch(/\bat \S+ \(/);
});

it('push stops and says what is missing', () => {
  const { status, text } = run('push', ['--service', 'ondorse']);
  expect(status).toBe(1);
  expect(text).toContain('missing: package.json: set publisher.repository');
  expect(text).toContain('Nothing was pushed.');
  // A private integration may have its webhooks entered by hand.
  expect(text).not.toContain('D017');
  expect(text).toContain('in a private integration only');
});

it('push says what to do next, as the pages of the service have it', () => {
  const { status, text } = run('push', ['--service', 'ondorse', '--dry-run']);
  expect(status).toBe(0);
  for (const said of [
    'https://app.ondorse.co',
    'https://collect.ondorse.co',
    'application.submitted',
    'application.review_updated',
    'application.status_updated',
    'collect.opened',
    'webhooks.test',
    'API field name',
    'no two Zaps can share',
    'test-1',
  ])
    expect(text).toContain(said);
});

it('who publishes is written into every package, once the setting is complete', () => {
  const publisher = {
    name: 'Example Ltd',
    email: 'apps@example.com',
    repository: 'https://git.example.com/apps/onboarding',
  };
  const manifest = { name: 'nodes', author: 'before' };
  expect(withPublisher(manifest, { ...publisher, name: '' }, 'n8n')).toBe(manifest);
  expect(withPublisher(manifest, publisher, 'n8n')).toEqual({
    name: 'nodes',
    homepage: 'https://git.example.com/apps/onboarding',
    author: { name: 'Example Ltd', email: 'apps@example.com' },
    repository: {
      type: 'git',
      url: 'git+https://git.example.com/apps/onboarding.git',
      directory: 'n8n',
    },
  });
});
