/** The sandbox as a package for tests of others; its types stand in index.d.ts. */
import { createSandbox as start } from '../server.tsx';
import { fillWith, taken } from './fill.ts';
import type { CreateSandboxOptions, Sandbox, SandboxEvent } from './index.d.ts';

export async function createSandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  const { port, seed, account } = options;
  const sandbox = await start({ port });
  try {
    if (account !== undefined) taken('account', () => sandbox.setUp(account));
    fillWith(sandbox.services, seed);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return {
    url: sandbox.url,
    apiKey: sandbox.apiKey,
    get events() {
      return sandbox.services.store
        .all<{ payload: string }>('select payload from events order by seq')
        .map(({ payload }) => JSON.parse(payload) as SandboxEvent);
    },
    reset() {
      sandbox.reset();
      fillWith(sandbox.services, seed);
    },
    scenario: (name) => sandbox.scenario(name),
    close: sandbox.close,
  };
}
