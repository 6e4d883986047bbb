/**
 * Runs before each test file: short waits, no network beyond this machine, and a temporary folder
 * for the test and its child processes. What the file changes in the process ends with it; Vitest
 * itself restores mocks.
 */
import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { delays } from '../../client/time.ts';
import { liftMemoryLimit } from './memory-limit.ts';

delays.retry = 1;
delays.poll = 2;
delays.polls = 1;
liftMemoryLimit();

/** The names that resolve; all others do not exist. */
const ownNames = ['localhost', '127.0.0.1', '::1', '0.0.0.0'];
const { lookup } = dns;
dns.lookup = Object.assign((name: string, ...rest: unknown[]) => {
  if (ownNames.includes(name)) return Reflect.apply(lookup, dns, [name, ...rest]) as never;
  const error = new Error(`Tests look up no names, not ${name} either.`);
  const done = rest.at(-1) as (error: Error) => void;
  setImmediate(done, Object.assign(error, { code: 'ENOTFOUND' }));
}, lookup);

const variables = { ...process.env };
const folder = mkdtempSync(join(tmpdir(), 'test-'));
process.env.TMPDIR = folder;

afterAll(() => {
  vi.useRealTimers();
  dns.lookup = lookup;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
  rmSync(folder, { recursive: true, force: true });
});
