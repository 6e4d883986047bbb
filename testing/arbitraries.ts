/** What random tests share. */
import * as fc from 'fast-check';

/** One character of any script, or of none: as fast-check's `binary`, which takes seconds to prepare. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      // The way back, for what fast-check puts in by itself, such as "__proto__".
      const [character, ...more] = text as string;
      if (!character || more.length) throw new Error('More than one character');
      return character.codePointAt(0)!;
    },
  );

/** With `TESTS=all`, as in .ci/run, the tests that try much alike leave nothing out. */
export const all = process.env.TESTS === 'all';

/**
 * How often a random test runs: a fifth as often where not all is asked for, in which each part of
 * an input still comes up many times. What is drawn from a list is an example as well, so that all
 * of the list is tried.
 */
export const runs = (most: number) => (all ? most : most / 5);
