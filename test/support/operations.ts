/**
 * One operation in the platform's own handler, by its key. Nock answers for the service: it refuses
 * another body, and any other request.
 */
import app from '../../index.ts';
import { noCache } from '../../zapier/local/cache.ts';
import { methodOf, runner } from './app.ts';
import { authData, useNock, withRefusals } from './nock.ts';

const run = withRefusals(runner(app, noCache));

/** Runs a create or a search with this input. */
export function useStep(key: string, inputData: object) {
  useNock();
  return () => run(methodOf(key), { authData, inputData });
}

/** Switches a trigger on and off, and runs it with an event. */
export function useTrigger(key: string, inputData: object = {}) {
  useNock();
  const method = (name: string) => methodOf(key).replace(/perform$/, name);
  const call = (name: string, more: object) =>
    run(method(name), { authData, inputData, subscribeData: { id: 'wh_1' }, ...more });
  return {
    subscribe: (targetUrl: string) => call('performSubscribe', { targetUrl }),
    unsubscribe: () => call('performUnsubscribe', {}),
    receive: (event: object) => call('perform', { rawRequest: { content: JSON.stringify(event) } }),
  };
}
