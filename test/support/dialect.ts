/** Steps and forms in another dialect than that of the build. */
import type { Difference } from '../../service/dialect.ts';

/** Runs the work while SERVICE_DIALECT contains differences or the name of a preset. */
export async function withDialect<Result>(
  difference: Difference | string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const before = process.env.SERVICE_DIALECT;
  process.env.SERVICE_DIALECT =
    typeof difference === 'string' ? difference : JSON.stringify(difference);
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.SERVICE_DIALECT;
    else process.env.SERVICE_DIALECT = before;
  }
}

type App = Record<string, any>;

/**
 * Loads the app anew, with forms that follow the variable SERVICE_DIALECT, as on platforms that build
 * none: they stay as they are for the life of its modules. Waits are short.
 */
export async function loadApp(): Promise<App> {
  let app: App = {};
  await jest.isolateModulesAsync(async () => {
    const { delays } = await import('../../client/basics/time.ts');
    Object.assign(delays, { retry: 1, poll: 5, polls: 100 });
    ({ default: app } = (await import('../../index.ts')) as { default: App });
  });
  return app;
}
