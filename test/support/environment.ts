/** Node's environment of a test file: no network but this machine's, and nothing left to the next file. */
import { AsyncLocalStorage } from 'node:async_hooks';
import dns from 'node:dns';
import vm, { type CompileFunctionOptions } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** The names that are looked up; all others do not exist. */
const ownNames = ['localhost', '127.0.0.1', '::1', '0.0.0.0'];
const { lookup } = dns;
dns.lookup = Object.assign((name: string, ...rest: unknown[]) => {
  if (ownNames.includes(name)) return Reflect.apply(lookup, dns, [name, ...rest]) as never;
  const error = new Error(`Tests look up no names, not ${name} either.`);
  const done = rest.at(-1) as (error: Error) => void;
  setImmediate(done, Object.assign(error, { code: 'ENOTFOUND' }));
}, lookup);

/**
 * Jest and Hono open one for each file and close none. Until then each is copied into every promise,
 * timer and socket of the worker, so that a file costs the more the later it runs.
 */
const open = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...rest: unknown[]) {
  open.add(this);
  return Reflect.apply(run, this, rest) as never;
};

/**
 * Jest compiles each module anew for each file of tests. A script that was compiled once runs in the
 * next file's globals as well, with all its functions that were compiled since.
 */
const compiled = new Map<string, { code: string; script: vm.Script }>();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters = [], options: CompileFunctionOptions = {}) => {
  const { filename = '', parsingContext } = options;
  if (!parsingContext) return compileFunction(code, parameters, options);
  let found = compiled.get(filename);
  if (found?.code !== code) {
    const start = `(function (${parameters.join()}) {`;
    const script = new vm.Script(`${start}${code}\n})`, { filename, columnOffset: -start.length });
    found = { code, script };
    compiled.set(filename, found);
  }
  return found.script.runInContext(parsingContext) as never;
};

export default class extends TestEnvironment {
  override async teardown(): Promise<void> {
    await super.teardown();
    for (const storage of open) storage.disable();
    open.clear();
  }
}
