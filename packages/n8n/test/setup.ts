/** Runs before each test file: the engine's settings, and the name that a build writes into the nodes. */
import manifest from '../package.json' with { type: 'json' };
import { engineEnv } from './engine-env.ts';

Object.assign(process.env, engineEnv);
Object.assign(globalThis, { agentName: `${manifest.name}/${manifest.version}` });

// What waits longer than its test keeps no process alive: the nodes wait up to ten minutes for a
// webhook that could not be removed, and n8n gives them no way to end that.
const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign(
  (...args: Parameters<typeof setTimeout>) => start(...args).unref(),
  start,
);
