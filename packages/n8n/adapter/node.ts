/** Prepares a node's step: credential, HTTP helpers and memory. */
import {
  NodeOperationError,
  type IAllExecuteFunctions,
  type ICredentialsDecrypted,
  type ICredentialTestFunctions,
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type IN8nHttpFullResponse,
  type INode,
  type INodeCredentialTestResult,
  type NodeError,
  type IWebhookFunctions,
} from 'n8n-workflow';

import { testConnection as proveKey } from '../../../client/connection-test.ts';
import { accountOf, connectionOf, credentialName, type Account } from '../credential-settings.ts';
import { processStore } from '../memory/store.ts';
import { storeOf } from '../memory/stores.ts';
import { nodeError } from './errors.ts';
import { runStep, type Step } from './step.ts';

type Inside = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** The common parts of all items of an action, or of a trigger. */
export async function stepOf(context: Inside): Promise<Step> {
  const { helpers } = context;
  const credential = await context.getCredentials(credentialName);
  const shared = storeIn(context, credential);
  return {
    getNode: () => context.getNode(),
    ...settingsIn(credential, context.getNode()),
    connection: connectionOf(credential),
    http: {
      withKey: (options) =>
        helpers.httpRequestWithAuthentication.call(
          context as IAllExecuteFunctions,
          credentialName,
          options,
        ),
      plain: (options) => helpers.httpRequest(options),
    },
    store: shared ?? processStore,
    shared,
  };
}

/** @throws NodeOperationError for a store that does not work with this n8n. */
function storeIn(context: Inside, credential: IDataObject) {
  try {
    return storeOf(credential, context.logger);
  } catch (error) {
    throw new NodeOperationError(context.getNode(), error as Error);
  }
}

/** @throws NodeOperationError for an invalid field of the credential. */
function settingsIn(credential: IDataObject, node: INode): Account {
  try {
    return accountOf(credential);
  } catch (error) {
    throw nodeError(node, error as Error);
  }
}

/** Proves the key of a credential without side effects. */
async function testConnection(
  context: ICredentialTestFunctions,
  credential: IDataObject,
): Promise<INodeCredentialTestResult> {
  const withKey = async ({ url, method, headers, timeout }: IHttpRequestOptions) =>
    (await context.helpers.request({
      uri: url,
      method,
      headers,
      timeout,
      simple: false,
      followRedirect: false,
      resolveWithFullResponse: true,
      encoding: null,
    })) as IN8nHttpFullResponse;
  const node = { name: 'Credential', type: credentialName } as INode;
  try {
    const step: Step = {
      getNode: () => node,
      ...settingsIn(credential, node),
      connection: connectionOf(credential),
      http: { withKey, plain: withKey },
      store: processStore,
    };
    await runStep(step, proveKey);
    return { status: 'OK', message: 'The key is accepted' };
  } catch (error) {
    const { message, description } = error as NodeError;
    return { status: 'Error', message: [message, description].filter(Boolean).join(' ') };
  }
}

/** The credential's test, which both nodes share. */
export const credentialTest = {
  testConnection(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted) {
    return testConnection(this, data as IDataObject);
  },
};
