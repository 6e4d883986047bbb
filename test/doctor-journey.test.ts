/**
 * Services of a hundred seeds (`npm run test:services`; a few of them otherwise): the doctor looks at
 * each, then the built app makes the whole journey with exactly the settings it printed.
 */
import { examine } from '../doctor/examine.ts';
import { runs } from '../testing/amount.ts';
import { startCache, type Cache } from '../testing/cache.ts';
import { choicesOf } from '../testing/generated-service.ts';
import { startKnownService } from '../testing/known-service.ts';
import { runner } from '../testing/runner.ts';
import { checks } from './known-journey.ts';

type App = Record<string, any>;

let saved: NodeJS.ProcessEnv;
let cache: Cache;
/** The setting decides how the triggers are built. */
let [registering, byHand]: App[] = [];

const load = async (): Promise<App> => {
  let app: App = {};
  await jest.isolateModulesAsync(async () => {
    // @ts-expect-error The bundle has no types.
    app = ((await import('../dist/index.js')) as { default: App }).default;
  });
  return app;
};
beforeAll(async () => {
  cache = await startCache();
  saved = { ...process.env };
  registering = await load();
  process.env.SERVICE_WEBHOOKS_PATH = 'none';
  byHand = await load();
});
afterEach(() => (process.env = { ...saved }));
afterAll(() => cache.close());

const seeds = Array.from({ length: Number(process.env.SEEDS ?? runs(10)) }, (_, seed) => seed);

it.each(seeds)('makes the journey on service %i with what the doctor printed', async (seed) => {
  const service = await startKnownService(choicesOf(seed));
  try {
    const { settings, problems } = await examine({
      base: service.url,
      key: service.key,
      write: true,
      decide: true,
      portalAddress: service.portalHost,
      seconds: 10,
      progress: () => {},
    });
    expect(problems).toEqual([]);
    process.env = { ...saved, ...settings };
    const app = settings.SERVICE_WEBHOOKS_PATH === 'none' ? byHand! : registering!;
    const authData = { base_url: service.url, api_key: service.key };
    const run = runner(app, cache.event, { authData });
    const failed: Record<string, string> = {};
    for (const [name, check] of Object.entries(checks)) {
      cache.clear();
      await check({ service, run }).catch((error: Error) => (failed[name] = error.message));
    }
    expect({ settings, failed }).toEqual({ settings, failed: {} });
  } finally {
    service.close();
  }
});
