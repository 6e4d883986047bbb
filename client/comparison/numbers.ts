/** Numbers of businesses as they compare: which are one number, and which prove a client alone. */
import {
  capitals,
  companyNumber,
  countryOfVat,
  isOfCountry,
  isInRegister,
  isOneSomewhere,
  sectionIn,
  type Written,
} from '../../service/numbers.ts';

import { likenessOfWords, wordsOf, type Likeness, type Word } from './names.ts';

/** Letters and digits without signs and leading zeros: what is left of a number in all notations. */
const bare = (text: string): string =>
  capitals(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');

/** Words beside the name of a register. */
const noise =
  /^(?:amtsgerichts?|ag|registergericht|handelsregister|rea|cciaa|nr?|no|file|number|us)$/;

/** What a number compares by. */
interface Form {
  code: string;
  /** False for a text that says something else. */
  isNumber: boolean;
  /** The country before a VAT number, or the section of a register. */
  within?: string;
  /** The words that name its register, and the abbreviations of states and provinces. */
  names: Word[];
  codes: Word[];
}

/** Letters between digits, or digits between letters: an LEI or a GSTIN, and no word. */
const mixed = /\p{L}\p{N}+\p{L}|\p{N}\p{L}+\p{N}/u;

/** A number that is unique in its country. */
function numberOf({ text, isVat, country }: Written): Form {
  const within = isVat ? countryOfVat(text) : undefined;
  const isInForm = isOfCountry(text, within ?? country);
  const whole = companyNumber(text, within ?? country);
  const code = within && !isInForm ? whole.slice(2) : whole;
  const parts = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isWordless = parts.every((part) => !/\p{L}{4}/u.test(part) || mixed.test(part));
  const isNumber = isInForm || (isWordless && /\p{Nd}/u.test(text));
  return { code, isNumber, within, names: [], codes: [] };
}

/** An entry in a register. */
function entryOf({ text, country }: Written): Form {
  const [found = '', within] = sectionIn(text, country);
  const rest = capitals(text)
    .replace(found, ' ')
    .replace(/\p{Nd}+/gu, ' ');
  const words = wordsOf(rest).filter(([word]) => !noise.test(word));
  const names = words.filter(([word]) => word.length > 2);
  const isWordless = within !== undefined || names.every(([word]) => word.length < 4);
  return {
    code: bare(text.replace(/\P{Nd}/gu, '')),
    isNumber: isWordless && /\p{Nd}/u.test(text),
    within,
    // "en cours 2026" names no court.
    names: within ? names : [],
    // No state or province has one letter; "HRB 86891 B" is in Berlin.
    codes: words.filter(([word]) => word.length === 2 || (within && word.length === 1)),
  };
}

/** A year, a month or a day beside a word: "applied 2026-11". */
const date = /(?<!\d)(?:\d\d?[-/.]){0,2}(?:19|20)\d\d(?:[-/.]\d\d?){0,2}(?!\d)/g;
const minDigits = 5;

/** What texts that are no numbers say: "RCS Paris 552 100 554" holds one that may contradict. */
function likenessOfTexts(one: Written, other: Written): Likeness | undefined {
  const digitsOf = ({ text }: Written) => bare(text.replace(date, '').replace(/\P{Nd}/gu, ''));
  const [ours, theirs] = [digitsOf(one), digitsOf(other)];
  if (Math.min(ours.length, theirs.length) < minDigits) return undefined;
  if (ours === theirs) return 'part';
  return ours.includes(theirs) || theirs.includes(ours) ? undefined : 'different';
}

/** True for two numbers that differ in signs and zeros alone, or that a country would tell. */
function mayBeOne(one: Written, other: Written): boolean {
  if (one.country === undefined && isOneSomewhere(one.text, other.text)) return true;
  const areClear = [one, other].every(({ text, country }) => isOfCountry(text, country));
  return !areClear && bare(one.text) === bare(other.text);
}

/** `part`: they prove nothing without the whole name. Undefined if they tell nothing. */
export function likenessOfNumbers(first: Written, second: Written): Likeness | undefined {
  const one = { ...first, country: first.country ?? second.country };
  const other = { ...second, country: second.country ?? first.country };
  const isEntry = [one, other].some(isInRegister);
  const [ours, theirs] = [one, other].map(isEntry ? entryOf : numberOf) as [Form, Form];
  const areNumbers = ours.isNumber && theirs.isNumber;
  const isElsewhere = ours.within && theirs.within && ours.within !== theirs.within;
  if (areNumbers && isElsewhere) return 'different';
  if (areNumbers && ours.code === theirs.code) {
    if (!isEntry) return 'same';
    const names = ours.names.length && theirs.names.length ? 'names' : 'codes';
    // "Frankfurt am Main" and "Frankfurt (Oder)" are two registers.
    return ours[names].length ? likenessOfWords(ours[names], theirs[names]) : 'part';
  }
  if (!(areNumbers && isEntry) && mayBeOne(one, other)) return 'part';
  return areNumbers ? 'different' : likenessOfTexts(one, other);
}
