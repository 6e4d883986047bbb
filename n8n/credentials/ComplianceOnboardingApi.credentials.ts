import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
  Icon,
} from 'n8n-workflow';

import { authDataOf } from '../adapter/step.ts';
import { appFor } from '../apps.ts';
import { storeProperties } from '../memory/stores.ts';

/** The connection to the service: address, key, and what is particular to the account. */
export class ComplianceOnboardingApi implements ICredentialType {
  name = 'complianceOnboardingApi';
  displayName = 'Compliance Onboarding API';
  icon: Icon = {
    light: 'file:../icons/complianceOnboarding.svg',
    dark: 'file:../icons/complianceOnboarding.dark.svg',
  };
  documentationUrl = 'https://github.com/compliance-onboarding/zapier#connect-your-account';
  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://api.example.com',
      description: 'Address of the service, shown where the service shows your API key',
    },
    {
      displayName: 'Allow Http://',
      name: 'allowHttp',
      type: 'boolean',
      default: false,
      description:
        'Whether the Base URL may start with http://. Only for a service inside your own network: the key and the data of clients travel unencrypted.',
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
        'Only where the service returns a part of a portal link instead of the whole: the address at which clients open portals',
    },
    {
      displayName: 'Webhook Signing Secret',
      name: 'webhookSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Only where webhooks are registered by hand in the settings of the service: the secret shown there, or several with commas',
    },
    {
      displayName: 'Settings of Your Service',
      name: 'settings',
      type: 'string',
      typeOptions: { rows: 4 },
      default: '',
      placeholder: 'SERVICE_AUTH_HEADER=X-Api-Key',
      description:
        'Only where your service works differently from the defaults: one setting a line, NAME=value, with the names of the guide',
    },
    ...storeProperties,
  ];

  /** Puts the key into a request, in the header that the settings name. */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => ({
    ...request,
    headers: { ...request.headers, ...appFor(credentials).authHeader(authDataOf(credentials)) },
  });
}
