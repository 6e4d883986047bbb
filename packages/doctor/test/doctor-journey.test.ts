/**
 * Services of a hundred seeds (`SEEDS=100 npx jest doctor`; a few of them otherwise): the doctor looks at
 * each, then the app makes the whole journey with exactly the dialect it found.
 */
import { readDialect } from '../../../service/dialect.ts';
import { examine } from '../examine.ts';
import { dialectOf, settingsOf } from '../visit.ts';
import { runs } from '../../../test/support/amount.ts';
import { startCache, type Cache } from '../../../test/support/cache.ts';
import { choicesOf } from '../../../test/support/generated-service.ts';
import { startKnownService } from '../../../test/support/known-service.ts';
import { loadApp } from '../../../test/support/app-of-dialect.ts';
import { failuresOn } from '../../../test/support/known-journey.ts';

let saved: NodeJS.ProcessEnv;
let cache: Cache;
beforeAll(async () => {
  cache = await startCache();
  saved = { ...process.env };
});
afterEach(() => (process.env = { ...saved }));
afterAll(() => cache.close());

const seeds = Array.from({ length: Number(process.env.SEEDS ?? runs(10)) }, (_, seed) => seed);

it.each(seeds)('makes the journey on service %i with the dialect of the doctor', async (seed) => {
  const service = await startKnownService(choicesOf(seed));
  try {
    const visit = await examine({
      base: service.url,
      key: service.key,
      write: true,
      decide: true,
      portalAddress: service.choices.portalHost === 'own' ? service.portalHost : undefined,
      seconds: 10,
      progress: () => {},
    });
    const settings = settingsOf(visit);
    expect({ settings, problems: visit.problems, unclear: visit.unclear }).toEqual({
      settings,
      problems: [],
      unclear: [],
    });
    expect(() => readDialect(JSON.stringify(dialectOf(visit)))).not.toThrow();
    Object.assign(process.env, settings);
    const app = await loadApp();
    expect({ settings, failures: await failuresOn(service, app, cache) }).toEqual({
      settings,
      failures: {},
    });
  } finally {
    service.close();
  }
});
