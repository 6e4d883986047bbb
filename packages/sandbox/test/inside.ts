/** A sandbox with its domain, for tests of functions that take it and of what is not submitted. */
import { openServices, type Services } from '../domain/services.ts';
import { createSandbox as create, type SandboxOptions } from '../server.tsx';

export async function createSandbox(options: SandboxOptions = {}) {
  let services!: Services;
  const sandbox = await create(options, (...parts) => (services = openServices(...parts)));
  return { ...sandbox, services };
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;
