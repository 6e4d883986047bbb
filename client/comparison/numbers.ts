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

/** Its section, with what stands for it in the text. Elsewhere PR and VR are states or provinces. */
function sectionIn({ text, country }: Written): string[] {
  const [found, name = ''] = section.exec(plain(text)) ?? [];
  return found && (country === 'DE' || name.startsWith('HR')) ? [found, name] : [];
}

function isRegistered(number: Written): boolean {
  const { text, isVat, country = '' } = number;
  const isOfCountry = !isVat && registered[country]?.test(plain(text).trim()) === true;
  return isOfCountry || sectionIn(number).length > 0;
}

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
function numberOf({ text, isVat }: Written): Form {
  const whole = codeOf(text);
  const within = isVat ? prefixes.get(whole.slice(0, 2)) : undefined;
  const code = within ? codeOf(whole.slice(2)) : whole;
  const parts = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isWordless = parts.every((part) => !/\p{L}{4}/u.test(part) || mixed.test(part));
  return { code, isNumber: isWordless && /\p{Nd}/u.test(text), within, names: [], codes: [] };
}

/** An entry in a register. */
function entryOf(number: Written): Form {
  const { text } = number;
  const [found = '', within] = sectionIn(number);
  const rest = plain(text)
    .replace(found, ' ')
    .replace(/\p{Nd}+/gu, ' ');
  const words = wordsOf(rest).filter(([word]) => !noise.test(word));
  const names = words.filter(([word]) => word.length > 2);
  const isWordless = within !== undefined || names.every(([word]) => word.length < 4);
  return {
    code: codeOf(text.replace(/\P{Nd}/gu, '')),
    isNumber: isWordless && /\p{Nd}/u.test(text),
    within,
    // "en cours 2026" names no court.
    names: within ? names : [],
    // No state or province has one letter; "HRB 86891 B" is in Berlin.
    codes: words.filter(([word]) => word.length === 2 || (within && word.length === 1)),
  };
}

/** Compares the names of two registers: "Frankfurt am Main" and "Frankfurt (Oder)" are two. */
function likenessOfRegisters(ours: Word[], theirs: Word[]): Likeness {
  const count = countIn(ours, theirs);
  if (count < ours.length && count < theirs.length) return 'different';
  return count > 0 && ours.length === theirs.length ? 'same' : 'part';
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

/**
 * Compares two numbers. `part`: they prove nothing without the whole name. Undefined if they tell
 * nothing.
 */
export function likenessOfNumbers(one: Written, other: Written): Likeness | undefined {
  const country = one.country ?? other.country;
  const both = [one, other].map((number) => ({ ...number, country }));
  const isEntry = both.some(isRegistered);
  const [ours, theirs] = both.map(isEntry ? entryOf : numberOf) as [Form, Form];
  if (!ours.isNumber || !theirs.isNumber) return likenessOfTexts(one, other);
  const isElsewhere = ours.within && theirs.within && ours.within !== theirs.within;
  if (ours.code !== theirs.code || isElsewhere) return 'different';
  if (!isEntry) return 'same';
  const names = ours.names.length && theirs.names.length ? 'names' : 'codes';
  return likenessOfRegisters(ours[names], theirs[names]);
}
