/** The step of an operation inside a node: credential, HTTP helpers and memory of its workflow. */
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

/** The step for an item of a node, or for a trigger as a whole. */
export async function stepOf(context: Inside, itemIndex?: number): Promise<Required<Step>> {
  // Only actions have items; the others take no notice of the index.
  const credential = await (context as IExecuteFunctions).getCredentials(credentialName, itemIndex);
  const authData = authDataOf(credential);
  const root = new URL(authData.base_url || 'https://invalid.example').origin;
  const send = (options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> =>
    // The address of a file is another host, which must not see the key.
    options.url.startsWith(`${root}/`)
      ? context.helpers.httpRequestWithAuthentication.call(
          context as IAllExecuteFunctions,
          credentialName,
          options,
        )
      : context.helpers.httpRequest(options);
  return {
    node: context.getNode(),
    authData,
    send,
    staticData: context.getWorkflowStaticData('global'),
    binaries: new Map(),
    itemIndex: itemIndex ?? 0,
  };
}

/** Proves the key of a credential without side effects. */
async function testConnection(
  context: ICredentialTestFunctions,
  credential: IDataObject,
): Promise<INodeCredentialTestResult> {
  const send = async ({ url, method, headers, timeout }: IHttpRequestOptions) =>
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
  const node = { name: 'Credential', type: credentialName } as never;
  const step = { node, authData: authDataOf(credential), staticData: {} };
  try {
    await runMethod(connectionTest, { ...step, send }, {});
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
