/** The steps of a node: credential, HTTP helpers and memory of its workflow. */
import type {
  IAllExecuteFunctions,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  IN8nHttpFullResponse,
  INode,
  INodeCredentialTestResult,
  NodeError,
  IWebhookFunctions,
} from 'n8n-workflow';

import { appFor, type App } from '../apps.ts';
import { processStore } from '../memory/store.ts';
import { storeNamed } from '../memory/stores.ts';
import { nodeError } from './errors.ts';
import { authDataOf, credentialName, runMethod, type Step } from './step.ts';

type Inside = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** What all items of an action have in common, or a trigger needs. */
export async function stepOf(context: Inside): Promise<Step> {
  const { helpers } = context;
  const credential = await context.getCredentials(credentialName);
  const shared = storeNamed(credential.memory, context.logger);
  return {
    getNode: () => context.getNode(),
    app: appOf(credential, context.getNode()),
    authData: authDataOf(credential),
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

/** @throws NodeOperationError for a field of the credential that cannot be right. */
function appOf(credential: IDataObject, node: INode): App {
  try {
    return appFor(credential);
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
    const app = appOf(credential, node);
    const http = { withKey, plain: withKey };
    const authData = authDataOf(credential);
    const step: Step = { getNode: () => node, app, authData, http, store: processStore };
    await runMethod(app.connectionTest, step, {});
    return { status: 'OK', message: 'The key is accepted' };
  } catch (error) {
    const { message, description } = error as NodeError;
    return { status: 'Error', message: [message, description].filter(Boolean).join(' ') };
  }
}

/** The test of the credential, in both nodes. */
export const credentialTest = {
  testConnection(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted) {
    return testConnection(this, data as IDataObject);
  },
};
