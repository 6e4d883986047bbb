/** A memory that is full forgets what is oldest: the latest event is the likeliest to come again. */
import type { Store } from '../../../host/host.ts';
import { openStore } from '../../../host/process-store.ts';
import { triggerStore } from '../memory/trigger-data.ts';

/** What the static data of a node holds (packages/n8n/memory/trigger-data.ts). */
const most = 1000;
const remembers = async (store: Store, index: number) =>
  (await store.get(`event ${index}`)) !== undefined;

it.each<[string, () => Store]>([
  ['the static data of a node', () => triggerStore({})],
  ['the process', () => openStore(most)],
])('in %s', async (_, open) => {
  const store = open();
  for (let index = 0; index <= most; index++) await store.claim(`event ${index}`, 'done', 60);
  expect(await remembers(store, 0)).toBe(false);
  expect(await remembers(store, 1)).toBe(true);
  expect(await remembers(store, most)).toBe(true);
  // What is set again is as new: not it goes next, but what is oldest now.
  await store.set('event 1', 'done', 60);
  await store.claim(`event ${most + 1}`, 'done', 60);
  expect(await remembers(store, 1)).toBe(true);
  expect(await remembers(store, 2)).toBe(false);
});
