/** Runs one method of an operation as Zapier would: with `z` and a bundle. */
import { sleep, type IDataObject, type INode } from 'n8n-workflow';

import type { Method } from '../../../hosts/definition.ts';
import type { HostFiles } from '../../../hosts/files.ts';
import type { Store } from '../../../hosts/memory.ts';
import type { App } from '../apps.ts';
import { cacheOf } from '../memory/cache.ts';
import { nodeError } from './errors.ts';
import { requester, type Http } from './request.ts';

export const credentialName = 'complianceOnboardingApi';

/** A credential's fields -> the connection as the operations know it. */
export const authDataOf = (credential: IDataObject) => ({
  base_url: String(credential.baseUrl ?? ''),
  api_key: String(credential.apiKey ?? ''),
  webhook_secret: String(credential.webhookSecret ?? ''),
  portal_address: String(credential.portalAddress ?? ''),
});
type AuthData = ReturnType<typeof authDataOf>;

export interface Step {
  getNode(): INode;
  /** In the dialect of the credential, with its settings. */
  app: App;
  authData: AuthData;
  http: Http;
  /** Where the operations remember what they made. */
  store: Store;
  /** The same, where all processes of n8n look. */
  shared?: Store;
}

/** Milliseconds a step waits for another that makes the same thing: as long as its claim holds. */
const patience = 65_000;

/**
 * A step that finds another one making the same thing waits for its result, and shows that.
 * @returns what the method returns.
 * @throws NodeOperationError, NodeApiError with the message that Zapier would show, in n8n's words.
 */
export async function runMethod<T>(
  method: Method,
  { app, authData, getNode, http, store }: Step,
  bundle: object,
  { itemIndex = 0, files = new Map() as HostFiles } = {},
): Promise<T> {
  const answers = { latest: undefined as number | undefined };
  const until = Date.now() + patience;
  const account = () => app.fingerprint([authData.base_url, authData.api_key]);
  for (;;) {
    const cache = cacheOf(store, account, sleep);
    const z = { request: requester(http, files, answers), cache, logsNothing: true };
    try {
      return (await method(z as never, { authData, inputData: {}, ...bundle } as never)) as T;
    } catch (error) {
      const isHeld = (error as Error).name === 'ThrottledError';
      if (isHeld && (await cache.settled(until))) continue;
      throw nodeError(getNode(), error as Error, { itemIndex, status: answers.latest });
    }
  }
}
