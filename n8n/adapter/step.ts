/** Runs one method of an operation as Zapier would: with `z` and a bundle. */
import type { IDataObject, INode } from 'n8n-workflow';

import { fingerprint } from '../../api/transport.ts';
import type { Binaries } from './binary.ts';
import { workflowCache } from './cache.ts';
import { nodeError } from './errors.ts';
import { requester, type Http } from './request.ts';

export const credentialName = 'complianceOnboardingApi';

/** The connection as the operations know it. */
export interface AuthData {
  base_url: string;
  api_key: string;
  webhook_secret: string;
}

/** A credential's fields -> the connection. */
export const authDataOf = ({ baseUrl, apiKey, webhookSecret }: IDataObject): AuthData => ({
  base_url: String(baseUrl ?? ''),
  api_key: String(apiKey ?? ''),
  webhook_secret: String(webhookSecret ?? ''),
});

/** A method of the app; what types its bundle has, it checks itself. */
export type Method = (z: never, bundle: never) => unknown;

export interface Step {
  getNode(): INode;
  authData: AuthData;
  http: Http;
  /** Where the operations remember what they made. */
  staticData: IDataObject;
}

/**
 * @returns what the method returns.
 * @throws NodeOperationError, NodeApiError with the message that Zapier would show, in n8n's words.
 */
export async function runMethod<T>(
  method: Method,
  { authData, getNode, http, staticData }: Step,
  bundle: object,
  { itemIndex = 0, binaries = new Map() as Binaries } = {},
): Promise<T> {
  const z = {
    request: requester(http, binaries),
    cache: workflowCache(staticData, () => fingerprint([authData.base_url, authData.api_key])),
    logsNothing: true,
  };
  try {
    return (await method(z as never, { authData, inputData: {}, ...bundle } as never)) as T;
  } catch (error) {
    throw nodeError(getNode(), error as Error, itemIndex);
  }
}
