/** Runs one method of an operation as Zapier would: with `z` and a bundle. */
import type { IDataObject, INode } from 'n8n-workflow';

import { fingerprint } from '../../api/transport.ts';
import type { Binaries } from './binary.ts';
import { workflowCache } from './cache.ts';
import { nodeError } from './errors.ts';
import { requester, type Send } from './request.ts';

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
  node: INode;
  authData: AuthData;
  send: Send;
  /** Where the operations remember what they made. */
  staticData: IDataObject;
  binaries?: Binaries;
  itemIndex?: number;
}

/**
 * @returns what the method returns.
 * @throws NodeOperationError, NodeApiError with the message that Zapier would show, in n8n's words.
 */
export async function runMethod<T>(method: Method, step: Step, bundle: object): Promise<T> {
  const { authData, node, itemIndex } = step;
  const z = {
    request: requester(step.send, step.binaries ?? new Map()),
    cache: workflowCache(step.staticData, fingerprint([authData.base_url, authData.api_key])),
  };
  try {
    return (await method(z as never, { authData, inputData: {}, ...bundle } as never)) as T;
  } catch (error) {
    throw nodeError(node, error as Error, itemIndex);
  }
}
