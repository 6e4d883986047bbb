/**
 * The built app on a stand-in of the one public service with this interface, and on one exactly as
 * the specification says: the whole journey in the defaults, and in the preset of the public one.
 */
import { resolve } from 'node:path';

import { bundleApp } from '../../scripts/publish/app-bundle.ts';
import { offered } from '../support/definition.ts';
import { startCache, type Cache } from '../support/cache.ts';
import { specified, type Choices } from '../support/known-choices.ts';
import { startKnownService, type KnownService } from '../support/known-service.ts';
import { runner } from '../support/runner.ts';
import { checks, type Journey } from '../support/known-journey.ts';
import { failure } from '../support/app.ts';

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
const services: [name: string, dialect: string, choices: Partial<Choices>][] = [
  ['the known one', 'standard', { portalAgain: 'reopens' }],
  ['the known one in its preset', 'ondorse', { portalAgain: 'reopens', enrichment: 'after 4 s' }],
  ['the known one in its preset, second portals refused', 'ondorse', { portalAgain: 'refused' }],
  ['one as the specification says', 'standard', { ...specified, unknownFields: 'dropped' }],
  ['one that takes nothing else', 'standard', { ...specified, unknownFields: 'refused' }],
];

describe.each(services)('on %s', (_, dialect, choices) => {
  let service: KnownService;
  let app: Record<string, any>;
  let journey: Journey;
  beforeAll(async () => {
    service = await startKnownService(choices);
    process.env.SERVICE_PORTAL_ADDRESS = service.portalHost;
    app = await builtApp(dialect);
    const authData = { base_url: service.url, api_key: service.key };
    journey = { service, run: runner(app, cache.event, { authData }) };
  });
  afterAll(() => service.close());
  beforeEach(() => cache.clear());

  it.each(Object.entries(checks))('%s', async (_name, check) => {
    expect.hasAssertions();
    await check(journey);
  });

  it('subscribes to events, names the key where it cannot, or shows an address', async () => {
    const isByHand = dialect === 'ondorse';
    for (const { operation } of offered(app.triggers)) {
      expect('performSubscribe' in operation).toBe(!isByHand);
    }
    if (isByHand || service.choices.webhooks !== 'by hand') return;
    const method = 'triggers.case_submitted.operation.performSubscribe';
    const { message } = await failure(
      journey.run(method, { targetUrl: 'https://hooks.example/1' }),
    );
    expect(message).toMatch(/\bwebhooks\b.*\bdialect\b|\bdialect\b.*\bwebhooks\b/);
  });
});
