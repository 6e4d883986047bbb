/**
 * The stores of the build for self-hosted n8n: the databases that n8n already uses, with n8n's
 * settings.
 */
import { UserError, type IDataObject, type INodeProperties, type Logger } from 'n8n-workflow';

import { OperationError } from '../../client/basics/errors.ts';
import type { Store } from '../../host/host.ts';
import { doubtSeconds, processStore } from '../n8n/memory/store.ts';
import { hasQueue, hasPostgres } from './host-setting.ts';
import { postgresStore } from './postgres.ts';
import { redisStore } from './redis.ts';

export const storeProperties: INodeProperties[] = [
  {
    displayName: 'Remember In',
    name: 'memory',
    type: 'options',
    options: [
      {
        name: 'As n8n Is Configured',
        value: 'auto',
        description:
          'PostgreSQL, if n8n uses it. Otherwise Redis of the queue in queue mode, or else this process.',
      },
      {
        name: 'PostgreSQL of n8n',
        value: 'postgres',
        description: 'For queue mode and for one process. Remembers even if Redis is lost.',
      },
      {
        name: 'Redis of the Queue',
        value: 'redis',
        description: 'For queue mode. If Redis loses its data, the nodes stop.',
      },
      { name: 'This Process', value: 'process', description: 'For n8n as one process' },
    ],
    default: 'auto',
    description:
      'Where the nodes remember the case of each External Reference and the events that ran. This prevents duplicates.',
  },
  {
    displayName: 'If the Store Is Out of Reach',
    name: 'onOutage',
    type: 'options',
    options: [
      {
        name: 'Stop',
        value: 'closed',
        description:
          'If a step would make a case, it fails, and you can run it again. Events are refused, and the service delivers them again.',
      },
      {
        name: 'Continue',
        value: 'open',
        description: 'Each process has its own memory, so a deal or an event may run twice',
      },
    ],
    default: 'closed',
    displayOptions: { hide: { memory: ['process'] } },
    description: 'What the nodes do while Redis or PostgreSQL does not answer',
  },
];

const stores: Record<string, { label: string; store: Store }> = {
  redis: { label: 'Redis of the queue', store: redisStore },
  postgres: { label: 'PostgreSQL of n8n', store: postgresStore },
};

/** Makes a call on a key, in the store that is to answer it. */
type Call = <T>(key: string, work: (to: Store) => Promise<T>, isClaim?: true) => Promise<T>;

/** A store of which each call is made like this. */
const storeThrough = (call: Call): Store => ({
  get: (key) => call(key, (to) => to.get(key)),
  set: (key, ...entry) => call(key, (to) => to.set(key, ...entry)),
  claim: (key, ...entry) => call(key, (to) => to.claim(key, ...entry), true),
  delete: (key) => call(key, (to) => to.delete(key)),
  doubtSeconds,
});

/** A store that stops the step when it does not answer, with its name in the error. */
const closed = ({ label, store }: (typeof stores)[string]): Store => ({
  ...storeThrough((_, work) =>
    work(store).catch((cause: Error) => {
      if (cause instanceof OperationError) throw cause;
      throw new UserError(`${label} cannot be reached (${cause.message}).`, { cause });
    }),
  ),
  onOutage: 'closed',
});

/** The stores whose outage is already in the log. */
const named = new Set<string>();
/** The keys that were claimed in the process. */
const claimedHere = new Set<string>();

/** While the store does not answer, the process uses its own memory and logs that once. */
const open = ({ label, store }: (typeof stores)[string], logger?: Logger): Store =>
  storeThrough(async (key, work, isClaim) => {
    // A lock that was got here ends here: in the store it may be another run's.
    if (claimedHere.has(key)) {
      if ((await processStore.get(key)) !== undefined) return work(processStore);
      claimedHere.delete(key);
    }
    try {
      const result = await work(store);
      named.delete(label);
      return result;
    } catch (error) {
      if (error instanceof OperationError) throw error;
      if (!named.has(label)) {
        logger?.warn(
          `Compliance Onboarding: ${label} cannot be reached (${(error as Error).message}). Meanwhile each process of n8n remembers for itself, and a deal or an event may run twice.`,
        );
      }
      named.add(label);
      if (isClaim) claimedHere.add(key);
      return work(processStore);
    }
  });

/** The store that n8n's own settings suggest. */
const configured = () => (hasPostgres() ? 'postgres' : hasQueue() ? 'redis' : 'process');

/**
 * The store in a credential; undefined for the memory of the process.
 * @throws UserError for the memory of the process if several processes run.
 */
export function storeOf(credential: IDataObject, logger?: Logger): Store | undefined {
  const { memory = 'auto', onOutage = 'closed' } = credential;
  const name = memory === 'auto' ? configured() : String(memory);
  const row = stores[name];
  if (!row && hasQueue()) {
    throw new UserError(
      '"Remember In" is "This Process", but in queue mode the workers share no process: a deal or an event would run twice. Choose "As n8n Is Configured" in the credential.',
    );
  }
  if (!row) return undefined;
  return onOutage === 'open' ? open(row, logger) : closed(row);
}
