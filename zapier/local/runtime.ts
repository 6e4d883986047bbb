/**
 * Zapier around an app: runs throttled steps again, and passes deliveries to the triggers of Zaps.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { stepFailure } from './app-handler.ts';
import { startCache } from './cache.ts';
import { listen } from './listen.ts';
import { runner } from './runner.ts';
import { until } from './until.ts';

/** Milliseconds per second of a throttled step: a hundredth of Zapier's wait is enough. */
const waitFactor = 10;
const mostRuns = 5;

/** Zapier's runtime for one connection, with its cache. */
export async function startZapier(app: object, authData: Record<string, string>) {
  const cache = await startCache();
  const once = runner(app, cache.event, { authData });
  return {
    /**
     * Runs one method of the app, for example `creates.create_case.operation.perform`. Runs a
     * throttled one again, as Zapier does.
     */
    async run<T>(method: string, bundle: object = {}): Promise<T> {
      for (let runs = 1; ; runs++) {
        try {
          return await once<T>(method, bundle);
        } catch (error) {
          const { kind, delay = 0 } = stepFailure(error as Error);
          if (kind !== 'ThrottledError' || runs === mostRuns) throw error;
          await wait(delay * waitFactor);
        }
      }
    },
    forget: cache.clear,
    stop: cache.close,
  };
}

type Zapier = Awaited<ReturnType<typeof startZapier>>;

type Triggered = Record<string, unknown> & { id: string; application_id: string };

/** Zapier's hook addresses. Each request runs the trigger, and each of its items runs the Zap. */
export async function startHooks(zapier: Zapier) {
  const results: { trigger: string; item: Triggered }[] = [];
  const subscriptions = new Map<string, object>();

  const server = await listen(({ method, path, headers, content }, response) => {
    const trigger = path.slice(1);
    response.end('{"status":"success"}');
    const bundle = { ...subscriptions.get(trigger), rawRequest: { method, headers, content } };
    zapier
      .run<Triggered[]>(`triggers.${trigger}.operation.perform`, bundle)
      .then((items) => results.push(...items.map((item) => ({ trigger, item }))))
      .catch((error: Error) => console.error(`Trigger ${trigger}: ${error.message}`));
  });
  const of = (trigger: string, method: string, bundle?: object) =>
    zapier.run(`triggers.${trigger}.operation.${method}`, bundle);

  return {
    /** Switches a Zap on: subscribes its trigger with the admin's filters. */
    async subscribe(trigger: string, inputData: Record<string, unknown> = {}) {
      const bundle = { inputData, targetUrl: `${server.url}/${trigger}` };
      const subscribeData = await of(trigger, 'performSubscribe', bundle);
      subscriptions.set(trigger, { ...bundle, subscribeData });
    },

    async unsubscribe(trigger: string) {
      await of(trigger, 'performUnsubscribe', subscriptions.get(trigger));
      subscriptions.delete(trigger);
    },

    /** Waits for the first item of a trigger that matches. @throws Error after 30 s. */
    next: (trigger: string, isWanted: (item: Triggered) => boolean) =>
      until(
        `an event of ${trigger}`,
        () => results.find((result) => result.trigger === trigger && isWanted(result.item))?.item,
      ),

    all: () => results,
    stop: server.close,
  };
}
