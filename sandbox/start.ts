/** The sandbox on PORT (4010), data in .sandbox/; `--memory` keeps nothing. */
import { createSandbox, type Sandbox, type SandboxOptions } from './server.tsx';

/** Starts it as environment and arguments say, and prints where it is. `mounts`: what is served beside it; `fill`: what is put into it. */
export async function start(
  mounts: SandboxOptions['mounts'] = {},
  fill: (sandbox: Sandbox) => void = () => {},
): Promise<void> {
  const {
    PORT = '4010',
    SMTP_PORT = '4025',
    SANDBOX_HOST,
    SANDBOX_PASSWORD,
    SANDBOX_FOLDER = '.sandbox',
    IDEMPOTENCY_TTL,
    SMTP_URL,
  } = process.env;
  const sandbox = await createSandbox({
    host: SANDBOX_HOST,
    port: Number(PORT),
    smtpPort: Number(SMTP_PORT),
    folder: process.argv.includes('--memory') ? undefined : SANDBOX_FOLDER,
    password: SANDBOX_PASSWORD,
    smtpUrl: SMTP_URL,
    idempotencySeconds: IDEMPOTENCY_TTL === undefined ? undefined : Number(IDEMPOTENCY_TTL),
    allowPrivate: process.argv.includes('--allow-private'),
    mounts,
  }).catch((error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `A port is taken. Choose others: PORT=4011 SMTP_PORT=4026 npm start`
        : `The sandbox cannot start: ${error.message}`,
    );
    process.exit(1);
  });

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
