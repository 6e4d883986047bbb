import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
  Icon,
} from 'n8n-workflow';

import { authHeader } from '../../../client/connection.ts';
import { accountOf, connectionOf } from '../credential-settings.ts';
import { installation } from '../installation.ts';
import { storeProperties } from '../memory/stores.ts';

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
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://api.example.com',
      description: 'Address of the service, as shown next to your API key',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Secret key of your account. Create one for n8n alone.',
    },
    {
      displayName: 'Portal Address',
      name: 'portalAddress',
      type: 'string',
      default: '',
      placeholder: 'https://portal.example.com',
      description:
        'Only if the service returns a part of a portal link: the address at which clients open portals',
    },
    {
      displayName: 'Webhook Signing Secret',
      name: 'webhookSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Only if you enter webhooks by hand in the settings of the service: the secret from there, or several with commas',
    },
    {
      displayName: 'Dialect',
      name: 'dialect',
      type: 'string',
      typeOptions: { rows: 4 },
      default: '',
      placeholder: 'ondorse',
      description:
        'Only if your service differs from the defaults: the JSON that the doctor prints, or the name of a known service',
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
