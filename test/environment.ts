/** Node's environment of a test file, without what the file would leave behind in its worker. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

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

export default class extends TestEnvironment {
  override async teardown(): Promise<void> {
    await super.teardown();
    for (const storage of open) storage.disable();
    open.clear();
  }
}
