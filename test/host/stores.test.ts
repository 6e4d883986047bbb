/** The stores of Zapier, of a process and of a file keep the contract of a store. */
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ZObject } from 'zapier-platform-core';

import { openFileStore } from '../../host/node/file-store.ts';
import { openStore } from '../../host/process-store.ts';
import { storeOf } from '../../zapier/cache.ts';
import { runBeside } from '../../scripts/checks/run.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { bundled } from '../support/commands.ts';
import { brokenRules, movableClock, type Opened } from '../support/store-contract.ts';

/** The writes that fail from now on. */
let mockFailures = 0;
jest.mock('node:fs', () => {
  const real = jest.requireActual<typeof fs>('node:fs');
  const writeFileSync = (...args: Parameters<typeof real.writeFileSync>) => {
    if (mockFailures-- > 0) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    real.writeFileSync(...args);
  };
  return { ...real, writeFileSync };
});

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

const newFolder = () => fs.mkdtempSync(join(tmpdir(), 'memory-'));
const open = (folder: string, isFresh?: boolean) =>
  openFileStore(folder, (text) => new Error(text), isFresh);

it.each<[where: string, open: () => Opened['clients']]>([
  ['a process', (store = openStore(10)) => [store, store]],
  ['a folder', (folder = newFolder()) => [open(folder), open(folder)]],
])('the memory of %s keeps the contract', async (_where, clients) => {
  const opened = (): Opened => ({ clients: clients(), advance: movableClock() });
  expect(await brokenRules(opened)).toEqual([]);
});

describe('the memory on disk', () => {
  /** Runs a module. @returns what it prints. */
  const printed = async (code: string, args: string[] = [], env = {}) => {
    const module = ['--input-type=module', '--eval', code];
    const options = { env: { ...process.env, ...env } };
    return (await runBeside(process.execPath, [...module, ...args], options)).text.trim();
  };

  it('gives each of many keys to one process, and is read by its owner alone', async () => {
    const folder = join(newFolder(), 'made', 'memory');
    const code = `import { openFileStore } from './${bundled('host/node/file-store.ts')}';
      const { claim } = openFileStore(${JSON.stringify(folder)}, Error);
      const keys = [...Array(20).keys()].map(String);
      const got = await Promise.all(keys.map((key) => claim(key, process.pid, 60)));
      console.log(keys.filter((key, index) => got[index]).join(' '));`;
    const texts = await Promise.all([1, 2, 3].map(() => printed(code)));
    const got = texts.flatMap((text) => text.split(' ').filter(Boolean)).map(Number);
    expect(got.sort((one, other) => one - other)).toEqual([...Array(20).keys()]);
    const modes = fs
      .readdirSync(folder)
      .map((file) => fs.statSync(join(folder, file)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is what zapier invoke has for a cache, until --fresh', async () => {
    const HOME = newFolder();
    const code = `import { createRequire } from 'node:module';
      await import('./${bundled('zapier/local/invoke.ts')}');
      const load = createRequire(${JSON.stringify(__filename)});
      const rpc = load('${tools}/create-rpc-client')({ zcacheTestObj: {} });
      const cache = load('${tools}/create-cache')({ _zapier: { rpc } });
      const isGot = await cache.set('key', 1, 60, ['auth'], true);
      console.log(isGot, await cache.get('key'), process.argv.length);`;
    const texts: string[] = [];
    for (const more of [[], [], ['--', '--fresh']]) texts.push(await printed(code, more, { HOME }));
    expect(texts).toEqual(['true 1 1', 'null 1 1', 'true 1 1']);
  });

  it('goes on where a process was killed while it wrote', async () => {
    const folder = newFolder();
    await open(folder).set('key', 1, 60);
    fs.writeFileSync(join(folder, 'killed.draft'), '{"memory":{"key":');
    expect(await open(folder).claim('key', 2, 60)).toBe(false);
  });

  it.each([
    ['a file', (folder: string) => join(folder, '1.json')],
    ['below a file', (folder: string) => join(folder, '1.json', 'memory')],
  ])('that is %s is told', async (_what, placed) => {
    const folder = newFolder();
    await open(folder).set('key', 1, 60);
    for (const isFresh of [false, true]) {
      const told = /^The memory .* cannot be used: a file is where its folder should be\./;
      expect(() => open(placed(folder), isFresh)).toThrow(told);
    }
  });

  const full = /^The memory .*: the disk is full\. Make room on it\.$/;
  it.each<[outcome: string, failures: number, isWritten: boolean]>([
    ['is written once older files are gone', 1, true],
    ['is told, and claims nothing', Infinity, false],
  ])('on a full disk %s, and loses nothing', async (_outcome, failures, isWritten) => {
    const folder = newFolder();
    const store = open(folder);
    for (const value of [1, 2]) await store.set('key', value, 60);
    mockFailures = failures;
    const claimed = store.claim('other', 1, 60);
    if (isWritten) expect(await claimed).toBe(true);
    else await expect(claimed).rejects.toThrow(full);
    mockFailures = 0;
    expect(await open(folder).get('key')).toBe(2);
    expect(await open(folder).claim('other', 1, 60)).toBe(!isWritten);
  });

  it.each(['', 'home'])('has no place in the home folder "%s"', async (HOME) => {
    const code = `import { openUserStore } from './${bundled('host/node/file-store.ts')}';
      openUserStore((text) => console.log(text));`;
    expect(await printed(code, [], { HOME })).toMatch(/^The memory .* has no place\. Set HOME/);
  });

  it.each(['', '{"memory":{"key":', '[]', '{"memory":{"key":{"value":1}},"changes":[]}'])(
    'that is damaged (%s) is told and stays, until it is emptied',
    async (text) => {
      const folder = newFolder();
      const store = open(folder);
      await store.set('key', 1, 60);
      const file = join(folder, fs.readdirSync(folder)[0]!);
      fs.writeFileSync(file, text);
      const damaged = /memory-\w+, cannot be used: it is damaged\. Restore the file, or start with/;
      expect(() => open(folder)).toThrow(damaged);
      await expect(store.get('key')).rejects.toThrow(damaged);
      await expect(store.claim('other', 1, 60)).rejects.toThrow(damaged);
      expect(fs.readFileSync(file, 'utf8')).toBe(text);
      expect(await open(folder, true).get('key')).toBeUndefined();
      expect(fs.readdirSync(folder)).toHaveLength(1);
      expect(await store.claim('key', 1, 60)).toBe(true);
    },
  );
});
