/** Runs methods of an app as Zapier does: an event with a bundle, through the app handler. */
import { createAppHandler, type AppHandler } from './app-handler.ts';
import { kinds, type Operation } from './definition.ts';

/** The event that runs one method, for example `creates.create_case.operation.perform`. */
export const executeEvent = (method: string, bundle: object = {}) => ({
  command: 'execute',
  method,
  bundle: { inputData: {}, meta: {}, ...bundle },
});

type App = Partial<Record<string, Record<string, object>>>;

/**
 * The app with only the operation of a method and its resource, because the platform copies all of
 * them for each event.
 */
function appFor(app: App, method: string): object {
  const [kind = '', key = ''] = method.split('.');
  const operation = app[kind]?.[key] as Partial<Operation> | undefined;
  const only = kinds.map((group) => [
    group,
    group === kind && operation ? { [key]: operation } : {},
  ]);
  const resource = operation?.operation?.resource as string | undefined;
  const resources = resource ? { [resource]: app.resources![resource] } : {};
  return { ...app, resources, searchOrCreates: {}, ...Object.fromEntries(only) };
}

/**
 * A function that runs methods of the app. `more` goes into each event, for example the cache of
 * zapier/local/cache.ts; `common` goes into each bundle, for example the connection.
 */
export function runner(app: object, more: object = {}, common: object = {}) {
  const handlers = new Map<string, AppHandler>();
  return async <T = Record<string, any>>(method: string, bundle: object = {}): Promise<T> => {
    const handle = handlers.get(method) ?? createAppHandler(appFor(app, method));
    handlers.set(method, handle);
    const event = executeEvent(method, { ...common, ...bundle });
    const { results } = await handle({ calledFromCli: true, ...event, ...more });
    return results as T;
  };
}
