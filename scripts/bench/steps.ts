/** Every step that sends requests: its input, and the requests the specification needs for it. */
import { executeEvent } from '../../test/support/runner.ts';
import { defaultKey } from '../../packages/sandbox/server.tsx';
import { examples } from '../../test/support/examples.ts';

/** What the floor sends where a step sends JSON. */
const body = '{"business":{"organization_name":"Lumen"}}';

export const steps = Object.fromEntries(
  Object.entries(examples).map(([key, { run, bundle, requests }]) => [
    key,
    {
      method: run,
      // Without Zapier's cache beside it, a Zap that is known would only wait for it.
      bundle: { ...bundle, subscribeData: {} },
      // What the floor sends, with no code of ours.
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

const execute = (base_url: string, method: string, bundle: object) =>
  executeEvent(method, { authData: { base_url, api_key: defaultKey }, ...bundle });

/** The event that runs a step of ours against the service at `url`. */
export const stepEvent = (url: string, { method, bundle }: { method: string; bundle: object }) =>
  execute(url, method, bundle);

/** The event that runs an app made by `apps/floor-app.mjs`: what it sends, or the file it uploads. */
export const floorEvent = (url: string, inputData: Pick<Step, 'requests'> | { file: string }) =>
  execute(url, 'creates.floor.operation.perform', { inputData });

/** The event that runs a step of our definition where its function is the floor's. */
export const definitionEvent = (url: string, { method, requests }: Step) =>
  execute(url, method, { inputData: { requests } });
