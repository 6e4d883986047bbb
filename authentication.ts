/** The connection to the service: API key and base URL ("Authentication"). */
import packageJson from './package.json' with { type: 'json' };
import { accountLabel, testConnection } from './client/connection-test.ts';
import { step } from './zapier/adapter.ts';
import { definitionDialect } from './zapier/dialect-in-use.ts';

/** The guide of whoever publishes the integration, else the pages of the one service known to fit. */
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
      helpText: `Address of the service: \`https://app.ondorse.co\` for Ondorse, the one public service known to fit; else the address in front of its API, such as \`https://api.example.com\`; [how to find it](${help}).`,
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
      helpText: `Only where the service returns a part of a portal link instead of the whole: the address at which clients open portals, for example \`https://portal.example.com\`. For Ondorse it is \`https://collect.ondorse.co\`, which needs no entry, or a domain of your own; [more on this](${help}).`,
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
