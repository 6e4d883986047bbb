/** The seed with many cases lives: something of everything is in it. */
import { countWaiting, waitingSince } from '../../domain/requests.ts';
import { stateOf, states } from '../../domain/states.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

it('has cases in all states, late requests, refused documents and names in five scripts', () => {
  sandbox.reset('many');
  const { cases, store, documents, clock } = sandbox.services;
  const rows = cases.list({}, 100);
  expect(rows).toHaveLength(60);
  const found = new Set(rows.map(stateOf));
  expect(states.filter((state) => !found.has(state))).toEqual([]);
  const waiting = [
    ...waitingSince(
      store,
      rows.map(({ application_id }) => application_id),
    ).values(),
  ];
  expect(waiting).toHaveLength(countWaiting(store, 100));
  const late = waiting.filter(({ due }) => due! < clock.today());
  expect([late.length > 0, late.length < waiting.length]).toEqual([true, true]);
  const refused = rows.flatMap(({ application_id }) =>
    documents.list(application_id).filter(({ validity }) => validity === 'invalid'),
  );
  expect(refused.length).toBeGreaterThan(1);
  const names = rows.map(({ name }) => name).join();
  for (const script of ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Han']) {
    expect([script, new RegExp(`\\p{Script=${script}}`, 'u').test(names)]).toEqual([script, true]);
  }
  expect(new Set(rows.map(({ name }) => name)).size).toBe(60);
});
