/** The connection to the service: API key and base URL ("Authentication"). */
import packageJson from './package.json' with { type: 'json' };
import { accountLabel, testConnection } from './client/connection-test.ts';
import { step } from './zapier/adapter.ts';
import { definitionDialect } from './zapier/dialect-in-use.ts';

const { repository } = packageJson.publisher;
/**
 * A heading in the publisher's README; without a publisher, the help page of the one service that is
 * publicly known.
 */
const help = (heading: string) =>
  repository ? `${repository}#${heading}` : 'https://docs.ondorse.co';

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
      helpText: `For Ondorse, enter \`https://app.ondorse.co\`. For another service, enter the start of its API addresses, such as \`https://api.example.com\`. [How to find it](${help('base-url')}).`,
    },
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password' as const,
      required: true,
      helpText: `Secret key of your account. Zapier stores it encrypted. Create a separate key for Zapier, so that you can revoke it without affecting anything else. [How to get one](${help('api-key')}).`,
    },
    {
      key: 'portal_address',
      label: 'Portal Address',
      type: 'string' as const,
      required: false,
      helpText: `Leave it empty for Ondorse, unless your account has a portal domain of its own. For a service that returns only part of a portal link, enter the address at which clients open portals, such as \`https://portal.example.com\`. [How to find it](${help('portal-address')}).`,
    },
    {
      key: 'webhook_secret',
      label: 'Webhook Signing Secret',
      type: 'password' as const,
      required: false,
      helpText: `Fill it in only if you enter webhooks by hand in the settings of the service. Enter the signing secret from there. Separate several with commas. Events whose signature does not match are dropped. [How to find it](${help('webhook-signing-secret')}).`,
    },
  ],
  test: step(async (run) => {
    await testConnection(run);
    return { account: accountLabel(run) };
  }),
  connectionLabel: '{{account}}',
};
