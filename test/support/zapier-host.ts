/** Zapier's platform around an app, for the journey. */
import type { Cache } from '../../zapier/local/cache.ts';
import type { Host, Item } from './journey.ts';
import { runner } from '../../zapier/local/runner.ts';

interface Connection {
  base_url: string;
  api_key: string;
  portal_address?: string;
}

/** Zapier's platform with its cache; `run` runs any other method of the app. */
export function zapierHost(app: Record<string, any>, cache: Cache, authData: Connection) {
  const run = runner(app, cache.event, { authData });
  const host: Host = {
    async run(key, inputData) {
      const kind = key in app.searches ? 'searches' : 'creates';
      return [await run<Item | Item[]>(`${kind}.${key}.operation.perform`, { inputData })].flat();
    },
    trigger(key, inputData) {
      let subscribeData: Item | undefined;
      const method = <Result>(name: string, more: object = {}) => {
        const bundle = { inputData, subscribeData, meta: { zap: { id: key } }, ...more };
        return run<Result>(`triggers.${key}.operation.${name}`, bundle);
      };
      return {
        on: async (targetUrl) => (subscribeData = await method('performSubscribe', { targetUrl })),
        receive: (rawRequest) => method<Item[]>('perform', { rawRequest }),
        off: () => method('performUnsubscribe'),
      };
    },
  };
  return { ...host, method: run };
}
