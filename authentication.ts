/** The connection to the service: API key and base URL ("Authentication"). */
import packageJson from './package.json' with { type: 'json' };
import { accountLabel, testConnection } from './client/connection-test.ts';
import { step } from './zapier/adapter.ts';
import { definitionDialect } from './zapier/dialect-in-use.ts';

/**
 * The guide of the publisher; without one, the help page of the one service that is publicly known.
 */
const { repository } = packageJson.publisher;
const help = repository ? `${repository}#connect-your-account` : 'https://docs.ondorse.co';

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
      helpText: `For Ondorse, enter \`https://app.ondorse.co\`. For another service, enter the start of its API addresses, such as \`https://api.example.com\`. [How to find it](${help}).`,
    },
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password' as const,
      required: true,
      helpText: `Secret key of your account. Zapier stores it encrypted. Create a separate key for Zapier, so that you can revoke it without affecting anything else. [How to get one](${help}).`,
    },
    {
      key: 'portal_address',
      label: 'Portal Address',
      type: 'string' as const,
      required: false,
      helpText: `Leave it empty for Ondorse, unless your account has a portal domain of its own. For a service that returns only part of a portal link, enter the address at which clients open portals, such as \`https://portal.example.com\`. [More on this](${help}).`,
    },
    {
      key: 'webhook_secret',
      label: 'Webhook Signing Secret',
      type: 'password' as const,
      required: false,
      helpText: `Fill it in only if you enter webhooks by hand in the settings of the service. Enter the signing secret from there. Separate several with commas. Events whose signature does not match are dropped. [More on this](${help}).`,
    },
  ],
  test: step(async (run) => {
    await testConnection(run);
    return { account: accountLabel(run) };
  }),
  connectionLabel: '{{account}}',
};
