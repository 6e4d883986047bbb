/** Numbers of businesses as they compare: which are one number, and which prove a client alone. */
import { alpha2Codes } from '../../service/countries.ts';

import { countIn, wordsOf, type Likeness, type Word } from './names.ts';

/** A number as it was written. */
export interface Written {
  text: string;
  isVat: boolean;
  /** The alpha-3 code of the country that its record shows. */
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
/** The section of a German register, whose entries have numbers of their own. */
const section = /(?<!\p{L})(HRA|HRB|GNR|GSR|PR|VR)[\s.:]*(?=\d)/u;
/** Words beside the name of a register. */
const noise = /^(?:amtsgericht|ag|registergericht|handelsregister|rea|cciaa|nr|no|file|number)$/;

const isRegistered = ({ text, isVat, country }: Written): boolean =>
  section.exec(plain(text))?.[1]?.startsWith('HR') ||
  (!isVat && country !== undefined && registered[country]?.test(plain(text).trim()) === true);

/** A number that is unique in its country, and the country that is before a VAT number. */
function numberOf({ text, isVat }: Written) {
  const whole = codeOf(text);
  const within = isVat ? prefixes.get(whole.slice(0, 2)) : undefined;
  const code = within ? codeOf(whole.slice(2)) : whole;
  const isNumber = /\p{Nd}/u.test(code) && !/\p{L}{4}/u.test(code);
  return { code, isNumber, within, names: [], codes: [] };
}

/** An entry in a register: its digits, its section, and the words that name the register. */
function entryOf({ text }: Written) {
  const [, within] = section.exec(plain(text)) ?? [];
  const rest = plain(text)
    .replace(section, ' ')
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
    codes: words.filter(([word]) => word.length <= 2),
  };
}

/** Whether two lists of words share one; undefined if one of them is empty. */
const share = (ours: Word[], theirs: Word[]): boolean | undefined =>
  ours.length && theirs.length ? countIn(ours, theirs) > 0 : undefined;

/**
 * Compares two numbers. `part`: they prove nothing without the whole name. Undefined if they tell
 * nothing.
 */
export function likenessOfNumbers(one: Written, other: Written): Likeness | undefined {
  const country = one.country ?? other.country;
  const isEntry = [one, other].some((number) => isRegistered({ ...number, country }));
  const [ours, theirs] = isEntry
    ? [entryOf(one), entryOf(other)]
    : [numberOf(one), numberOf(other)];
  if (!ours.isNumber || !theirs.isNumber) {
    return codeOf(one.text) === codeOf(other.text) ? 'part' : undefined;
  }
  const isElsewhere = ours.within && theirs.within && ours.within !== theirs.within;
  if (ours.code !== theirs.code || isElsewhere) return 'different';
  if (!isEntry) return 'same';
  const isOfRegister = share(ours.names, theirs.names) ?? share(ours.codes, theirs.codes);
  if (isOfRegister === undefined) return 'part';
  return isOfRegister ? 'same' : 'different';
}
