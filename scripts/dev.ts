/**
 * `npm run dev`: builds the app anew when its files change, and runs the sandbox and starts it anew
 * when its files change.
 */
import { spawn } from 'node:child_process';

import { watchApp } from './publish/app-bundle.ts';

const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', 'scripts/dev-sandbox.ts'];
const sandbox = spawn(process.execPath, [...watch, ...process.argv.slice(2)], { stdio: 'inherit' });
sandbox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => sandbox.kill());

await watchApp(() => console.log('App built.'));
