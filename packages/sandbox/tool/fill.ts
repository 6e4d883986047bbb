/** A team's files: the set-up of an account, and its first cases. */
import * as z from 'zod/mini';

import { CreateApplicationBody } from '../../../service/contract.ts';
import { placesOf } from '../domain/account-file.ts';
import { storedForm } from '../domain/countries.ts';
import { isRecord } from '../domain/objects.ts';
import { Problem, strict, unlessRefused, valid } from '../domain/problem.ts';
import { seedNames, seeds, type SeedName, type SeedParts } from '../domain/seeds.ts';

const SeedFile = strict({ applications: z.array(CreateApplicationBody, 'must be a list') });

/** @throws Error with the name of the file, and the place of each mistake. */
export const reading = <T>(what: string, work: () => T): T =>
  unlessRefused(work, (cause) => {
    throw new Error(`The ${what} is invalid: ${placesOf(cause)}`, { cause });
  });

/** The names of the seeds that come with the sandbox. */
export const isSeedName = (name: unknown): name is SeedName =>
  typeof name === 'string' && Object.hasOwn(seeds, name);

/** Makes the cases of a seed: a named one, or a file. @throws Error with the reason. */
export function fillWith(services: SeedParts, seed: unknown): void {
  if (seed === undefined) return;
  if (isSeedName(seed)) return seeds[seed](services);
  if (!isRecord(seed)) {
    const choices = [...seedNames, '{ "applications": [ … ] }'].join(', ');
    throw new Error(`There is no seed ${JSON.stringify(seed)}. Use one of ${choices}.`);
  }
  reading('seed', () =>
    services.store.atomic(() =>
      valid(SeedFile, storedForm(seed)).applications.forEach((application, index) =>
        unlessRefused(
          () => services.workflow.create('Seed', application),
          (problem) => {
            throw new Problem(problem.status, `applications[${index}]: ${placesOf(problem)}`);
          },
        ),
      ),
    ),
  );
}
