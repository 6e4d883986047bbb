/** Services that may exist: the choices of a seed for the stand-in, any of them with any other. */
import * as fc from 'fast-check';

import { variants, type Choices } from './known-choices.ts';

const choices = fc.record(
  Object.fromEntries(
    Object.entries(variants).map(([name, those]) => [name, fc.constantFrom(...those)]),
  ),
);

/** The choices of a seed: always the same. */
export function choicesOf(seed: number): Choices {
  const [made] = fc.sample(choices, { seed, numRuns: 1 }) as unknown as Choices[];
  // A service without a registration says nowhere what its events are called.
  return made!.webhooks === 'by hand' ? { ...made!, eventNames: 'application' } : made!;
}
