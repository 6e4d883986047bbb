/**
 * `npm run power-automate [-- folder]`: writes the Power Automate connector from docs/openapi.json.
 * With SERVICE_BASE_URL and SERVICE_API_KEY, the actions also have the account's custom fields. The
 * account is only read.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { customFields } from '../../client/account.ts';
import { testConnection } from '../../client/connection-test.ts';
import { readInstallation } from '../../client/settings.ts';
import { messageOf, runOf, type AuthData } from '../mcp/adapter/step.ts';
import { fileRules } from '../mcp/options.ts';
import { openStore } from '../../core/process-store.ts';
import { readDialect } from '../../service/dialect.ts';
import openapi from '../../docs/openapi.json' with { type: 'json' };
import { withCustomFields } from './account-fields.ts';
import { connectorDefinition, connectorProperties } from './connector.ts';
import publisher from './publisher.json' with { type: 'json' };
import type { Json } from './swagger.ts';

const { SERVICE_BASE_URL: base_url = '', SERVICE_API_KEY: api_key = '' } = process.env;
const [folder = 'packages/power-automate/dist'] = process.argv.slice(2);
const document: Json = openapi;

/** @throws OperationError if the connection does not work. */
async function fieldsOf(connection: AuthData) {
  const account = {
    connection,
    dialect: readDialect(process.env.SERVICE_DIALECT),
    installation: readInstallation(process.env),
    store: openStore(1),
  };
  const run = runOf(account, fileRules(connection.base_url));
  await testConnection(run);
  return customFields(run);
}

function write(name: string, content: object): void {
  writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}

try {
  if (!base_url !== !api_key)
    throw new Error('SERVICE_BASE_URL and SERVICE_API_KEY go together: set both, or none.');
  const fields = base_url ? await fieldsOf({ base_url, api_key }) : [];
  mkdirSync(folder, { recursive: true });
  const definition = connectorDefinition(document, base_url || undefined);
  write('apiDefinition.swagger.json', withCustomFields(definition, fields));
  write('apiProperties.json', connectorProperties(document));
  copyFileSync('packages/power-automate/icon.png', join(folder, 'icon.png'));
  const names = fields.map(({ label }) => label).join(', ');
  const none = base_url ? 'none, as the service lists none' : 'none, as no account was named';
  console.log(`Wrote ${folder}/, custom fields: ${names || none}`);
  if (!base_url && publisher.service.includes('example.com'))
    console.log(
      'publisher.json still contains example.com. Enter your service before you submit it.',
    );
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
