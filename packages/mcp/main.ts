/** `compliance-onboarding-mcp`: the server on stdio, or with `--http` on a port. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import packageJson from '../../package.json' with { type: 'json' };
import { halt, OperationError } from '../../client/basics/errors.ts';
import { baseUrl } from '../../client/exchange/connection.ts';
import { openUserStore } from '../../host/node/file-store.ts';
import { readInstallation } from '../../host/settings.ts';
import type { Dialect } from '../../service/dialect.ts';
import { BadOption, dialectOf, fileRules, help, readOptions } from './options.ts';

const installation = readInstallation(process.env);

/** The account. @throws BadOption or a halt if the person must supply something. */
function accountFrom(dialect: Dialect) {
  const { SERVICE_BASE_URL: base_url = '', SERVICE_API_KEY: api_key = '' } = process.env;
  if (!base_url)
    throw new BadOption('SERVICE_BASE_URL is empty. Enter the address of the service.');
  baseUrl({ connection: { base_url }, dialect, installation });
  if (!api_key) throw new BadOption('SERVICE_API_KEY is empty. Enter the key of your account.');
  return { base_url, api_key };
}

async function main() {
  const { show, http, allowed, folder, dialect, fresh } = readOptions(
    process.argv.slice(2),
    process.env,
  );
  if (show) return console.log(show === 'help' ? help : packageJson.version);
  const inUse = dialectOf(dialect);
  const authData = accountFrom(inUse);
  const settings = {
    authData,
    allowed,
    dialect: inUse,
    installation,
    // Without a public address, only this computer reaches the server.
    files: fileRules(authData.base_url, http?.publicUrl !== undefined, folder),
  };
  // stdout carries the protocol.
  const onerror = (error: Error) => console.error(error.name);
  if (!http) {
    const { serverFactory } = await import('./server.ts');
    const store = openUserStore(halt, fresh);
    return void serveStdio(serverFactory({ ...settings, store }), { onerror });
  }
  const { listen } = await import('./endpoint.ts');
  await listen(http, settings, onerror);
}

try {
  await main();
} catch (error) {
  const isOfPerson = error instanceof BadOption || error instanceof OperationError;
  console.error(isOfPerson ? `${error.message}\n\n${help}` : error);
  process.exitCode = 2;
}
