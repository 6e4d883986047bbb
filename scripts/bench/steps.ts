/** Every step that sends requests: its input, and the requests that the specification needs. */
import { executeEvent } from '../../test/support/runner.ts';
import { ownKey } from '../../packages/sandbox/domain/api-keys.ts';
import { examples } from '../../test/support/examples.ts';

/** The floor's JSON body. */
const body = '{"business":{"organization_name":"Lumen"}}';

export const steps = Object.fromEntries(
  Object.entries(examples).map(([key, { run, bundle, requests }]) => [
    key,
    {
      method: run,
      bundle,
      // The floor sends these without our code.
      requests: requests.map(({ method, path }) => ({
        method,
        path,
        ...(method === 'POST' && { body }),
        ...(path === '/api/applications/app_1' && method === 'PUT' && { body }),
      })),
    },
  ]),
);

export type Step = (typeof steps)[string];

/** Zapier's cache answers from memory. The row of trips counts its requests. */
const execute = (base_url: string, method: string, bundle: object) => ({
  ...executeEvent(method, { authData: { base_url, api_key: ownKey }, ...bundle }),
  zcacheTestObj: {},
});

/** The event that runs our step with the service at `url`. */
export const stepEvent = (url: string, { method, bundle }: { method: string; bundle: object }) =>
  execute(url, method, bundle);

/** The event that runs an app of `apps/floor-app.mjs`: its requests, or its file. */
export const floorEvent = (url: string, inputData: Pick<Step, 'requests'> | { file: string }) =>
  execute(url, 'creates.floor.operation.perform', { inputData });

/** The event that runs a step of our definition with the floor's function. */
export const definitionEvent = (url: string, { method, requests }: Step) =>
  execute(url, method, { inputData: { requests } });
