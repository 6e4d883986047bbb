/** Services that may exist: the choices of a seed for the stand-in, any of them with any other. */
import * as fc from 'fast-check';

import { variants, type Choices } from './known-choices.ts';

const choices = fc.record(
  Object.fromEntries(
    Object.entries(variants).map(([name, those]) => [name, fc.constantFrom(...those)]),
  ),
);

/** The choices of a seed: always the same. */
export const choicesOf = (seed: number): Choices =>
  fc.sample(choices, { seed, numRuns: 1 })[0] as unknown as Choices;
