/** Runs steps of Zaps the way Zapier does: built app, app handler, event with a bundle. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { StepFailure } from '../testing/app-handler.ts';
import { startCache } from '../testing/cache.ts';
import { listen } from '../testing/listen.ts';
import { executeEvent } from '../testing/runner.ts';

export interface ZapBundle {
  inputData?: Record<string, unknown>;
  [key: string]: unknown;
}

/** The platform's error as the Zap history shows it. */
export class StepError extends Error {
  readonly delay: number | undefined;
  constructor({ kind, message, delay }: StepFailure) {
    super(message);
    this.name = kind;
    this.delay = delay;
  }
}

/** Zapier waits as long as a throttled step asks; here a hundredth of it will do. */
const waitFactor = 10;
const mostRuns = 5;

/** Starts a Zapier runtime for one connection, with the cache that goes with it. */
export async function startZapier(authData: Record<string, string>) {
  const cache = await startCache();
  const child = fork(join(import.meta.dirname, 'zapier-worker.ts'), {
    silent: true,
    execArgv: ['--import', 'tsx'],
  });
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >();
  let asked = 0;
  let problems = '';
  child.stderr?.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  child.on(
    'message',
    ({ id, results, error }: { id: number; results: never; error?: StepFailure }) => {
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (error) reject(new StepError(error));
      else resolve(results);
    },
  );
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`The runtime ended. ${problems}`));
  });

  const once = <T>(method: string, bundle: ZapBundle) =>
    new Promise<T>((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve: resolve as never, reject });
      child.send({
        id,
        event: { ...executeEvent(method, { ...bundle, authData }), ...cache.event },
      });
    });

  /**
   * Runs one method of the app, for example `creates.create_case.operation.perform`; a throttled
   * one again, as Zapier does.
   */
  async function run<T>(method: string, bundle: ZapBundle = {}): Promise<T> {
    for (let runs = 1; ; runs++) {
      try {
        return await once<T>(method, bundle);
      } catch (error) {
        const { name, delay = 0 } = error as StepError;
        if (name !== 'ThrottledError' || runs === mostRuns) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay * waitFactor));
      }
    }
  }

  const stop = () => {
    child.kill();
    cache.close();
  };
  return { run, stop };
}

export type Zapier = Awaited<ReturnType<typeof startZapier>>;

type Triggered = Record<string, unknown> & { id: string; application_id: string };

/** What the triggers returned, in order, and who waits for more. */
function openResults() {
  const results: { trigger: string; item: Triggered }[] = [];
  const listeners = new Set<() => void>();

  function add(trigger: string, items: Triggered[]) {
    for (const item of items) results.push({ trigger, item });
    listeners.forEach((listener) => listener());
  }

  /** The first item of a trigger that is as wanted, once it has come. @throws Error after 15 s. */
  async function nextWith(
    trigger: string,
    isWanted: (item: Triggered) => boolean,
    milliseconds = 15_000,
  ): Promise<Triggered> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = results.find((result) => result.trigger === trigger && isWanted(result.item));
        if (!found) return;
        clearTimeout(timer);
        listeners.delete(check);
        resolve(found.item);
      };
      const timer = setTimeout(() => {
        listeners.delete(check);
        reject(new Error(`No ${trigger} event arrived within ${milliseconds / 1000} s.`));
      }, milliseconds);
      listeners.add(check);
      check();
    });
  }

  return { results, add, nextWith };
}

/** Zapier's hook addresses: each request runs the trigger, and each item it returns runs the Zap. */
export async function startHooks(zapier: Zapier) {
  const { results, add, nextWith } = openResults();
  const subscriptions = new Map<string, ZapBundle>();

  const server = await listen(({ method, path, headers, content }, response) => {
    const trigger = path.slice(1);
    response.end('{"status":"success"}');
    const bundle = { ...subscriptions.get(trigger), rawRequest: { method, headers, content } };
    zapier
      .run<Triggered[]>(`triggers.${trigger}.operation.perform`, bundle)
      .then((items) => add(trigger, items))
      .catch((error: Error) => console.error(`Trigger ${trigger}: ${error.message}`));
  });
  const { url } = server;

  return {
    url,

    /** Switches a Zap on: subscribes its trigger with the admin's filters. */
    async subscribe(trigger: string, inputData: Record<string, unknown> = {}) {
      const targetUrl = `${url}/${trigger}`;
      const bundle = { inputData, targetUrl };
      const subscribeData = await zapier.run(
        `triggers.${trigger}.operation.performSubscribe`,
        bundle,
      );
      subscriptions.set(trigger, { ...bundle, subscribeData });
    },

    /** Switches it off again. */
    async unsubscribe(trigger: string) {
      await zapier.run(
        `triggers.${trigger}.operation.performUnsubscribe`,
        subscriptions.get(trigger),
      );
      subscriptions.delete(trigger);
    },

    /** What the trigger returned for the case, once it has. */
    next: (trigger: string, application_id: string) =>
      nextWith(trigger, (item) => item.application_id === application_id),
    nextWith,

    all: () => results,
    stop: () => server.close(),
  };
}
