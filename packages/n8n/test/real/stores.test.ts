/** `npm run n8n:real -- -t contract`: the stores of the self-hosted build at real databases. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '../../../../host/host.ts';
import { ended } from '../../../../scripts/process.ts';
import { brokenRules, type Opened } from '../../../../test/support/store-contract.ts';
import { checkDatabases, startPostgres, startRedis } from './databases.ts';

checkDatabases();
const folder = mkdtempSync(join(tmpdir(), 'stores-'));
const servers: ChildProcess[] = [];
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let redis: Awaited<ReturnType<typeof startRedis>>;

beforeAll(async () => {
  postgres = await startPostgres(folder);
  redis = await startRedis(folder);
  servers.push(postgres.server, redis.server);
  Object.assign(process.env, postgres.settings, redis.settings);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => ended(server, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

/** The store of a process of its own: each has its connections. */
function clientOf<Name extends string>(file: string, name: Name): Store {
  let store: Record<Name, Store>;
  jest.isolateModules(() => (store = require(file) as Record<Name, Store>));
  return store![name];
}

const both = (file: string, name: string): Opened['clients'] => [
  clientOf(file, name),
  clientOf(file, name),
];

it('PostgreSQL keeps the contract of a store', async () => {
  const clients = both('../../../n8n-self-hosted/postgres.ts', 'postgresStore');
  // The first call makes the table.
  await clients[0].get('key');
  const table = 'compliance_onboarding_memory';
  const open = (): Opened => {
    postgres.run(`delete from ${table}`);
    const advance = (seconds: number) =>
      postgres.run(`update ${table} set until = until - interval '${seconds} seconds'`);
    return { clients, advance };
  };
  expect(await brokenRules(open)).toEqual([]);
});

it('Redis keeps the contract of a store', async () => {
  // Takes the seconds off the life of each key.
  const script = `for _, key in ipairs(redis.call('keys', '*')) do
    local rest = redis.call('pttl', key)
    if rest >= 0 then redis.call('pexpire', key, rest - ARGV[1] * 1000) end
  end`;
  const open = (): Opened => {
    redis.empty();
    // A client that worked before the loss would notice it.
    const clients = both('../../../n8n-self-hosted/redis.ts', 'redisStore');
    return { clients, advance: (seconds) => redis.run('eval', script, '0', String(seconds)) };
  };
  expect(await brokenRules(open)).toEqual([]);
});
