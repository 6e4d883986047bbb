/** The sandbox as a package for other projects' tests. index.d.ts has its types. */
import { inspect } from 'node:util';
import * as z from 'zod/mini';

import { CreateApplicationBody } from '../../../service/contract.ts';
import { placesOf } from '../domain/account-file.ts';
import { storedForm } from '../domain/countries.ts';
import { isRecord } from '../domain/objects.ts';
import { strict, unlessRefused, valid } from '../domain/problem.ts';
import { seedNames, seeds, type SeedName, type SeedParts } from '../domain/seeds.ts';
import { createSandbox as start } from '../server.tsx';
import type { CreateSandboxOptions, Sandbox, SandboxEvent } from './index.d.ts';

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

const SeedFile = strict({ applications: z.array(CreateApplicationBody, 'must be a list') });

/** @throws Error with the place of each mistake in a seed. */
const reading = <T>(place: string, work: () => T): T =>
  unlessRefused(work, (cause) => {
    throw new Error(`The seed is invalid: ${place}${placesOf(cause)}`, { cause });
  });

/** Makes the cases of a seed. @throws Error with the reason. */
function fillWith(services: SeedParts, seed: unknown): void {
  if (seed === undefined) return;
  if (typeof seed === 'string' && Object.hasOwn(seeds, seed)) {
    return seeds[seed as SeedName](services);
  }
  if (!isRecord(seed)) {
    const choices = [...seedNames, '{ "applications": [ … ] }'].join(', ');
    throw new Error(`There is no seed ${JSON.stringify(seed)}. Use one of ${choices}.`);
  }
  const { applications } = reading('', () => valid(SeedFile, storedForm(seed)));
  services.store.atomic(() =>
    applications.forEach((application, index) =>
      reading(`applications[${index}]: `, () => services.workflow.create('Seed', application)),
    ),
  );
}

export async function createSandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  // A copy, because a reset needs the original.
  const { port, seed, account } = structuredClone(options);
  const sandbox = await start({ port, account });
  try {
    fillWith(sandbox.services, seed);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return {
    url: sandbox.url,
    apiKey: sandbox.apiKey,
    get events() {
      return sandbox.services.outbox.envelopes() as SandboxEvent[];
    },
    reset() {
      sandbox.reset();
      fillWith(sandbox.services, seed);
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: sandbox.close,
  };
}
