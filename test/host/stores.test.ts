/** The stores of Zapier, of a process and of a file keep the contract of a store. */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ZObject } from 'zapier-platform-core';

import { emptyFileStore, openFileStore } from '../../host/node/file-store.ts';
import { openStore } from '../../host/process-store.ts';
import { storeOf } from '../../zapier/cache.ts';
import { runBeside } from '../../scripts/checks/run.ts';
import { tsx } from '../../scripts/process.ts';
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

const folder = () => mkdtempSync(join(tmpdir(), 'memory-'));
const open = (file: string) => openFileStore(file, (text) => new Error(text));

it.each<[where: string, open: () => Opened['clients']]>([
  ['a process', (store = openStore(10)) => [store, store]],
  ['a file', (file = join(folder(), 'memory.json')) => [open(file), open(file)]],
])('the memory of %s keeps the contract', async (_where, clients) => {
  const opened = (): Opened => ({ clients: clients(), advance: movableClock() });
  expect(await brokenRules(opened)).toEqual([]);
});

describe('the memory in a file', () => {
  it('gives each of many keys to one process, and is read by its owner alone', async () => {
    const file = join(folder(), 'made', 'memory.json');
    const code = `import { openFileStore } from './host/node/file-store.ts';
      const { claim } = openFileStore(${JSON.stringify(file)}, Error);
      const keys = [...Array(20).keys()].map(String);
      const got = await Promise.all(keys.map((key) => claim(key, process.pid, 60)));
      console.log(keys.filter((key, index) => got[index]).join(' '));`;
    const args = [...tsx, '--input-type=module', '--eval', code];
    const processes = await Promise.all([1, 2].map(() => runBeside(process.execPath, args)));
    const got = processes.flatMap(({ stdout }) => stdout.trim().split(' ').filter(Boolean));
    expect(got.map(Number).sort((one, other) => one - other)).toEqual([...Array(20).keys()]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  it('is what zapier invoke has for a cache, until --fresh', async () => {
    const env = { ...process.env, HOME: folder() };
    const code = `import { createRequire } from 'node:module';
      const load = createRequire(${JSON.stringify(__filename)});
      const rpc = load('${tools}/create-rpc-client')({ zcacheTestObj: {} });
      const cache = load('${tools}/create-cache')({ _zapier: { rpc } });
      const isGot = await cache.set('key', 1, 60, ['auth'], true);
      console.log(isGot, await cache.get('key'), process.argv.length);`;
    const args = [
      ...tsx,
      '--import',
      './zapier/local/invoke.ts',
      '--input-type=module',
      '--eval',
      code,
    ];
    const runs = [[], [], ['--', '--fresh']].map((more) => [...args, ...more]);
    const texts: string[] = [];
    for (const one of runs) texts.push((await runBeside(process.execPath, one, { env })).text);
    expect(texts).toEqual(['true 1 1\n', 'null 1 1\n', 'true 1 1\n']);
  });

  it('is free again after a process was killed', async () => {
    const file = join(folder(), 'memory.json');
    mkdirSync(`${file}.lock`);
    expect(await open(file).claim('key', 1, 60)).toBe(true);
  });

  it.each(['', '{"memory":{"key":', '[]', '{"memory":{"key":{"value":1}}}'])(
    'that is damaged (%s) is told and stays, until it is emptied',
    async (text) => {
      const file = join(folder(), 'memory.json');
      const store = open(file);
      await store.set('key', 1, 60);
      writeFileSync(file, text);
      const damaged =
        /memory\.json, cannot be used: it is damaged\. Restore the file, or start with/;
      expect(() => open(file)).toThrow(damaged);
      await expect(store.get('key')).rejects.toThrow(damaged);
      await expect(store.claim('other', 1, 60)).rejects.toThrow(damaged);
      expect(readFileSync(file, 'utf8')).toBe(text);
      await emptyFileStore(file);
      expect(await store.claim('key', 1, 60)).toBe(true);
    },
  );
});
