/** The stores of Zapier and of a process keep the contract of a store. */
import { createRequire } from 'node:module';
import type { ZObject } from 'zapier-platform-core';

import { openStore } from '../../host/process-store.ts';
import { storeOf } from '../../zapier/cache.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { brokenRules, movableClock, type Opened } from '../support/store-contract.ts';

const load = createRequire(import.meta.url);
const tools = 'zapier-platform-core/src/tools';
const createCache = load(`${tools}/create-cache`) as (input: object) => unknown;
const createRpc = load(`${tools}/create-rpc-client`) as (event: object) => unknown;

/** The store of a step whose event is this one. */
const storeBy = (event: object) =>
  storeOf({ cache: createCache({ _zapier: { rpc: createRpc(event) } }) } as unknown as ZObject);

let cache: Cache;
beforeAll(async () => (cache = await startCache()));
afterAll(() => cache.close());

describe("Zapier's cache", () => {
  const open = (event: object = cache.event): Opened => {
    cache.clear();
    return { clients: [storeBy(event), storeBy(event)], advance: cache.advance };
  };

  it('keeps the contract', async () => expect(await brokenRules(open)).toEqual([]));

  it('keeps it without saying whether it set a value', async () => {
    const openMute = () => {
      const opened = open();
      cache.beMute();
      return opened;
    };
    expect(await brokenRules(openMute)).toEqual([]);
  });

  it('of the test tools does not: it sets each claim, and no value ends', async () =>
    expect(await brokenRules(() => open({ zcacheTestObj: {} }))).toEqual([
      'lets one client alone claim a key, and keeps its value',
      'lets one of many claims at once have the key',
      'gives no claim of a key that was set',
      'ends a value and a claim when their time is over',
      'shortens and extends a claim',
    ]));
});

it('the memory of a process keeps the contract', async () => {
  const open = (): Opened => {
    const store = openStore(10);
    return { clients: [store, store], advance: movableClock() };
  };
  expect(await brokenRules(open)).toEqual([]);
});
