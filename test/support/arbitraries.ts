/** Inputs of random tests. */
import * as fc from 'fast-check';

/**
 * One character of any script, but for the one that stands for a lost character. fast-check's own
 * `binary` takes seconds to prepare.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => (code < 0xd800 || code > 0xdfff) && code !== 0xfffd)
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      // The reverse, for values that fast-check adds itself, such as "__proto__".
      const [character, ...more] = text as string;
      if (!character || more.length) throw new Error('More than one character');
      return character.codePointAt(0)!;
    },
  );
