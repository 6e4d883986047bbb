/**
 * The built app on a stand-in of the one public service with this interface: the whole journey with
 * no setting but the address of its portals and that webhooks are entered by hand.
 */
import { startCache, type Cache } from '../testing/cache.ts';
import { startKnownService, type KnownService } from '../testing/known-service.ts';
import { runner } from '../testing/runner.ts';
import { checks, type Journey } from './known-journey.ts';

const saved = { ...process.env };
let cache: Cache;
let app: Record<string, any>;

beforeAll(async () => {
  process.env.SERVICE_WEBHOOKS_PATH = 'none';
  cache = await startCache();
  // @ts-expect-error The bundle has no types.
  app = ((await import('../dist/index.js')) as { default: object }).default;
});
afterAll(() => {
  process.env = saved;
  cache.close();
});

const journeyOn = (service: KnownService): Journey => {
  process.env.SERVICE_PORTAL_ADDRESS = service.portalHost;
  const authData = { base_url: service.url, api_key: service.key };
  return { service, run: runner(app, cache.event, { authData }) };
};

// Of a second portal for a case, one version of its page says that it reopens, another that it is
// an error.
describe.each(['reopens', 'refused'] as const)('where a second portal is %s', (portalAgain) => {
  let service: KnownService;
  let journey: Journey;
  beforeAll(async () => {
    service = await startKnownService({ portalAgain });
    journey = journeyOn(service);
  });
  afterAll(() => service.close());
  beforeEach(() => cache.clear());

  it.each(Object.entries(checks))('%s', async (_, check) => {
    expect.hasAssertions();
    await check(journey);
  });
});

it('has triggers whose address is entered by hand', () => {
  for (const { operation } of Object.values<Record<string, any>>(app.triggers)) {
    expect(operation).not.toHaveProperty('performSubscribe');
  }
});
