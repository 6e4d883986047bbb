/** The sandbox on PORT (4010), data in .sandbox/; `--memory` keeps nothing. */
import { readNumber, type Given } from './options.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './server.tsx';

/** Why it does not start, in a sentence. */
const refusal = (error: NodeJS.ErrnoException): string =>
  error.code === 'EADDRINUSE'
    ? 'A port is taken. Choose others: PORT=4011 SMTP_PORT=4026 npm start'
    : `The sandbox cannot start: ${error.message}`;

/**
 * Starts it as environment and arguments say, and prints where it is; ends the process where it
 * cannot. `read`: its arguments; `mounts`: what is served beside it; `fill`: what is put into it.
 */
export async function start(
  read: () => Given,
  mounts: SandboxOptions['mounts'] = {},
  fill: (sandbox: Sandbox) => void = () => {},
): Promise<void> {
  const { SANDBOX_HOST, SANDBOX_PASSWORD, SANDBOX_FOLDER = '.sandbox' } = process.env;
  let sandbox: Sandbox;
  try {
    const { memory, 'allow-private': allowPrivate } = read();
    sandbox = await createSandbox({
      host: SANDBOX_HOST,
      port: readNumber('PORT', 65_535) ?? 4010,
      smtpPort: readNumber('SMTP_PORT', 65_535) ?? 4025,
      folder: memory ? undefined : SANDBOX_FOLDER,
      password: SANDBOX_PASSWORD,
      idempotencySeconds: readNumber('IDEMPOTENCY_TTL', 1e9),
      allowPrivate,
      mounts,
    });
  } catch (error) {
    console.error(refusal(error as Error));
    process.exit(1);
  }

  try {
    fill(sandbox);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  console.log(`Base URL      ${sandbox.url}
API key       ${sandbox.apiKey}
Back office   ${sandbox.url}/back-office
Developer     ${sandbox.url}/back-office/developer
Mail (SMTP)   127.0.0.1:${sandbox.smtpPort}`);
  for (const path of Object.keys(mounts)) console.log(`${path.padEnd(14)}${sandbox.url}${path}`);

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
}
