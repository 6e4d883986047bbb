/**
 * `SERVICE_BASE_URL=… SERVICE_API_KEY=… npm run power-automate [-- folder]`: writes the connector of
 * Power Automate for one account, with its custom fields as fields of the actions. Reads only.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { customFields } from '../../api/account.ts';
import { newStep } from '../../api/transport.ts';
import { cacheOn, openStore } from '../../hosts/memory.ts';
import app from '../../index.ts';
import { runMethod, zOf, type AuthData } from '../../mcp/adapter/step.ts';
import { newFiles } from '../../mcp/files.ts';
import { fileRules } from '../../mcp/options.ts';
import { openApiDocument } from '../../packages/sandbox/api/openapi.ts';
import {
  powerAutomateDefinition,
  powerAutomateProperties,
} from '../../packages/sandbox/api/openapi-power-automate.ts';
import { withCustomFields } from './power-automate-fields.ts';

const { SERVICE_BASE_URL: base_url = '', SERVICE_API_KEY: api_key = '' } = process.env;
const [folder = 'power-automate'] = process.argv.slice(2);

/** @throws StepError where the connection does not work. */
async function fieldsOf(authData: AuthData) {
  const account = { authData, memory: cacheOn(openStore(1)) };
  const files = newFiles(fileRules(authData.base_url));
  await runMethod(app.authentication!.test as never, account, {}, files);
  return customFields(newStep(zOf(account, files), { authData: { ...authData } }));
}

try {
  if (!base_url || !api_key) throw new Error('SERVICE_BASE_URL and SERVICE_API_KEY must be set.');
  const fields = await fieldsOf({ base_url, api_key });
  const definition = withCustomFields(powerAutomateDefinition(openApiDocument()), fields);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  write('apiDefinition.swagger.json', definition);
  write('apiProperties.json', powerAutomateProperties());
  const names = fields.map(({ label }) => label).join(', ');
  console.log(`Wrote ${folder}/, custom fields: ${names || 'none, as the service lists none'}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
