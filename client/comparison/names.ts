/** Names as they compare: words without accents, in the spellings that people use. */
import { isLegalForm, withShortForms } from './legal-forms.ts';

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

/** The words of a name: small letters and digits without accents, "S.A.S." as one word. */
export function wordsOf(name: string): Word[] {
  const text = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’`.]/g, (sign) => (sign === '.' ? '. ' : ''))
    .replace(/(?<![\p{L}\p{N}])(\p{L})[.\s]+(?=\p{L}(?![\p{L}\p{N}]))/gu, '$1');
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

/**
 * Compares names as words in any order. A part of a name has fewer words, and so much is known of one
 * in another writing.
 */
export function likenessOfNames(one: string, other: string): Likeness {
  // "SARL Dupont SARL" has one legal form.
  const both = [one, other].map((name) =>
    wordsOf(name).filter(
      ([word], index, all) =>
        !isLegalForm(word) || all.findIndex((each) => each[0] === word) === index,
    ),
  );
  const forms = both.map((words) => words.filter(([word]) => isLegalForm(word)));
  const bare = both.map((words) => words.filter(([word]) => !isLegalForm(word)));
  // A legal form that only one side writes does not count.
  const counts = forms.every((words) => words.length) || bare.some((words) => !words.length);
  const [ours, theirs] = (counts ? both : bare) as [Word[], Word[]];
  const count = countIn(ours, theirs);
  if (count === ours.length && count === theirs.length) return 'same';
  const isPart = count === ours.length || count === theirs.length;
  return isPart || isLatin(one) !== isLatin(other) ? 'part' : 'different';
}
