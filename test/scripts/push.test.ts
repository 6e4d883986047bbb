/** `npm run push`: what it asks for, and what it says is to be done. Nothing is pushed. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { withPublisher } from '../../scripts/publish/publisher.ts';
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
});

describe('who publishes', () => {
  const publisher = {
    name: 'Example Ltd',
    email: 'apps@example.com',
    repository: 'https://git.example.com/apps/onboarding',
  };

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
