/** Claims in the Redis of n8n's queue: `SET … NX` makes them atomic for all workers. */
import type { Store } from '../../host/host.ts';
import { hostSetting, isOn, packageOfHost } from './host-setting.ts';
import { openMark } from './redis-mark.ts';

interface Client {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ...more: (string | number)[]): Promise<string | null>;
  del(key: string): Promise<number>;
  on(event: 'error', listener: () => void): void;
}
type Options = Record<string, unknown>;
interface Package {
  Redis: (new (options: Options) => Client) & {
    Cluster: new (nodes: { host: string; port: number }[], options: Options) => Client;
  };
}

/** Milliseconds for a command. Then the step goes on without it. */
const patience = 3000;

function connect(): Client {
  const { Redis } = packageOfHost<Package>('ioredis', () => require('ioredis'));
  const options = {
    username: hostSetting('QUEUE_BULL_REDIS_USERNAME') || undefined,
    password: hostSetting('QUEUE_BULL_REDIS_PASSWORD') || undefined,
    db: Number(hostSetting('QUEUE_BULL_REDIS_DB')) || 0,
    ...(isOn('QUEUE_BULL_REDIS_TLS') && { tls: {} }),
    ...(isOn('QUEUE_BULL_REDIS_DUALSTACK') && { family: 0 }),
    commandTimeout: patience,
    maxRetriesPerRequest: 1,
  };
  const nodes = hostSetting('QUEUE_BULL_REDIS_CLUSTER_NODES').split(',').filter(Boolean);
  const client = nodes.length
    ? new Redis.Cluster(
        nodes.map((node) => {
          const [host = '', port = '6379'] = node.trim().split(':');
          return { host, port: Number(port) };
        }),
        { redisOptions: options },
      )
    : new Redis({
        ...options,
        host: hostSetting('QUEUE_BULL_REDIS_HOST') || 'localhost',
        port: Number(hostSetting('QUEUE_BULL_REDIS_PORT')) || 6379,
      });
  // The failing command reports the problem.
  client.on('error', () => undefined);
  return client;
}

let connection: Client | undefined;
const client = () => (connection ??= connect());
const named = (key: string) =>
  `${hostSetting('QUEUE_BULL_PREFIX') || 'bull'}:compliance-onboarding:${key}`;

const markKey = named('mark');
const proveMark = openMark();
async function makeMark(mark: string): Promise<string | null> {
  await client().set(markKey, mark, 'NX');
  return client().get(markKey);
}

export const redisStore: Store = {
  async get(key) {
    const text = await client().get(named(key));
    return text === null ? undefined : JSON.parse(text);
  },
  async set(key, value, seconds) {
    await client().set(named(key), JSON.stringify(value), 'EX', seconds);
  },
  async claim(key, value, seconds) {
    const text = JSON.stringify(value);
    // Redis answers in this order, so a claim that a loss deleted is noticed, too.
    const [answer, found] = await Promise.all([
      client().set(named(key), text, 'EX', seconds, 'NX'),
      client().get(markKey),
    ]);
    if (answer !== 'OK') return false;
    try {
      await proveMark(markKey, found, makeMark);
    } catch (error) {
      await redisStore.delete(key);
      throw error;
    }
    return true;
  },
  async delete(key) {
    await client().del(named(key));
  },
};
