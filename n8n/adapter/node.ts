/** The steps of a node: credential, HTTP helpers and memory of its workflow. */
import type {
  IAllExecuteFunctions,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  IN8nHttpFullResponse,
  INodeCredentialTestResult,
  IWebhookFunctions,
} from 'n8n-workflow';

import { connectionTest } from '../methods.ts';
import { authDataOf, credentialName, runMethod, type Step } from './step.ts';

type Inside = IExecuteFunctions | IHookFunctions | IWebhookFunctions;

/** What all items of an action have in common, or a trigger needs. */
export async function stepOf(context: Inside): Promise<Step> {
  const { helpers } = context;
  return {
    getNode: () => context.getNode(),
    authData: authDataOf(await context.getCredentials(credentialName)),
    http: {
      withKey: (options) =>
        helpers.httpRequestWithAuthentication.call(
          context as IAllExecuteFunctions,
          credentialName,
          options,
        ),
      plain: (options) => helpers.httpRequest(options),
    },
    staticData: context.getWorkflowStaticData('global'),
  };
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
  const step: Step = {
    getNode: () => ({ name: 'Credential', type: credentialName }) as never,
    authData: authDataOf(credential),
    http: { withKey, plain: withKey },
    staticData: {},
  };
  try {
    await runMethod(connectionTest, step, {});
    return { status: 'OK', message: 'The key is accepted' };
  } catch (error) {
    return { status: 'Error', message: (error as Error).message };
  }
}

/** The test of the credential, in both nodes. */
export const credentialTest = {
  testConnection(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted) {
    return testConnection(this, data as IDataObject);
  },
};
