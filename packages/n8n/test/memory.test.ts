/** A memory that is full forgets what is oldest: the latest event is the likeliest to come again. */
import { openStore, type Store } from '../../../hosts/memory.ts';
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
  for (let index = 0; index <= most; index++) await store.set(`event ${index}`, 'done', 60, true);
  expect(await remembers(store, 0)).toBe(false);
  expect(await remembers(store, 1)).toBe(true);
  expect(await remembers(store, most)).toBe(true);
  // What is set again is as new: not it goes next, but what is oldest now.
  await store.set('event 1', 'done', 60, false);
  await store.set(`event ${most + 1}`, 'done', 60, true);
  expect(await remembers(store, 1)).toBe(true);
  expect(await remembers(store, 2)).toBe(false);
});
