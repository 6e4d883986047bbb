/** The connection to the service: API key and base URL ("Authentication"). */
import packageJson from './package.json' with { type: 'json' };
import { accountLabel, testConnection } from './client/connection-test.ts';
import { connectionFields } from './fields/connection-form.ts';
import { step } from './zapier/adapter.ts';
import { definitionDialect } from './zapier/dialect-in-use.ts';
import { inWords } from './zapier/words.ts';

const { repository } = packageJson.publisher;
/**
 * A heading in the publisher's README; without a publisher, the help page of the one service that is
 * publicly known.
 */
const page = (heading: string) =>
  repository ? `${repository}#${heading}` : 'https://docs.ondorse.co';

/** A field with a link to where its value is found. */
function field(key: keyof typeof connectionFields, link = 'How to find it') {
  const { label, help } = connectionFields[key];
  const heading = label.toLowerCase().replaceAll(' ', '-');
  return { key, label, helpText: `${inWords(help)} [${link}](${page(heading)}).` };
}

const { base_url: preset } = definitionDialect();

export default {
  type: 'custom' as const,
  fields: [
    {
      ...field('base_url'),
      type: 'string' as const,
      required: true,
      ...(preset && { default: preset }),
    },
    { ...field('api_key', 'How to get one'), type: 'password' as const, required: true },
    { ...field('portal_address'), type: 'string' as const, required: false },
    { ...field('webhook_secret'), type: 'password' as const, required: false },
  ],
  test: step(async (run) => {
    await testConnection(run);
    return { account: accountLabel(run) };
  }),
  connectionLabel: '{{account}}',
};
