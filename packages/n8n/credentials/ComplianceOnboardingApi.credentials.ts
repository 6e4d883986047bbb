import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
  Icon,
} from 'n8n-workflow';

import { authHeader } from '../../../client/exchange/connection.ts';
import { connectionFields } from '../../../fields/connection-form.ts';
import { inWordsOfN8n } from '../adapter/words.ts';
import { accountOf, connectionOf } from '../credential-settings.ts';
import { installation } from '../installation.ts';
import { storeProperties } from '../memory/stores.ts';

/** Label and help of a field, which n8n shows as plain text. */
function textsOf(key: keyof typeof connectionFields) {
  const { label: displayName, help } = connectionFields[key];
  return { displayName, description: inWordsOfN8n(help).replaceAll('`', '') };
}

/** The connection to the service: address, key and the account's particulars. */
export class ComplianceOnboardingApi implements ICredentialType {
  name = 'complianceOnboardingApi';
  displayName = 'Compliance Onboarding API';
  icon: Icon = {
    light: 'file:../icons/complianceOnboarding.svg',
    dark: 'file:../icons/complianceOnboarding.dark.svg',
  };
  // The help page of the one service that is publicly known.
  documentationUrl = 'https://docs.ondorse.co';
  properties: INodeProperties[] = [
    {
      ...textsOf('base_url'),
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://api.example.com',
    },
    {
      ...textsOf('api_key'),
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
    {
      displayName: 'Dialect',
      name: 'dialect',
      type: 'string',
      typeOptions: { rows: 4 },
      default: '',
      placeholder: 'e.g. ondorse',
      description:
        'For Ondorse, enter ondorse. For another service, leave it empty, or enter the JSON that the doctor prints.',
    },
    {
      ...textsOf('portal_address'),
      name: 'portalAddress',
      type: 'string',
      default: '',
      placeholder: 'e.g. https://portal.example.com',
    },
    {
      ...textsOf('webhook_secret'),
      name: 'webhookSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
    },
    ...installation.map(({ property }) => property),
    ...storeProperties,
  ];

  /** Adds the key to a request, in the dialect's header. */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => ({
    ...request,
    headers: {
      ...request.headers,
      ...authHeader({ connection: connectionOf(credentials), ...accountOf(credentials) }),
    },
  });
}
