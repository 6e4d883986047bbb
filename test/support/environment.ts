/**
 * Jest's environment for a test file: Node without a network beyond this machine, and with a
 * temporary folder for the test and its child processes. It removes the folder at the end.
 */
import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

/** The names that resolve; all others do not exist. */
const ownNames = ['localhost', '127.0.0.1', '::1', '0.0.0.0'];
const { lookup } = dns;
dns.lookup = Object.assign((name: string, ...rest: unknown[]) => {
  if (ownNames.includes(name)) return Reflect.apply(lookup, dns, [name, ...rest]) as never;
  const error = new Error(`Tests look up no names, not ${name} either.`);
  const done = rest.at(-1) as (error: Error) => void;
  setImmediate(done, Object.assign(error, { code: 'ENOTFOUND' }));
}, lookup);

const ofSystem = tmpdir();

export default class extends TestEnvironment {
  private readonly folder: string;

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const folder = mkdtempSync(join(ofSystem, 'test-'));
    // The test gets a copy of these variables.
    process.env.TMPDIR = folder;
    super(...args);
    this.folder = folder;
  }

  override async teardown() {
    await super.teardown();
    process.env.TMPDIR = ofSystem;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
