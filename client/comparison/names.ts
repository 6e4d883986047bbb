/** Names as they compare: words without accents, in the spellings that people use. */
import { areLegalForms, withShortForms } from './legal-forms.ts';

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
export function countIn(words: Word[], others: Word[]): number {
  const open = [...others];
  return words.filter(([two, one]) => {
    const place = open.findIndex((other) => other[0] === two || other[1] === one);
    return place >= 0 && open.splice(place, 1);
  }).length;
}

const isLatin = (name: string): boolean => /\p{Script=Latin}/u.test(name);

/** The words of a name apart from its legal forms: "SARL Dupont SARL" has one. A person has none. */
function partsOf(name: string, isPerson: boolean): { bare: Word[]; forms: Word[] } {
  const words = wordsOf(name);
  const areForms = isPerson ? [] : areLegalForms(words.map(([word]) => word));
  const forms = words.filter((_, index) => areForms[index]);
  return {
    bare: words.filter((_, index) => !areForms[index]),
    forms: forms.filter(([word], index) => forms.findIndex(([each]) => each === word) === index),
  };
}

function likenessOfWords(ours: Word[], theirs: Word[]): Likeness {
  const count = countIn(ours, theirs);
  if (count === ours.length && count === theirs.length) return 'same';
  return count === ours.length || count === theirs.length ? 'part' : 'different';
}

/**
 * Compares names as words in any order. A part of a name has fewer words, and so much is known of one
 * in another writing, or with other legal forms. A form where the other side has none does not count.
 */
export function likenessOfNames(one: string, other: string, isPerson = false): Likeness {
  const [ours, theirs] = [partsOf(one, isPerson), partsOf(other, isPerson)];
  const isNamed = ours.bare.length > 0 && theirs.bare.length > 0;
  const forms = likenessOfWords(ours.forms, theirs.forms);
  const bare = isNamed
    ? likenessOfWords(ours.bare, theirs.bare)
    : likenessOfWords(wordsOf(one), wordsOf(other));
  if (bare === 'different') return isLatin(one) === isLatin(other) ? 'different' : 'part';
  const isOneSided = isNamed && !(ours.forms.length && theirs.forms.length);
  return bare === 'same' && (isOneSided || forms === 'same') ? 'same' : 'part';
}
