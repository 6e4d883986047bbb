/** The stores of the nodes that need no database keep the contract, and forget what is oldest. */
import type { Store } from '../../../host/host.ts';
import { openStore } from '../../../host/process-store.ts';
import { brokenRules, movableClock, type Opened } from '../../../test/support/store-contract.ts';
import { both } from '../memory/store.ts';
import { triggerStore } from '../memory/trigger-data.ts';

/** What the static data of a node holds (packages/n8n/memory/trigger-data.ts). */
const most = 1000;
const remembers = async (store: Store, index: number) =>
  (await store.get(`event ${index}`)) !== undefined;

afterEach(() => jest.restoreAllMocks());

it.each<[string, () => Opened['clients']]>([
  [
    'the static data of a node',
    () => {
      const data = {};
      return [triggerStore(data), triggerStore(data)];
    },
  ],
  [
    'the process and the static data of a node',
    () => {
      const [process, data] = [openStore(most), {}];
      return [both(process, triggerStore(data)), both(process, triggerStore(data))];
    },
  ],
])('%s keeps the contract of a store', async (_, clients) => {
  const open = () => ({ clients: clients(), advance: movableClock() });
  expect(await brokenRules(open)).toEqual([]);
});

// The latest event is the likeliest to come again.
it.each<[string, () => Store]>([
  ['the static data of a node', () => triggerStore({})],
  ['the process', () => openStore(most)],
])('what is oldest goes first from %s', async (_, open) => {
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
