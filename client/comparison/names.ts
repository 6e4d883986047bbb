/** Names as they compare: words without accents, in the spellings that people use. */
import { placeOfName, withShortForms } from './legal-forms.ts';

/** Letters that have no accent to take off: as two letters, and as one. */
const letters: Record<string, [two: string, one: string]> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'u'],
  ø: ['oe', 'o'],
  å: ['aa', 'a'],
  ß: ['ss', 'ss'],
  æ: ['ae', 'ae'],
  œ: ['oe', 'oe'],
  ł: ['l', 'l'],
  đ: ['d', 'd'],
  ð: ['d', 'd'],
  þ: ['th', 'th'],
  ı: ['i', 'i'],
};
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** A word with its umlauts as two letters, and without their dots: people write both. */
export type Word = [two: string, one: string];

/** "& Co", which is a part of the name. */
const andCo =
  /(?:[&+]|(?<![\p{L}\p{N}])(?:and|et|und|y|e)(?=\s))\s*(?:co|cie|c[ií]a|company|compagnie|compañ[ií]a)(?![\p{L}\p{N}])/gu;

/** The words of a name: small letters and digits without accents, "S.A.S." and "A/S" as one word. */
export function wordsOf(name: string): Word[] {
  const text = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’`.]/g, (sign) => (sign === '.' ? '. ' : ''))
    .replace(andCo, ' andco ')
    .replace(/(?<![\p{L}\p{N}])(\p{L})[./\s]+(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1');
  const [two, one] = ([0, 1] as const).map((form) => {
    const plain = text.replace(special, (letter) => letters[letter]![form]);
    const bare = plain.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
    const words = bare.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return withShortForms(words.join(' ')).split(' ').filter(Boolean);
  }) as [string[], string[]];
  return two.map((word, index): Word => [word, one[index] ?? word]);
}

export type Likeness = 'same' | 'part' | 'different';

/** How many of the words are among others, each of which counts once. */
function countIn(words: Word[], others: Word[]): number {
  const open = [...others];
  return words.filter(([two, one]) => {
    const place = open.findIndex((other) => other[0] === two || other[1] === one);
    return place >= 0 && open.splice(place, 1);
  }).length;
}

const isLatin = (name: string): boolean => /\p{Script=Latin}/u.test(name);

/** The words of a name apart from its legal forms, each of which counts once. A person has none. */
function partsOf(name: string, isPerson: boolean): { bare: Word[]; forms: Word[] } {
  const words = wordsOf(name);
  const [from, to] = isPerson ? [0, words.length] : placeOfName(words.map(([word]) => word));
  const forms = new Map([...words.slice(0, from), ...words.slice(to)]);
  return { bare: words.slice(from, to), forms: [...forms] };
}

/** Compares words in any order. `part`: one side has all words of the other one, and more. */
export function likenessOfWords(ours: Word[], theirs: Word[]): Likeness {
  const count = countIn(ours, theirs);
  if (count < ours.length && count < theirs.length) return 'different';
  return ours.length === theirs.length ? 'same' : 'part';
}

/**
 * Compares names. `part`: one has more words or another writing, or both have legal forms that differ.
 * A form does not count where the other name has none.
 */
export function likenessOfNames(one: string, other: string, isPerson = false): Likeness {
  const [ours, theirs] = [partsOf(one, isPerson), partsOf(other, isPerson)];
  const isFormAlone = !ours.bare.length || !theirs.bare.length;
  if (isFormAlone && !isPerson) return likenessOfNames(one, other, true);
  const bare = likenessOfWords(ours.bare, theirs.bare);
  if (bare === 'different') return isLatin(one) === isLatin(other) ? 'different' : 'part';
  const isOneSided = !ours.forms.length || !theirs.forms.length;
  const areForms = isOneSided || likenessOfWords(ours.forms, theirs.forms) === 'same';
  return bare === 'same' && areForms ? 'same' : 'part';
}
