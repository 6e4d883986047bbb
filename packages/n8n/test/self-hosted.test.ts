/** The build for own machines: its choice of a store, and what happens where that is out of reach. */
import { resolve } from 'node:path';

import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { actionOn, nodes } from './engine.ts';
import { deal } from './parameters.ts';

const built = require(resolve('build/n8n-self-hosted/dist/index.js')) as Record<
  string,
  new () => never
>;
const credentialOf = (module: object) =>
  new (module as typeof built).ComplianceOnboardingApi!() as { properties: { name: string }[] };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
  nodes.complianceOnboarding = new built.ComplianceOnboarding!();
});
afterAll(() => sandbox.close());

it('offers the stores, which the verified package does not', () => {
  const namesOf = (module: object) => credentialOf(module).properties.map(({ name }) => name);
  expect(namesOf(built)).toContain('memory');
  expect(namesOf(require('../dist/index.js') as object)).toEqual(
    namesOf(built).filter((name) => name !== 'memory'),
  );
});

it.each(['redis', 'postgres'])(
  'makes a case once per process while %s is out of reach',
  async (memory) => {
    process.env.QUEUE_BULL_REDIS_PORT = '9';
    process.env.DB_POSTGRESDB_PORT = '9';
    const credential = { dialect: '{"idempotency_header":"X-Ignored"}', memory };
    const made = await Promise.all(
      [1, 2].map(() => actionOn(sandbox.url, credential).execute(deal(`without-${memory}`))),
    );
    expect(new Set(made.map(([item]) => item!.json.id)).size).toBe(1);
    expect(sandbox.services.cases.list({ text: `without-${memory}` }, 9)).toHaveLength(1);
  },
);
