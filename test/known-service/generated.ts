/** Possible services: a seed combines any choices for the stand-in. */
import * as fc from 'fast-check';

import { variants, type Choices } from './choices.ts';

const choices = fc.record(
  Object.fromEntries(
    Object.entries(variants).map(([name, those]) => [name, fc.constantFrom(...those)]),
  ),
);

/** The choices of a seed, always the same ones. */
export function choicesOf(seed: number): Choices {
  const [made] = fc.sample(choices, { seed, numRuns: 1 }) as unknown as Choices[];
  return made!;
}
