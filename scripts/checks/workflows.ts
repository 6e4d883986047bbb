/**
 * `npm run check:workflows`: runs docs/arazzo/workflows.yaml in Redocly Respect with the sandbox.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { installTools } from '../../tools/install.mjs';
import { createSandbox } from '../../packages/sandbox/server.tsx';

const tools = 'tools/openapi';
const file = 'docs/arazzo/workflows.yaml';

installTools(tools, 'the linters');
const sandbox = await createSandbox();
const respect = spawn(
  `${tools}/node_modules/.bin/redocly`,
  ['respect', file, '--server', `service=${sandbox.url}`, '--input', `apiKey=${sandbox.apiKey}`],
  {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
const [status] = (await once(respect, 'close')) as [number | null];
await sandbox.close();
process.exitCode = status === 0 ? 0 : 1;
