/** The build for own machines: its choice of a store, and what happens where that is out of reach. */
import { resolve } from 'node:path';

import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
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
  [
    'Redis in queue mode',
    { EXECUTIONS_MODE: 'queue', DB_TYPE: 'postgresdb' },
    'Redis of the queue',
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
  expect(sandbox.services.subscriptions.list('main', 9)).toEqual([]);
});

it.each(['redis', 'postgres'])('makes no case while %s is out of reach', async (memory) => {
  set(unreachable);
  const action = actionOn(sandbox.url, { memory });
  await expect(action.execute(deal(`closed-${memory}`))).rejects.toMatchObject({
    message: expect.stringContaining('cannot be reached'),
    description: expect.stringContaining('Run it again later'),
  });
  expect(sandbox.services.cases.list({ text: `closed-${memory}` }, 9)).toEqual([]);
});

it.each(['redis', 'postgres'])(
  'makes a case once per process while %s is out of reach, where it may go on',
  async (memory) => {
    set(unreachable);
    const credential = { dialect: '{"idempotency_header":"X-Ignored"}', memory, onOutage: 'open' };
    const made = await Promise.all(
      [1, 2].map(() => actionOn(sandbox.url, credential).execute(deal(`without-${memory}`))),
    );
    expect(new Set(made.map(([item]) => item!.json.id)).size).toBe(1);
    expect(sandbox.services.cases.list({ text: `without-${memory}` }, 9)).toHaveLength(1);
  },
);
