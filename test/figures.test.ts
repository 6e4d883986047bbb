/** Figures and limits that the pages promise, where nothing else would notice another one. */
import { readFileSync } from 'node:fs';

import { readInstallation, settings } from '../client/settings.ts';
import { delayAfter, stateAfter } from '../packages/sandbox/domain/retries.ts';
import { halted, openCore } from './support/core.ts';

const { service, memory, perform } = openCore();
afterEach(() => {
  vi.restoreAllMocks();
  delete process.env.SERVICE_STEP_SECONDS;
});

it.each([
  ['one long text', [{ msg: 'x'.repeat(6000) }]],
  ['many texts', Array.from({ length: 50 }, (_, more) => ({ msg: 'y'.repeat(300 + more) }))],
])(
  'shows at most 500 characters of the service’s own words: %s (client/errors.ts)',
  async (_, detail) => {
    service.serve({ 'GET .*': [422, { detail }] });
    const message = await halted(perform('find_case', { application_id: 'app-1' }));
    const [shown] = /(x|y)[xy; .]*…/.exec(message)!;
    expect(shown.length).toBeGreaterThan(400);
    expect(shown.length).toBeLessThanOrEqual(502);
  },
);

it.each(['/api/applications/app-1#note', '/#/api'])(
  'refuses the path %s in API Request, as nothing behind # would be sent (client/api-request.ts)',
  async (path) => {
    expect(await halted(perform('call_api', { method: 'GET', path }))).toContain('Path must start');
    expect(service.requests).toEqual([]);
  },
);

describe('a claim (whileRunning in client/once.ts)', () => {
  it.each([undefined, '55'])(
    'outlasts the step that made it (SERVICE_STEP_SECONDS=%s)',
    async (given) => {
      if (given) process.env.SERVICE_STEP_SECONDS = given;
      service.serve({ 'POST /api/applications': [201, { id: 'app_1' }] });
      const claim = vi.spyOn(memory.store, 'claim');
      await perform('create_case', { subject: 'person', last_name: 'A', external_reference: 'r' });
      const [[, , seconds]] = claim.mock.calls as [[string, unknown, number]];
      expect(seconds).toBeGreaterThan(readInstallation(process.env).stepSeconds);
    },
  );

  it('is no shorter than the longest step a setting allows', () => {
    const [env] = settings.stepSeconds;
    process.env[env] = '56';
    expect(() => readInstallation(process.env).stepSeconds).toThrow(/to 55, without a unit/);
  });
});

describe('deliveries of the sandbox, as docs/sandbox.md promises them (packages/sandbox/domain/retries.ts)', () => {
  const pinned = (chance: number) => vi.spyOn(Math, 'random').mockReturnValue(chance);

  it('come up to 16 times', () => {
    expect(readFileSync('docs/sandbox.md', 'utf8')).toContain('up to 16 attempts');
    expect(stateAfter(15, 500)).toBe('pending');
    expect(stateAfter(16, 500)).toBe('failed');
    expect(stateAfter(16, 200)).toBe('delivered');
  });

  it('wait 10, 20, 40 s and so on, at most 4 h', () => {
    pinned(0.5);
    const delays = Array.from({ length: 15 }, (_, index) => delayAfter(index + 1) / 1000);
    expect(delays.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(Math.max(...delays)).toBe(4 * 3600);
  });

  it('vary by a fifth, so that a receiver that comes back is not hit by all at once', () => {
    pinned(0);
    const least = delayAfter(1);
    pinned(0.999_999);
    expect([least, Math.round(delayAfter(1))]).toEqual([8000, 12_000]);
  });
});

it.each([
  'packages/n8n/package.json',
  'packages/mcp/package.json',
  'packages/mcp/server.json',
  'packages/mcp/manifest.json',
  'packages/sandbox/package.json',
  'docs/openapi.json',
])('the version in %s is that of the app', (path) => {
  const read = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')) as { version?: string; info?: { version: string } };
  const { version, info } = read(path);
  expect(version ?? info?.version).toBe(read('package.json').version);
});
