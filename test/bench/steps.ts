/** The events of Zapier that run our steps and those of the floor. */
import { executeEvent } from '../../zapier/local/runner.ts';
import { ownKey } from '../../packages/sandbox/domain/api-keys.ts';
import { examples } from '../support/examples.ts';

/** Zapier's cache answers from memory. The row of trips counts its requests. */
const execute = (base_url: string, method: string, bundle: object) => ({
  ...executeEvent(method, { authData: { base_url, api_key: ownKey }, ...bundle }),
  zcacheTestObj: {},
});

/** The event that runs our step with the service at `url`. */
export const stepEvent = (url: string, key: string, bundle = examples[key]!.bundle) =>
  execute(url, examples[key]!.run, bundle);

/** The event that runs an app of `apps/floor-app.mjs`. */
export const floorEvent = (url: string, inputData: object) =>
  execute(url, 'creates.floor.operation.perform', { inputData });

/** The requests of Create Case, which the floor sends without our code. */
export const requests = examples.create_case!.requests.map(({ method, path }) => ({
  method,
  path,
  ...(method === 'POST' && { body: '{"business":{"organization_name":"Lumen"}}' }),
}));
