/** Texts: joining and searching. */

/** Joins the non-empty parts. */
export const joined = (between: string, parts: unknown[]): string =>
  parts.filter(Boolean).join(between);

/** Letters without a base letter -> their usual spelling without accents. */
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

/** For searches: ignores accents and capitals, so `Łódź` equals `lodz`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => typed[letter]!);
