/** The effects of a step on a service that takes everything, for the tests of the dialect and the settings. */
import app from '../../index.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { lenient } from '../known-service/choices.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { runner } from '../support/app.ts';
import { loadApp } from '../support/dialect.ts';

type Item = Record<string, any>;

/** A step before and after a value is set. Its effects must differ as stated. */
export interface Effect {
  seen: () => Promise<unknown>;
  before: unknown;
  after: unknown;
}

export const event = (type: string, more: object = {}) => ({
  type,
  data: { object: { application_id: 'app-1' } },
  ...more,
});

const builtApps = new Map<string, Promise<Item>>();

/** The app for the current environment, loaded once per environment. */
export async function builtApp(): Promise<Item> {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('SERVICE_'));
  if (!settings.length) return app;
  const key = JSON.stringify(settings.sort());
  const built = builtApps.get(key) ?? loadApp();
  builtApps.set(key, built);
  return built;
}

/** The service with one case, app-1, and functions that run a step on it. */
export function openSteps() {
  let service: StartedService;
  let cache: Cache;
  let run: ReturnType<typeof runner>;

  const clear = () => {
    service.clear();
    cache.clear();
    service.serve({ '\\w+ /v2/.*': [200, { id: 'app-1', link: 'tok' }] });
    service.add('app-1', { status_review: 'new' });
    service.portals.set('tok', { id: 'prt', application_id: 'app-1' });
  };
  beforeAll(async () => {
    service = await startService({ ...lenient, link: 'token' });
    cache = await startCache();
    run = runner(undefined, cache.event);
  });
  afterAll(() => {
    service.close();
    cache.close();
  });
  beforeEach(clear);

  const authData = () => ({ base_url: service.url, api_key: 'key' });
  const invoke = <Result = any>(method: string, bundle: object = {}) =>
    run<Result>(method, { authData: authData(), ...bundle });
  const perform = (method: string, inputData: object = {}, more: object = {}) =>
    invoke(`${method}.operation.perform`, { inputData, ...more });

  return {
    service: () => service,
    cache: () => cache,
    clear,
    invoke,
    perform,
    create: (key: string, inputData: object) => perform(`creates.${key}`, inputData),
    find: (): Promise<Item[]> => perform('searches.find_case', { application_id: 'app-1' }),
    last: () => service.requests.at(-1)!,
    /** The IDs that the trigger outputs for a request to its address. */
    async fire(trigger: string, body: object, more: object = {}): Promise<string[]> {
      const bundle = {
        subscribeData: { id: `wh_${Math.random()}` },
        rawRequest: { content: JSON.stringify(body), headers: {} },
        ...more,
      };
      const items: Item[] = await perform(`triggers.${trigger}`, {}, bundle);
      return items.map(({ id }) => id as string);
    },
    /** Runs the step before the value is set, then with the value. */
    async expectEffect(
      { seen, before, after }: Effect,
      set: (work: () => Promise<void>) => unknown,
    ) {
      expect(await seen()).toEqual(before);
      clear();
      await set(async () => expect(await seen()).toEqual(after));
    },
  };
}
