/** Runs steps of Zaps the way Zapier does: built app, app handler, event with a bundle. */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { StepFailure } from '../scripts/app-handler.ts';

export interface ZapBundle {
  inputData?: Record<string, unknown>;
  [key: string]: unknown;
}

/** The platform's error as the Zap history shows it. */
export class StepError extends Error {
  constructor({ kind, message }: StepFailure) {
    super(message);
    this.name = kind;
  }
}

/** Starts a Zapier runtime for one connection. */
export function startZapier(authData: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'zapier-worker.ts'), { silent: true });
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

  /** Runs one method of the app, for example `creates.create_case.operation.perform`. */
  const run = <T>(method: string, bundle: ZapBundle = {}) =>
    new Promise<T>((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve: resolve as never, reject });
      const full = { inputData: {}, meta: { zap: { id: 'demo' } }, ...bundle, authData };
      child.send({ id, event: { command: 'execute', method, bundle: full } });
    });

  return { run, stop: () => child.kill() };
}

export type Zapier = ReturnType<typeof startZapier>;

type Triggered = Record<string, unknown> & { id: string; application_id: string };

/** Zapier's hook addresses: each request runs the trigger; what it returns once is kept. */
export async function startHooks(zapier: Zapier) {
  const seen = new Set<string>();
  const results: { trigger: string; item: Triggered }[] = [];
  const listeners = new Set<() => void>();
  const subscriptions = new Map<string, ZapBundle>();

  const server = createServer((request, response) => {
    const trigger = request.url!.slice(1);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = Buffer.concat(chunks).toString();
      response.end('{"status":"success"}');
      const bundle = {
        ...subscriptions.get(trigger),
        rawRequest: { method: request.method, headers: request.headers, content },
        cleanedRequest: JSON.parse(content) as unknown,
      };
      zapier
        .run<Triggered[]>(`triggers.${trigger}.operation.perform`, bundle)
        .then((items) => {
          for (const item of items) {
            if (seen.has(`${trigger} ${item.id}`)) continue;
            seen.add(`${trigger} ${item.id}`);
            results.push({ trigger, item });
          }
          listeners.forEach((listener) => listener());
        })
        .catch((error: Error) => console.error(`Trigger ${trigger}: ${error.message}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

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
    async next(trigger: string, application_id: string, milliseconds = 15_000): Promise<Triggered> {
      const find = () =>
        results.find(
          (result) => result.trigger === trigger && result.item.application_id === application_id,
        )?.item;
      return new Promise((resolve, reject) => {
        const check = () => {
          const item = find();
          if (!item) return;
          clearTimeout(timer);
          listeners.delete(check);
          resolve(item);
        };
        const timer = setTimeout(() => {
          listeners.delete(check);
          reject(new Error(`No ${trigger} event for ${application_id} arrived.`));
        }, milliseconds);
        listeners.add(check);
        check();
      });
    },

    all: () => results,
    stop: () => server.close(),
  };
}
