/** The connection to the service: API key and base URL ("Authentication"). */
import packageJson from './package.json' with { type: 'json' };
import { accountLabel, testConnection } from './client/connection-test.ts';
import { step } from './zapier/adapter.ts';
import { definitionDialect } from './zapier/dialect-in-use.ts';

/** Where the reader learns how to get address and key. */
const help = `${packageJson.homepage}#connect-your-account`;

const { base_url: preset } = definitionDialect();

export default {
  type: 'custom' as const,
  fields: [
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string' as const,
      required: true,
      ...(preset && { default: preset }),
      helpText: `Address of the service, for example \`https://api.example.com\`. It is shown where the service shows your API key; [how to find both](${help}).`,
    },
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password' as const,
      required: true,
      helpText: `Secret key of your account, kept encrypted by Zapier. Create one for Zapier alone, so that it can be withdrawn alone; [how to get one](${help}).`,
    },
    {
      key: 'portal_address',
      label: 'Portal Address',
      type: 'string' as const,
      required: false,
      helpText: `Only where the service returns a part of a portal link instead of the whole: the address at which clients open portals, for example \`https://portal.example.com\`. It may be a domain of your own; [more on this](${help}).`,
    },
    {
      key: 'webhook_secret',
      label: 'Webhook Signing Secret',
      type: 'password' as const,
      required: false,
      helpText: `Only where webhooks are registered by hand in the settings of the service: the signing secret shown there, or several with commas. Events that none of them signed are then dropped; [more on this](${help}).`,
    },
  ],
  test: step(async (run) => {
    await testConnection(run);
    return { account: accountLabel(run) };
  }),
  connectionLabel: '{{account}}',
};
