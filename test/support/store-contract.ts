/** What the memory relies on in every store. */
import { setTimeout as wait } from 'node:timers/promises';

import type { Store } from '../../host/host.ts';

/** A store with two clients, and a clock that a test moves. */
export interface Opened {
  clients: readonly [Store, Store];
  /** Lets seconds go by. */
  advance(seconds: number): unknown;
}

type Rule = (
  one: Store,
  other: Store,
  advance: Opened['advance'],
) => Promise<[actual: unknown, expected: unknown]>;

const value = { by: 'first', list: [1, null, 'é'] };
const second = { by: 'second' };

/** Each rule with what it reads and what it should read. */
const rules: Record<string, Rule> = {
  'has no value at first': async (one) => [await one.get('key'), undefined],
  'gives each client what the other one set last': async (one, other) => {
    await one.set('key', second, 60);
    await other.set('key', value, 60);
    return [
      [await one.get('key'), await other.get('key')],
      [value, value],
    ];
  },
  'lets one client alone claim a key, and keeps its value': async (one, other) => {
    const got = [await one.claim('key', value, 60), await other.claim('key', second, 60)];
    return [
      [...got, await one.get('key')],
      [true, false, value],
    ];
  },
  'lets one of many claims at once have the key': async (one, other) => {
    const claims = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? one : other).claim('key', { by: index }, 60),
    );
    const got = await Promise.all(claims);
    return [got.filter(Boolean), [true]];
  },
  'gives no claim of a key that was set': async (one, other) => {
    await one.set('key', value, 60);
    return [
      [await other.claim('key', second, 60), await one.get('key')],
      [false, value],
    ];
  },
  'keeps the keys apart': async (one, other) => {
    await one.set('key', value, 60);
    return [
      [await other.claim('other', second, 60), await one.get('other')],
      [true, second],
    ];
  },
  'ends a value and a claim when their time is over': async (one, other, advance) => {
    await one.claim('lock', value, 60);
    await one.set('note', value, 60);
    await advance(59);
    const before = [await other.claim('lock', second, 60), await other.get('note')];
    await advance(2);
    const after = [await other.claim('lock', second, 60), await other.get('note')];
    return [
      [before, after],
      [
        [false, value],
        [true, undefined],
      ],
    ];
  },
  'shortens and extends a claim': async (one, other, advance) => {
    await one.claim('short', value, 60);
    await one.claim('long', value, 60);
    await Promise.all([one.set('short', value, 15), one.set('long', value, 600)]);
    await advance(61);
    const got = await Promise.all([
      other.claim('short', second, 60),
      other.claim('long', second, 60),
    ]);
    return [got, [true, false]];
  },
  'frees a key that is deleted, also one without a value': async (one, other) => {
    await one.delete('key');
    await one.claim('key', value, 60);
    await one.delete('key');
    return [
      [await one.get('key'), await other.claim('key', second, 60)],
      [undefined, true],
    ];
  },
};

const { now } = Date;

/** The part of `Opened` for stores of this process: moves its clock. The test restores it. */
export function movableClock(): Opened['advance'] {
  let ahead = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  return (seconds) => void (ahead += seconds * 1000);
}

/** The rules that a store breaks. @param open opens an empty store. */
export async function brokenRules(open: () => Opened | Promise<Opened>): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, check] of Object.entries(rules)) {
    const { clients, advance } = await open();
    const [actual, expected] = await check(...clients, async (seconds) => {
      await advance(seconds);
      await wait(0);
    });
    if (JSON.stringify(actual) !== JSON.stringify(expected)) broken.push(rule);
  }
  return broken;
}
