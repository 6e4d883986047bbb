/** Starts the sandbox on PORT (4010) with data in .sandbox/; `--memory` stores nothing. */
import { readFileSync } from 'node:fs';

import { readJson } from './domain/account-file.ts';
import { readNumber, type StartFlags } from './options.ts';
import { ownKey } from './domain/api-keys.ts';
import { officeUser } from './web/access.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './server.tsx';

/** The content of an account file. @throws Error that names the file. */
function readAccount(file: string): unknown {
  try {
    return readJson(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** The options from environment and arguments. @throws Error that names the invalid one. */
function optionsFrom(flags: StartFlags): SandboxOptions {
  const { memory, account, 'allow-private': allowPrivate } = flags;
  const { env } = process;
  return {
    port: readNumber('PORT', 65_535) ?? 4010,
    host: env.SANDBOX_HOST || undefined,
    publicUrl: env.SANDBOX_URL || undefined,
    smtpPort: readNumber('SMTP_PORT', 65_535) ?? 4025,
    folder: memory ? undefined : (env.SANDBOX_FOLDER ?? '.sandbox'),
    password: env.SANDBOX_PASSWORD || undefined,
    apiKey: env.SANDBOX_API_KEY || undefined,
    account: account === undefined ? undefined : readAccount(account),
    allowPrivate,
  };
}

/** The address to open, and how to get in. Of the secrets, only a new key is printed, once. */
function placesOf(sandbox: Sandbox, { smtpPort, publicUrl, password }: SandboxOptions): string {
  const { url, apiKey, hasNewKey } = sandbox;
  const isMoved = smtpPort && sandbox.smtpPort !== smtpPort;
  const mail = `127.0.0.1:${sandbox.smtpPort}${isMoved ? `, because SMTP_PORT ${smtpPort} is in use` : ''}`;
  const places: (readonly [what: string, where: string])[] = [
    ['Open this', publicUrl ?? url],
    ...(password ? ([['User', `${officeUser}, with SANDBOX_PASSWORD`]] as const) : []),
    ['API key', hasNewKey || apiKey === ownKey ? apiKey : 'on the page Account'],
    ['Mail (SMTP)', mail],
  ];
  return places.map(([what, where]) => what.padEnd(14) + where).join('\n');
}

/**
 * Starts the sandbox with environment and arguments, and prints its addresses. Exits if it cannot.
 * `read`: its arguments; `more`: further options.
 */
export async function start(read: () => StartFlags, more: SandboxOptions = {}): Promise<void> {
  let sandbox: Sandbox;
  let options: SandboxOptions;
  try {
    options = { ...optionsFrom(read()), ...more };
    sandbox = await createSandbox(options);
  } catch (error) {
    console.error(`The sandbox cannot start: ${(error as Error).message}`);
    process.exit(1);
  }
  console.log(placesOf(sandbox, options));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
}
