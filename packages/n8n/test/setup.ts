/** Runs before each test file: the engine's settings, and the name that a build writes into the nodes. */
import manifest from '../package.json' with { type: 'json' };
import { engineEnv } from './engine-env.ts';

Object.assign(process.env, engineEnv);
Object.assign(globalThis, { agentName: `${manifest.name}/${manifest.version}` });
