/** The connection to the service: API key and base URL ("Authentication"). */
import { accountLabel, testConnection } from './client/connection-test.ts';
import { connectionFields } from './fields/connection-form.ts';
import { step } from './zapier/adapter.ts';
import { definitionDialect } from './zapier/dialect-in-use.ts';
import { inWords } from './zapier/words.ts';

/** The page of the one service that is publicly known: every admin can open it. */
const page = 'For Ondorse, see [its documentation](https://docs.ondorse.co).';

/** A field, with more help after its own. */
function field(key: keyof typeof connectionFields, more = '') {
  const { label, help } = connectionFields[key];
  return { key, label, helpText: `${inWords(help)} ${more}`.trim() };
}

const { base_url: preset } = definitionDialect();

export default {
  type: 'custom' as const,
  fields: [
    {
      ...field('base_url', page),
      type: 'string' as const,
      required: true,
      ...(preset && { default: preset }),
    },
    { ...field('api_key', page), type: 'password' as const, required: true },
    { ...field('account_name'), type: 'string' as const, required: false },
    { ...field('portal_address'), type: 'string' as const, required: false },
    { ...field('webhook_secret'), type: 'password' as const, required: false },
  ],
  test: step(async (run) => {
    await testConnection(run);
    return { account: accountLabel(run) };
  }),
  connectionLabel: '{{account}}',
};
