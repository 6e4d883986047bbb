/** What no type can notice: an event, an operation or an endpoint that is there but not connected. */
import { readdirSync } from 'node:fs';

import { endpoints, events } from '../api/contract.ts';
import app from '../index.ts';
import { createSandbox, type Sandbox } from '../sandbox/server.tsx';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

const files = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !['case-trigger.ts', 'hook.ts'].includes(name))
    .map((name) => name.replace('.ts', ''))
    .sort();

it('has a trigger for each event of the contract (index.ts, triggers/)', () =>
  expect(Object.keys(app.triggers).sort()).toEqual(
    [...Object.keys(events), 'event_received'].sort(),
  ));

it.each(['triggers', 'creates', 'searches'] as const)(
  'registers each file of %s/ under its name (index.ts)',
  (kind) => expect(Object.keys(app[kind]).sort()).toEqual(files(kind)),
);

it.each(Object.entries(endpoints))(
  'has a route for %s in the sandbox (sandbox/api/routes.ts)',
  async (_, { method, path }) => {
    const answer = await fetch(sandbox.url + path.replaceAll(/[{}]/g, ''), {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    });
    expect(await answer.text()).not.toContain('There is no such address');
  },
);
