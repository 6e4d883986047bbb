/** Runs before each test file: the engine's settings, and the name that a build writes into the nodes. */
import manifest from '../package.json' with { type: 'json' };
import { engineEnv } from './engine-env.ts';

Object.assign(process.env, engineEnv);
Object.assign(globalThis, { agentName: `${manifest.name}/${manifest.version}` });

// What waits longer than its test keeps no process alive, and n8n gives no way to end it: its engine
// looks for idle connections each minute, and time limits of the nodes end by themselves.
for (const name of ['setTimeout', 'setInterval'] as const) {
  const start = globalThis[name] as unknown as (...args: unknown[]) => NodeJS.Timeout;
  const startUnheld = (...args: unknown[]) => start(...args).unref();
  Object.assign(globalThis, { [name]: Object.assign(startUnheld, start) });
}
