/** `compliance-onboarding-mcp`: the server on stdio, or with `--http` on a port of this computer. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import packageJson from '../../package.json' with { type: 'json' };
import { baseUrl } from '../../client/connection.ts';
import { BadOption, fileRules, help, readOptions, useDialect } from './options.ts';
import { askHidden } from './prompt.ts';

/** The account. @throws BadOption where something is missing that the person must give. */
async function accountFrom({ port }: { port?: number }) {
  const { SERVICE_BASE_URL: base_url = '', SERVICE_API_KEY: given = '' } = process.env;
  if (!base_url) throw new BadOption('SERVICE_BASE_URL is empty: the address of the service.');
  try {
    baseUrl({ base_url });
  } catch (error) {
    throw new BadOption((error as Error).message);
  }
  // On stdio the terminal is the conversation.
  const api_key = given || (port !== undefined ? await askHidden('API key of the service: ') : '');
  if (!api_key) throw new BadOption('SERVICE_API_KEY is empty: the key of your account.');
  return { base_url, api_key };
}

async function main() {
  const { show, port, allowed, folder, dialect } = readOptions(process.argv.slice(2));
  if (show) return console.log(show === 'help' ? help : packageJson.version);
  useDialect(dialect);
  const authData = await accountFrom({ port });
  const settings = { authData, allowed, files: fileRules(authData.base_url, folder) };
  // What is written to stdout is the conversation.
  const onerror = (error: Error) => console.error(error.name);
  if (port === undefined) {
    const { serverFactory } = await import('./server.ts');
    return void serveStdio(serverFactory(settings), { onerror });
  }
  const { listen } = await import('./listen.ts');
  await listen(port, settings, onerror);
}

// Settings and dialect are read on every use, and each look at the real environment asks the system.
process.env = { ...process.env };
try {
  await main();
} catch (error) {
  console.error(error instanceof BadOption ? `${error.message}\n\n${help}` : error);
  process.exitCode = 2;
}
