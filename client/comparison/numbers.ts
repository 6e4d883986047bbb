/** Numbers of businesses as they compare: which are one number, and which prove a client alone. */
import { alpha2Codes } from '../../service/countries.ts';

import { countIn, wordsOf, type Likeness, type Word } from './names.ts';

/** A number as it was written. */
export interface Written {
  text: string;
  isVat: boolean;
  /** The alpha-2 code of the country that its record shows. */
  country?: string;
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
const prefixes = new Map([
  ...alpha2Codes.map((code) => [code, code] as const),
  ['EL', 'GR'],
  ['XI', 'GB'],
]);

const plain = (text: string): string => text.normalize('NFKC').toUpperCase();

/** Letters and digits without signs and leading zeros; of a SIRET its SIREN. */
function codeOf(text: string): string {
  const code = plain(text).replace(/[^\p{L}\p{N}]/gu, '');
  const isSiret = /^\d{14}$/.test(code) && isLuhn(code.slice(0, 9));
  return (isSiret ? code.slice(0, 9) : code).replace(/^0+/, '');
}

/** The country before a VAT number, if there is one, and its code without it. */
function vatOf({ text, isVat }: Written): [country: string | undefined, code: string] {
  const code = codeOf(text);
  const country = isVat ? prefixes.get(code.slice(0, 2)) : undefined;
  return [country, country ? codeOf(code.slice(2)) : code];
}

/**
 * The numbers of a country that are unique within a register only: of a German court, a state or a
 * province. Not a federal number (EIN, BN), nor an Italian tax number.
 */
const registered: Record<string, RegExp> = {
  DE: /^/,
  US: /^(?!\d\d-\d{7}$)/,
  CA: /^(?!\d{9}\W?[A-Z]{2}\W?\d{4}$)/,
  IT: /^\D*\d{1,7}\D*$/,
};
/** The section of a German register, whose entries have numbers of their own: "HRB-Nr. 12345". */
const section = /(?<!\p{L})(HRA|HRB|GNR|GSR|PR|VR)(?:[\s.:-]|NR)*(?=\d)/u;
/** Words beside the name of a register. */
const noise =
  /^(?:amtsgerichts?|ag|registergericht|handelsregister|rea|cciaa|nr?|no|file|number|us)$/;

const isRegistered = ({ text, isVat, country }: Written): boolean =>
  section.exec(plain(text))?.[1]?.startsWith('HR') ||
  (!isVat && country !== undefined && registered[country]?.test(plain(text).trim()) === true);

/** An entry in a register: its digits, its section, and the words that name the register. */
function entryOf({ text, country }: Written) {
  // Verona and Parma are provinces.
  const [found = '', sectionName] = (country !== 'IT' && section.exec(plain(text))) || [];
  const rest = plain(text)
    .replace(found, ' ')
    .replace(/\p{Nd}+/gu, ' ');
  const words = wordsOf(rest).filter(([word]) => !noise.test(word));
  const names = words.filter(([word]) => word.length > 2);
  return {
    digits: codeOf(text.replace(/\P{Nd}/gu, '')),
    section: sectionName,
    // No state or province has one letter; "HRB 86891 B" is in Berlin.
    codes: words.filter(([word]) => word.length === 2 || (sectionName && word.length === 1)),
    // "en cours 2026" names no court.
    names: sectionName ? names : [],
    isNumber:
      /\p{Nd}/u.test(text) &&
      (sectionName !== undefined || names.every(([word]) => word.length < 4)),
  };
}

/**
 * Whether two lists of words name one register; undefined if one of them has less words. "Frankfurt am
 * Main" and "Frankfurt (Oder)" are two.
 */
function isOneRegister(ours: Word[], theirs: Word[]): boolean | undefined {
  const count = countIn(ours, theirs);
  if (count < ours.length && count < theirs.length) return false;
  return count > 0 && ours.length === theirs.length ? true : undefined;
}

/** Compares numbers that are unique within a register only. */
function likenessOfEntries(one: Written, other: Written): Likeness | undefined {
  const [ours, theirs] = [entryOf(one), entryOf(other)];
  if (!ours.isNumber || !theirs.isNumber) return likenessOfTexts(one, other);
  const isOfSection = !ours.section || !theirs.section || ours.section === theirs.section;
  const hasNames = ours.names.length > 0 && theirs.names.length > 0;
  const [those, others] = hasNames ? [ours.names, theirs.names] : [ours.codes, theirs.codes];
  const isOfRegister = isOneRegister(those, others);
  if (ours.digits !== theirs.digits || !isOfSection || isOfRegister === false) return 'different';
  return isOfRegister ? 'same' : 'part';
}

/** A year, a month or a day beside a word: "applied 2026-11". */
const date = /(?<!\d)(?:\d\d?[-/.]){0,2}(?:19|20)\d\d(?:[-/.]\d\d?){0,2}(?!\d)/g;
const minDigits = 5;

/** What texts that are no numbers say: "RCS Paris 552 100 554" holds one that may contradict. */
function likenessOfTexts(one: Written, other: Written): Likeness | undefined {
  if (codeOf(one.text) === codeOf(other.text)) return 'part';
  const digitsOf = ({ text }: Written) => codeOf(text.replace(date, '').replace(/\P{Nd}/gu, ''));
  const [ours, theirs] = [digitsOf(one), digitsOf(other)];
  if (Math.min(ours.length, theirs.length) < minDigits) return undefined;
  if (ours === theirs) return 'part';
  return ours.includes(theirs) || theirs.includes(ours) ? undefined : 'different';
}

/** Letters between digits, or digits between letters: an LEI or a GSTIN, and no word. */
const isMixed = (token: string): boolean => /\p{L}\p{N}+\p{L}|\p{N}\p{L}+\p{N}/u.test(token);

/** A text without a digit is no number, and one with a word says something else. */
const isNumber = ({ text }: Written): boolean =>
  /\p{Nd}/u.test(text) &&
  !(text.match(/[\p{L}\p{N}]+/gu) ?? []).some((one) => /\p{L}{4}/u.test(one) && !isMixed(one));

/**
 * Compares two numbers. `part`: they prove nothing without the whole name. Undefined if they tell
 * nothing.
 */
export function likenessOfNumbers(one: Written, other: Written): Likeness | undefined {
  const country = one.country ?? other.country;
  const [ours, theirs] = [one, other].map((number) => ({ ...number, country })) as [
    Written,
    Written,
  ];
  if (isRegistered(ours) || isRegistered(theirs)) return likenessOfEntries(ours, theirs);
  const [[prefix, code], [otherPrefix, otherCode]] = [vatOf(one), vatOf(other)];
  if (!isNumber(one) || !isNumber(other)) return likenessOfTexts(one, other);
  const isOfOther = prefix !== undefined && otherPrefix !== undefined && prefix !== otherPrefix;
  return code !== otherCode || isOfOther ? 'different' : 'same';
}
