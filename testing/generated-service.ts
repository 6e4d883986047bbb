/** Services that may exist: the stand-in with the choices of a seed, any of them with any other. */
import * as fc from 'fast-check';

import { variants, type Choices } from './known-choices.ts';
import { startKnownService } from './known-service.ts';

const choices = fc.record(
  Object.fromEntries(
    Object.entries(variants).map(([name, those]) => [name, fc.constantFrom(...those)]),
  ),
);

/** The choices of a seed: always the same. */
export const choicesOf = (seed: number): Choices =>
  fc.sample(choices, { seed, numRuns: 1 })[0] as unknown as Choices;

export const startGeneratedService = (seed: number) => startKnownService(choicesOf(seed));
