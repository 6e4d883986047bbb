/**
 * The stores of the build for n8n on your own machines: what its operators run already, with the
 * settings n8n itself has.
 */
import type { INodeProperties, Logger } from 'n8n-workflow';

import type { Store } from '../../hosts/memory.ts';
import { processStore } from '../n8n/memory/store.ts';
import { postgresStore } from './postgres.ts';
import { redisStore } from './redis.ts';

export const storeProperties: INodeProperties[] = [
  {
    displayName: 'Remember In',
    name: 'memory',
    type: 'options',
    options: [
      { name: 'This Process', value: 'process', description: 'For n8n as one process' },
      { name: 'Redis of the Queue', value: 'redis', description: 'For queue mode' },
      { name: 'PostgreSQL of n8n', value: 'postgres', description: 'For queue mode, kept longest' },
    ],
    default: 'process',
    description:
      'Where it is kept which case was made for which External Reference, and which event ran, so that nothing is done twice. In queue mode the workers need one place they share.',
  },
];

const stores: Record<string, Store> = { redis: redisStore, postgres: postgresStore };
const names: Record<string, string> = { redis: 'Redis', postgres: 'PostgreSQL' };
const told = new Set<string>();

/** Beside a store that cannot be reached the process remembers for itself, which is said once. */
function guarded(name: string, store: Store, logger?: Logger): Store {
  const attempt = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    try {
      const result = await work(store);
      told.delete(name);
      return result;
    } catch (error) {
      if (!told.has(name)) {
        told.add(name);
        logger?.warn(
          `Compliance Onboarding: ${names[name]} cannot be reached (${(error as Error).message}). Until it can, each process of n8n remembers for itself, and what it made twice only the service can tell.`,
        );
      }
      return work(processStore);
    }
  };
  return {
    get: (key) => attempt((one) => one.get(key)),
    set: (...given) => attempt((one) => one.set(...given)),
    delete: (key) => attempt((one) => one.delete(key)),
  };
}

export function storeNamed(name: unknown, logger?: Logger): Store | undefined {
  const store = stores[String(name)];
  return store && guarded(String(name), store, logger);
}
