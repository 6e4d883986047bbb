/**
 * `npm run dev`: runs the sandbox and starts it anew when its files change, builds the app anew when
 * its files change, and prints the line that runs a step of the app there.
 */
import { spawn } from 'node:child_process';

import { watchApp } from './publish/app-bundle.ts';

const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', 'scripts/start.ts'];
const sandbox = spawn(process.execPath, [...watch, ...process.argv.slice(2)], { stdio: 'inherit' });
sandbox.on('exit', (code) => process.exit(code ?? 0));
process.on('SIGTERM', () => sandbox.kill());

const account = `authData_base_url=http://127.0.0.1:${process.env.PORT || 4010} authData_api_key=sandbox_key`;
const step = `create create_case -i '{"subject":"business","organization_name":"Lumen Studio SAS","country":"France"}'`;
await watchApp(() =>
  console.log(`App built. Try it:\n${account} npm run zapier -- invoke ${step}`),
);
