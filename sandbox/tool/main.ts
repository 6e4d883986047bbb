/** The sandbox as a package for tests of others; its types stand in index.d.ts. */
import { createSandbox as start } from '../server.tsx';
import { filled } from './fill.ts';
import type { CreateSandboxOptions, Sandbox, SandboxEvent } from './index.d.ts';

export async function createSandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  const { port, seed, account } = options;
  const sandbox = await start({ port });
  const fill = () => filled(sandbox.services, { seed, account });
  try {
    fill();
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
      fill();
    },
    close: sandbox.close,
  };
}
