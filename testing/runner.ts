/** Runs methods of an app the way Zapier does: an event with a bundle, through the app handler. */
import { createAppHandler } from './app-handler.ts';

/** The event that runs one method, for example `creates.create_case.operation.perform`. */
export const executeEvent = (method: string, bundle: object = {}) => ({
  command: 'execute',
  method,
  bundle: { inputData: {}, meta: {}, ...bundle },
});

/**
 * A function that runs methods of the app. `more` goes into each event, for example the cache of
 * testing/cache.ts; `common` into each bundle, for example the connection.
 */
export function runner(app: object, more: object = {}, common: object = {}) {
  const handle = createAppHandler(app);
  return async <T = Record<string, any>>(method: string, bundle: object = {}): Promise<T> => {
    const event = executeEvent(method, { ...common, ...bundle });
    const { results } = await handle({ calledFromCli: true, ...event, ...more });
    return results as T;
  };
}
