/** `npm run push`: what it asks for, and what it says is to be done. Nothing is pushed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { publisherProblems, withPublisher } from '../../scripts/publish/publisher.ts';
import { bundled } from '../support/commands.ts';

function push(args: string[], cwd = '.', env = {}) {
  const script = resolve(bundled('scripts/publish/push.ts'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, SERVICE_DIALECT: '', ...env },
  });
  return { status, text: `${stdout}${stderr}` };
}

describe('the dialect of the push', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'push-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const dialect = (text: string) => writeFileSync(join(folder, 'dialect.json'), text);

  it.each([
    ['nothing', [], undefined, 'Name the service: npm run push -- --service ondorse'],
    ['an unknown service', ['--service', 'acme'], undefined, 'not "acme"'],
    ['two services', ['--service', 'ondorse'], '{"countries":"alpha-2"}', 'is for standard'],
    ['a dialect with an error', [], '{"country":"alpha-2"}', 'country is no key of it'],
  ])('is not guessed: %s', (_, args, text, said) => {
    if (text) dialect(text);
    const result = push(args, folder);
    expect([result.status, result.text]).toEqual([1, expect.stringContaining(said)]);
  });

  it('is not taken from two places', () => {
    const env = { SERVICE_DIALECT: 'standard' };
    expect(push(['--service', 'ondorse'], folder, env).text).toContain('variable SERVICE_DIALECT');
  });
});

it('stops before the push and says what is missing', () => {
  const { status, text } = push(['--service', 'ondorse']);
  expect(status).toBe(1);
  expect(text).toContain('missing: package.json: set publisher.repository');
  expect(text).toContain('Nothing was pushed.');
  // A private integration may have its webhooks entered by hand.
  expect(text).not.toContain('D017');
  expect(text).toContain('for a private integration only');
});

describe('what is to be done next', () => {
  it('is what the pages of the service say of it', () => {
    const { status, text } = push(['--service', 'ondorse', '--dry-run']);
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

  it('has no webhooks by hand where the service registers them', () => {
    const { text } = push(['--service', 'standard', '--dry-run']);
    expect(text).toContain('Base URL of your service');
    expect(text).not.toContain('by hand');
    expect(text).not.toContain('ondorse.co');
  });
});

describe('who publishes', () => {
  const publisher = {
    name: 'Example Ltd',
    email: 'apps@example.com',
    repository: 'https://git.example.com/apps/onboarding',
  };

  it.each([
    ['name', ' '],
    ['email', 'apps'],
    ['repository', 'git.example.com/apps'],
    ['repository', 'https://git.example.com/'],
  ])('needs a %s, and %j is none', (key, value) => {
    const problems = publisherProblems({ ...publisher, [key]: value });
    expect(problems).toEqual([expect.stringContaining(`set publisher.${key}`)]);
  });

  it('is written into every package, once the setting is complete', () => {
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
});
