/** The sandbox as a package for other projects' tests. index.d.ts has its types. */
import { inspect } from 'node:util';

import { isRecord } from '../domain/plain.ts';
import { createSandbox as start } from '../server.tsx';
import type { CreateSandboxOptions, Sandbox } from './index.d.ts';

const optionNames: readonly string[] = [
  'port',
  'seed',
  'account',
] satisfies (keyof CreateSandboxOptions)[];

/** @throws Error for an unknown option or an invalid port. */
function checkOptions(options: CreateSandboxOptions): void {
  if (!isRecord(options as unknown)) {
    throw new Error(`createSandbox takes an object with ${optionNames.join(', ')}.`);
  }
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`createSandbox has no option ${unknown}: it takes ${optionNames.join(', ')}.`);
  }
  const { port = 0 } = options;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return;
  throw new Error(`The port is ${inspect(port)}: it takes a whole number from 0 to 65535.`);
}

export async function createSandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  // A copy, because a reset needs the original.
  const { port, seed, account } = structuredClone(options);
  const sandbox = await start({ port, account });
  try {
    sandbox.fill(seed);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return {
    url: sandbox.url,
    apiKey: sandbox.apiKey,
    act: sandbox.act,
    get events() {
      return sandbox.act.events();
    },
    reset() {
      sandbox.reset();
      sandbox.fill(seed);
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: sandbox.close,
  };
}
