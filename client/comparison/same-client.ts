/**
 * Whether two records are about one client: a table of cases that compares what both show, value by
 * value in a form that all spellings share.
 */
import type { Application } from '../../service/contract.ts';
import { alpha2Codes } from '../../service/countries.ts';
import { normalOf } from '../../service/kinds.ts';

import { isLegalForm, withShortForms } from './legal-forms.ts';
import { isPlaceholder } from './placeholders.ts';

/** A record of a client: a case, the body of a new one, or a party. */
export type Client = Pick<Application, 'business' | 'person'>;

const numbers = ['registration_number', 'local_number', 'vat_number'] as const;
const otherMarks = ['country', 'birth_date', 'given_names', 'last_name', 'name', 'email'] as const;

/** What identifies a client. `name` is the whole name of a business or a person. */
export type Mark = (typeof numbers)[number] | (typeof otherMarks)[number];
export const marks: Mark[] = [...numbers, ...otherMarks];

/** A value as text; undefined for none and for what stands in place of one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text && !isPlaceholder(text) ? text : undefined;
}

/** What a record shows of its client, as it was written. */
export function shownOf(client: Client): Partial<Record<Mark, string>> {
  const { business, person, organization_name } = client as Client & Record<string, unknown>;
  const [givenNames, lastName] = [
    textOf(person?.given_names ?? person?.first_name),
    textOf(person?.last_name),
  ];
  return {
    registration_number: textOf(business?.registration_number),
    local_number: textOf(business?.local_number),
    vat_number: textOf(business?.vat_number),
    country: textOf(business?.country),
    birth_date: textOf(person?.birth_date),
    given_names: givenNames,
    last_name: lastName,
    name:
      textOf(business?.organization_name) ??
      textOf(organization_name) ??
      ([givenNames, lastName].filter(Boolean).join(' ') || undefined),
    email: textOf(person?.email),
  };
}

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
type Word = [two: string, one: string];

/** The words of a name: small letters and digits without accents, "S.A.S." as one word. */
function wordsOf(name: string): Word[] {
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

type Likeness = 'same' | 'part' | 'different';

const isIn = ([two, one]: Word, words: Word[]): boolean =>
  words.some((other) => other[0] === two || other[1] === one);

/** Compares names as sets of words. */
function likenessOfNames(one: string, other: string): Likeness {
  const both = [wordsOf(one), wordsOf(other)];
  const forms = both.map((words) => words.filter(([word]) => isLegalForm(word)));
  const bare = both.map((words) => words.filter(([word]) => !isLegalForm(word)));
  // A legal form that only one side writes does not count.
  const counts = forms.every((words) => words.length) || bare.some((words) => !words.length);
  const [ours, theirs] = (counts ? both : bare) as [Word[], Word[]];
  const isPart = ours.every((word) => isIn(word, theirs));
  const isWhole = theirs.every((word) => isIn(word, ours));
  if (isPart && isWhole) return 'same';
  return isPart || isWhole ? 'part' : 'different';
}

/** Luhn's check of the digits, as in a SIREN. */
const isLuhn = (digits: string): boolean =>
  [...digits]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 ? 2 : 1))
    .reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) %
    10 ===
  0;

/** The letters before a VAT number: Greece and Northern Ireland have their own. */
const vatCountries = new Set([...alpha2Codes, 'EL', 'XI']);

/** A number without signs and leading zeros; of a SIRET its SIREN, of a VAT its part in the country. */
function numberOf(mark: Mark, written: string): string {
  const code = written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const hasCountry = mark === 'vat_number' && vatCountries.has(code.slice(0, 2));
  const number = hasCountry ? code.slice(2) : code;
  const isSiret = /^\d{14}$/.test(number) && isLuhn(number.slice(0, 9));
  return (isSiret ? number.slice(0, 9) : number).replace(/^0+/, '');
}

const normal: Partial<Record<Mark, (text: string) => string>> = {
  country: (text) => /^[A-Z]{2,3}$/.exec(normalOf('country', text))?.[0] ?? '',
  birth_date: (text) => /^\d{4}-\d\d-\d\d/.exec(normalOf('birthDate', text))?.[0] ?? '',
  email: (text) => normalOf('email', text),
};

/** The form of a value that all its spellings share; empty if it tells nothing. */
export function normalOfMark(mark: Mark, text = ''): string {
  if ((numbers as readonly Mark[]).includes(mark)) return numberOf(mark, text);
  const words = () => [...new Set(wordsOf(text).map(([word]) => word))].sort().join(' ');
  return normal[mark]?.(text) ?? words();
}

