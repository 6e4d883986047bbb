/** Texts as they are put together, and as they are searched for. */

/** What is there of a list, with `between` in between. */
export const joined = (between: string, parts: unknown[]): string =>
  parts.filter(Boolean).join(between);

/** Letters that are no base letter with an accent, as they are typed without one. */
const typed: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** `Étoile` -> `Etoile`. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '');

/** With or without accents, in any case: `Łódź` and `lodz` are the same. */
export const plain = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => typed[letter]!);
