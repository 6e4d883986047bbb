/** The build for own machines: its choice of a store, and what happens where that is out of reach. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Busy, claim, recallNote } from '../../../client/memory/claim.ts';
import { runWith } from '../../../scripts/publish/run.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { postgresStore } from '../../n8n-self-hosted/postgres.ts';
import { redisStore } from '../../n8n-self-hosted/redis.ts';
import { openMark } from '../../n8n-self-hosted/redis-mark.ts';
import { storeOf } from '../../n8n-self-hosted/stores.ts';
import * as verified from './built.ts';
import { actionOn, apiKey, nodes, openWorkflow } from './engine.ts';
import { deal } from './parameters.ts';

const built = require(resolve('build/n8n-self-hosted/dist/index.js')) as Record<
  string,
  new () => never
>;
const credentialOf = (module: object) =>
  new (module as typeof built).ComplianceOnboardingApi!() as { properties: { name: string }[] };

const environment = process.env;
const set = (variables: Record<string, string>) => {
  process.env = { ...environment, ...variables };
};
/** Nobody listens there. */
const unreachable = { QUEUE_BULL_REDIS_PORT: '9', DB_POSTGRESDB_PORT: '9' };
/** What ioredis and pg say of that. */
const outage = /cannot be reached \((Reached the max retries|connect ECONNREFUSED)/;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
  nodes.complianceOnboarding = new built.ComplianceOnboarding!();
});
afterAll(() => sandbox.close());

afterEach(() => {
  process.env = environment;
});

it('offers the stores, which the verified package does not', () => {
  const namesOf = (module: object) => credentialOf(module).properties.map(({ name }) => name);
  expect(namesOf(built)).toEqual(expect.arrayContaining(['memory', 'onOutage']));
  expect(namesOf(verified)).toEqual(
    namesOf(built).filter((name) => name !== 'memory' && name !== 'onOutage'),
  );
});

it.each<[string, Record<string, string>, string | undefined]>([
  ['Redis in queue mode', { EXECUTIONS_MODE: 'queue', DB_TYPE: 'mysqldb' }, 'Redis of the queue'],
  [
    'PostgreSQL also in queue mode',
    { EXECUTIONS_MODE: 'queue', DB_TYPE: 'postgresdb' },
    'PostgreSQL of n8n',
  ],
  ['PostgreSQL where n8n has it', { DB_TYPE: 'postgresdb' }, 'PostgreSQL of n8n'],
  ['the process', { DB_TYPE: 'sqlite' }, undefined],
])('remembers by default in %s', async (_, settings, label) => {
  set({ ...settings, ...unreachable });
  const store = storeOf({});
  if (!label) return expect(store).toBeUndefined();
  await expect(store!.get('x')).rejects.toThrow(`${label} cannot be reached (`);
  expect(store!.onOutage).toBe('closed');
});

it('refuses the memory of one process where several work', async () => {
  set({ EXECUTIONS_MODE: 'queue' });
  const action = actionOn(sandbox.url, { memory: 'process' });
  const message = '"Remember In" is "This Process", but in queue mode the workers share no process';
  await expect(action.execute(deal('several'))).rejects.toThrow(message);
  const name = 'complianceOnboardingTrigger';
  nodes[name] = new built.ComplianceOnboardingTrigger!();
  const credential = { baseUrl: sandbox.url, apiKey, memory: 'process' };
  const activated = openWorkflow(name, credential).hook('create', { event: 'case_submitted' });
  await expect(activated).rejects.toThrow(message);
  expect(sandbox.act.counts().webhooks).toBe(0);
});

it.each(['redis', 'postgres'])('makes no case while %s is out of reach', async (memory) => {
  set(unreachable);
  const action = actionOn(sandbox.url, { memory });
  await expect(action.execute(deal(`closed-${memory}`))).rejects.toMatchObject({
    message: expect.stringContaining('cannot be reached'),
    description: expect.stringContaining('Run it again later'),
  });
  expect(sandbox.act.counts().cases).toBe(0);
});

it.each(['redis', 'postgres'] as const)(
  'remembers in the process while %s is out of reach, if it may go on, and logs that once',
  async (memory) => {
    set(unreachable);
    const warn = jest.fn();
    const usual = runWith({ base_url: 'https://api.example.com', api_key: memory });
    const store = storeOf({ memory, onOutage: 'open' }, { warn } as never)!;
    const run = { ...usual, host: { ...usual.host, store } };
    const first = await claim(run, { parts: ['deal'], conflict: '' });
    await expect(claim(run, { parts: ['deal'], conflict: '' })).rejects.toBeInstanceOf(Busy);
    await first.done('case');
    expect(await recallNote(run, ['deal'])).toBe('case');
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(outage));
    const second = await claim(run, { parts: ['another deal'], conflict: '' });
    const setting = jest.spyOn({ redis: redisStore, postgres: postgresStore }[memory], 'set');
    setting.mockResolvedValue();
    await second.done('case');
    // When the store answers again, it gets the note. The lock there may be another run's.
    expect(setting.mock.calls.map(([, value]) => value)).toMatchObject([{ state: 'made' }]);
  },
);

describe('the mark in Redis', () => {
  /** The folder of a machine. */
  function folder() {
    const home = mkdtempSync(join(tmpdir(), 'n8n-mark-'));
    mkdirSync(join(home, '.n8n'));
    return home;
  }
  /** A Redis that has this mark, if any. */
  const redisWith = (mark: string | null = null) => ({
    mark,
    make: async function (fresh: string) {
      return (this.mark ??= fresh);
    },
  });
  /** A process that starts there, and makes its first claim. */
  function prove(home: string, redis: ReturnType<typeof redisWith>) {
    set({ N8N_USER_FOLDER: home });
    return openMark()('bull:mark', redis.mark, (fresh) => redis.make(fresh));
  }
  const loss = 'redis-cli set bull:mark accepted';

  it('is made by the first process, and the others take it over', async () => {
    const redis = redisWith();
    const [first, second] = [folder(), folder()];
    for (const home of [first, second, first, second]) await prove(home, redis);
    expect(redis.mark).toBeTruthy();
  });

  it.each<[string, string | null]>([
    ['is gone', null],
    ['is of a process that started after the loss', 'another'],
  ])('stops a process if it %s, until an operator accepts the loss', async (_, mark) => {
    const home = folder();
    await prove(home, redisWith('first'));
    const redis = redisWith(mark);
    await expect(prove(home, redis)).rejects.toThrow(loss);
    expect(redis.mark).toBe(mark);
    redis.mark = 'accepted';
    await prove(home, redis);
    redis.mark = null;
    await expect(prove(home, redis)).rejects.toThrow(loss);
  });
});