/** How much alike two records are in each mark; undefined for one that they do not both show. */
type Seen = Partial<Record<Mark, Likeness>>;

function look(one: Client, other: Client): Seen {
  const [ours, theirs] = [shownOf(one), shownOf(other)];
  const formsOf = (all: typeof ours) =>
    Object.fromEntries(marks.map((mark) => [mark, normalOfMark(mark, all[mark])])) as Record<
      Mark,
      string
    >;
  const [ourForms, theirForms] = [formsOf(ours), formsOf(theirs)];
  const isShared = (mark: Mark) => {
    // A number may stand under another name.
    const isAmong = (form: string, all: typeof ourForms) =>
      form !== '' && numbers.some((each) => all[each] === form);
    return isAmong(ourForms[mark], theirForms) || isAmong(theirForms[mark], ourForms);
  };
  const likenessOf = (mark: Mark): Likeness | undefined => {
    const isNumber = (numbers as readonly Mark[]).includes(mark);
    if (isNumber && isShared(mark)) return 'same';
    if (ourForms[mark] === '' || theirForms[mark] === '') return undefined;
    if (isNumber || normal[mark]) {
      return ourForms[mark] === theirForms[mark] ? 'same' : 'different';
    }
    return likenessOfNames(ours[mark]!, theirs[mark]!);
  };
  return Object.fromEntries(marks.map((mark) => [mark, likenessOf(mark)]));
}

/** What the table says, with the marks that said so. */
export type Verdict =
  { is: 'same'; by: Mark[] } | { is: 'other'; by: Mark[] } | { is: 'unclear'; by: Mark[] };

const among = (seen: Seen, likeness: Likeness, from: readonly Mark[] = marks): Mark[] =>
  from.filter((mark) => seen[mark] === likeness);

/** The marks if the condition holds. */
const where = (condition: boolean, ...by: Mark[]): Mark[] => (condition ? by : []);

/** Date of birth and enough of the name: a cut given name, or a married name. */
function bornAs({ birth_date, given_names, last_name, name, email }: Seen): Mark[] {
  if (birth_date !== 'same') return [];
  if (name === 'same') return ['birth_date', 'name'];
  if (last_name === 'same' && given_names === 'part') return ['birth_date', 'name'];
  return where(given_names === 'same' && email === 'same', 'birth_date', 'given_names', 'email');
}

/** The cases, each with the marks that make it. The first one that has any decides. */
const table: [Verdict['is'], (seen: Seen) => Mark[]][] = [
  ['other', (seen) => (among(seen, 'same', numbers)[0] ? [] : among(seen, 'different', numbers))],
  // A holding and its subsidiary in one VAT group.
  [
    'unclear',
    (seen) => {
      const [same, different] = [among(seen, 'same', numbers), among(seen, 'different', numbers)];
      return where(same.length > 0 && different.length > 0, ...same, ...different);
    },
  ],
  // France and Réunion, or two companies.
  [
    'unclear',
    (seen) => {
      const same = among(seen, 'same', numbers);
      return where(same.length > 0 && seen.country === 'different', ...same, 'country');
    },
  ],
  ['same', (seen) => among(seen, 'same', numbers)],
  ['other', (seen) => among(seen, 'different', ['country', 'birth_date'])],
  ['same', bornAs],
  // Twins, a household, an assistant.
  ['unclear', (seen) => (seen.name === 'same' ? [] : among(seen, 'same', ['birth_date', 'email']))],
  ['same', ({ name, email }) => where(name === 'same' && email !== 'different', 'name')],
  ['unclear', ({ name }) => where(name === 'same', 'name', 'email')],
  ['unclear', ({ name }) => where(name === 'part', 'name')],
  ['other', ({ name }) => where(name === 'different', 'name')],
];

/** Whether two records are about one client, by what both show. */
export function compareClients(one: Client, other: Client): Verdict {
  const seen = look(one, other);
  for (const [is, marksIn] of table) {
    const by = marksIn(seen);
    if (by.length) return { is, by };
  }
  return { is: 'unclear', by: [] };
}

/** The marks that the first record shows and that the other one does not show alike. */
export function openMarks(one: Client, other: Client): Mark[] {
  const [ours, seen] = [shownOf(one), look(one, other)];
  const parts: Mark[] = ['given_names', 'last_name'];
  return marks.filter((mark) => ours[mark] && seen[mark] !== 'same' && !parts.includes(mark));
}

/** True if a number or the date of birth says that it is another client. */
export const contradicts = ({ is, by }: Verdict): boolean =>
  is === 'other' && by.some((mark) => [...numbers, 'birth_date'].includes(mark));
