/**
 * The built app on a stand-in of the one public service with this interface: the whole journey in
 * the dialect of its name, and in the defaults.
 */
import { resolve } from 'node:path';

import { bundleApp } from '../testing/app-bundle.ts';
import { startCache, type Cache } from '../testing/cache.ts';
import { startKnownService, type KnownService } from '../testing/known-service.ts';
import { runner } from '../testing/runner.ts';
import { checks, type Journey } from './known-journey.ts';

const saved = { ...process.env };
let cache: Cache;
beforeAll(async () => (cache = await startCache()));
afterAll(() => {
  process.env = saved;
  cache.close();
});

async function builtApp(dialect: string) {
  const outfile = resolve(`build/known-service/${dialect}.js`);
  await bundleApp(dialect, outfile);
  return ((await import(outfile)) as { default: Record<string, any> }).default;
}

// Of a second portal for a case, one version of its page says that it reopens, another that it is
// an error.
describe.each([
  ['ondorse', 'reopens'],
  ['ondorse', 'refused'],
  ['standard', 'reopens'],
] as const)('in the dialect %s, where a second portal is %s', (dialect, portalAgain) => {
  let service: KnownService;
  let journey: Journey;
  beforeAll(async () => {
    service = await startKnownService({ portalAgain });
    process.env.SERVICE_PORTAL_ADDRESS = service.portalHost;
    const authData = { base_url: service.url, api_key: service.key };
    const app = await builtApp(dialect);
    journey = { service, run: runner(app, cache.event, { authData }) };
  });
  afterAll(() => service.close());
  beforeEach(() => cache.clear());

  it.each(Object.entries(checks))('%s', async (_, check) => {
    expect.hasAssertions();
    await check(journey);
  });
});

it('has triggers whose address is entered by hand', async () => {
  const { triggers } = await builtApp('ondorse');
  for (const { operation } of Object.values<Record<string, any>>(triggers)) {
    expect(operation).not.toHaveProperty('performSubscribe');
  }
});
