/**
 * Numbers of businesses in their normal form. One table by country says what may stand before and
 * behind a number, how its register writes it, and which number of the company it contains. The search
 * in registries, the comparison of clients and what was not taken use it.
 */
import { luhnChecksumValidate, weightedSum } from 'stdnum/lib/esm/util/checksum.js';

import { alpha2Codes, countriesNamed } from './countries.ts';

/** A kind of number, as patterns of a text in capital letters without spaces, dots and dashes. */
interface Form {
  number: string;
  /** What may stand before it beside the code of the country, and behind it. */
  before?: string;
  behind?: string;
  /** How the register writes it, if not so. */
  written?: (number: string) => string;
  /** Whether it can be meant; a number of another kind may look like it. */
  isMeant?: (number: string) => boolean;
  /** The number of the company that it contains. */
  company?: (number: string) => string;
}

/** With the zeros after its letters that a spreadsheet drops. */
const inWidth = (width: number) => (number: string) =>
  number.replace(
    /^(\D*)(\d+)$/,
    (_, letters: string, digits: string) => letters + digits.padStart(width - letters.length, '0'),
  );

/** Whether the weighted sum of all digits is a multiple. */
const isMultiple = (number: string, modulus: number, weights: number[]): boolean =>
  weightedSum(number, { weights, modulus }) === 0;

const isBelgian = (number: string): boolean =>
  97 - (Number(number.slice(0, -2)) % 97) === Number(number.slice(-2));
const isFinnish = (number: string): boolean => isMultiple(number, 11, [7, 9, 10, 5, 8, 4, 2, 1]);
/** An Australian company's. Most numbers of trusts and offices are none. */
const isAcn = (number: string): boolean => isMultiple(number, 10, [8, 7, 6, 5, 4, 3, 2, 1, 1]);
/** An Australian business's, the first digit of which counts one less. */
const isAbn = (number: string): boolean =>
  isMultiple(Number(number[0]) - 1 + number.slice(1), 89, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);

const ico: Form[] = [
  { number: '\\d{1,8}', before: 'D?I[CČ]O?', written: inWidth(8) },
  { number: '\\d{9,10}', before: 'DI[CČ]' },
];

/** Where no more than the code of the country stands before a number, that number alone. */
const forms: Record<string, Form[]> = {
  AT: [
    // FN 56247 t: the letter checks the digits.
    {
      number: '\\d{1,6}[A-Z]',
      before: 'FN',
      written: (number) => number.replace(/^0+(?=\d)/, '').toLowerCase(),
    },
    { number: 'U\\d{8}', before: 'UID' },
  ],
  AU: [
    { number: '\\d{9}', before: 'ACN|ARBN' },
    {
      number: '\\d{11}',
      before: 'ABN',
      company: (number) => (isAbn(number) && isAcn(number.slice(2)) ? number.slice(2) : number),
    },
  ],
  BE: [
    { number: '[01]\\d{9}', before: 'KBO|BCE|BTW|TVA|RP[RM]\\D*', behind: 'RP[RM]\\D*' },
    // As until 2005.
    { number: '\\d{9}', before: 'BTW|TVA', written: inWidth(10), isMeant: isBelgian },
  ],
  BG: [{ number: '\\d{9,10}' }],
  BR: [
    {
      number: '[A-Z\\d]{8}/?[A-Z\\d]{4}\\d\\d',
      before: 'CNPJ',
      written: (number) => number.replace('/', ''),
    },
  ],
  CH: [
    {
      number: '(?:CHE)?\\d{9}',
      before: 'UID|IDE|IDI',
      behind: '(?:HR/?)?(?:MWST|TVA|IVA|VAT)|HR|RC',
      written: (number) => `CHE${number.slice(-9)}`,
    },
  ],
  CY: [{ number: '\\d{8}[A-Z]' }],
  CZ: ico,
  DE: [{ number: '\\d{9}' }],
  DK: [{ number: '\\d{8}', before: 'CVR' }],
  EE: [{ number: '\\d{8,9}' }],
  ES: [{ number: '[A-Z\\d]\\d{7}[A-Z\\d]', before: 'CIF|NIF' }],
  FI: [
    { number: '\\d{8}' },
    // As until 2001. A number of the trade register may have seven digits, too.
    { number: '\\d{7}', written: inWidth(8), isMeant: isFinnish },
  ],
  FR: [
    { number: '\\d{9}', before: 'RCS\\D*|SIREN', behind: 'RCS\\D*' },
    {
      number: '\\d{14}',
      before: 'RCS\\D*|SIRET',
      behind: 'RCS\\D*',
      company: (number) => {
        const siren = number.slice(0, 9);
        return luhnChecksumValidate(siren) ? siren : number;
      },
    },
    { number: '[A-Z\\d]{2}\\d{9}', before: 'TVA' },
  ],
  GB: [
    // No word before it: "No 123456" is not NO123456, a society of Northern Ireland.
    { number: '\\d{1,8}|[A-Z]{2}\\d{1,6}', written: inWidth(8) },
    { number: '\\d{9}|\\d{12}', before: 'VAT' },
  ],
  GR: [{ number: '\\d{9}' }],
  HR: [{ number: '\\d{11}', before: 'OIB' }],
  HU: [{ number: '\\d{8}' }],
  IE: [{ number: '\\d{7}[A-Z]{1,2}' }],
  IT: [
    { number: '\\d{11}', before: 'PIVA|CF' },
    { number: '\\d{8,10}', written: inWidth(11), isMeant: luhnChecksumValidate },
  ],
  LT: [{ number: '\\d{9}|\\d{12}' }],
  LU: [{ number: '[A-L]\\d{1,6}', before: 'RCS(?:LUXEMBOURG)?' }, { number: '\\d{8}' }],
  LV: [{ number: '\\d{11}' }],
  MT: [{ number: '\\d{8}' }],
  NL: [
    { number: '\\d{8}', before: 'KVK' },
    { number: '\\d{9}B\\d\\d', before: 'BTW' },
  ],
  NO: [{ number: '\\d{9}', before: 'ORG', behind: 'MVA' }],
  PL: [
    // No more digits: of a REGON with nine, a zero before it makes the KRS of another company.
    { number: '\\d{1,7}', before: 'KRS', written: inWidth(10) },
    { number: '\\d{9,10}|\\d{14}', before: 'KRS|NIP|REGON' },
  ],
  PT: [{ number: '\\d{9}', before: 'NIPC|NIF' }],
  RO: [{ number: '\\d{2,10}', before: 'CUI|CIF' }],
  SE: [{ number: '\\d{10}', before: 'ORG' }, { number: '\\d{12}' }],
  SI: [{ number: '\\d{8}' }],
  SK: ico,
};

/** Territories with French numbers. */
const french = new Set(['BL', 'GF', 'GP', 'MF', 'MQ', 'PM', 'RE', 'YT']);

/** The code before a VAT number where it is not that of the country, and whose it is. */
const otherCodes: Record<string, string> = { EL: 'GR', XI: 'GB' };
const codesOf = (country: string): string =>
  [country, ...Object.keys(otherCodes).filter((code) => otherCodes[code] === country)].join('|');

/** The forms of a country, each as a pattern of a whole text. */
const patterns = new Map(
  Object.entries(forms).map(([country, all]) => [
    country,
    all.map((form) => {
      const before = form.before ? `(?:(?:${form.before})(?:N[OR]?)?)?` : '';
      const behind = form.behind ? `(?:${form.behind})?` : '';
      const whole = `^${before}(?:${codesOf(country)})?(${form.number})${behind}$`;
      return { ...form, pattern: new RegExp(whole) };
    }),
  ]),
);

export const capitals = (text: string): string => text.normalize('NFKC').toUpperCase();
const separators = /[\s.\p{Pd}]/gu;
/** Other signs that stand in or before a number. */
const signs = /[:'’°#()]/g;

/** A number of the country, and the number of its company; undefined for another text. */
function numberIn(text: string, country: string) {
  const bare = capitals(text).replace(separators, '').replace(signs, '');
  const ofCountry = patterns.get(french.has(country) ? 'FR' : country) ?? [];
  for (const { pattern, isMeant, written, company } of ofCountry) {
    const found = pattern.exec(bare)?.[1];
    const number = found && (written?.(found) ?? found);
    if (number && isMeant?.(number) !== false)
      return { number, company: company?.(number) ?? number };
  }
  return undefined;
}

/** A number as its country writes it. Without a country it is in capital letters and has no separators. */
export const normalNumber = (text: string, country = ''): string =>
  numberIn(text, country)?.number ?? capitals(text).replace(separators, '');

/** The number of the company that a number contains: of a SIRET its SIREN, of an ABN its ACN. */
export const companyNumber = (text: string, country = ''): string =>
  numberIn(text, country)?.company ?? normalNumber(text);

/** A number as its register finds it. */
export const searchedNumber = (text: string, country = ''): string =>
  numberIn(text, country)?.company ?? text.replace(separators, '');

/** True for a number in a form of the country. */
export const isOfCountry = (text: string, country = ''): boolean =>
  numberIn(text, country) !== undefined;

/** True if two numbers are one in a country that has a table, whichever it is. */
export const isOneSomewhere = (one: string, other: string): boolean =>
  Object.keys(forms).some(
    (country) => companyNumber(one, country) === companyNumber(other, country),
  );

/** The country whose code stands before a VAT number. */
export function countryOfVat(text = ''): string | undefined {
  const code = capitals(text).replace(separators, '').slice(0, 2);
  return otherCodes[code] ?? (alpha2Codes.includes(code) ? code : undefined);
}

/** The alpha-2 code of the country that a record shows, else of its VAT number. */
export function countryOfRecord(record: { country?: unknown; vat_number?: unknown }) {
  const { country, vat_number: number } = record;
  const [code, another] = typeof country === 'string' ? countriesNamed(country) : [];
  if (code && !another) return code;
  const ofVat = typeof number === 'string' ? countryOfVat(number) : undefined;
  // Other numbers begin with two letters, too.
  return ofVat && isOfCountry(String(number), ofVat) ? ofVat : undefined;
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

/** Its section, with what stands for it in the text. Elsewhere PR and VR are states or provinces. */
export function sectionIn(text: string, country = ''): string[] {
  const [found, name = ''] = section.exec(capitals(text)) ?? [];
  return found && (country === 'DE' || name.startsWith('HR')) ? [found, name] : [];
}

/** A number as it is in a record. */
export interface Written {
  text: string;
  isVat: boolean;
  /** The alpha-2 code of the country that the record shows. */
  country?: string;
}

/** True for an entry in one of the registers of its country. */
export function isInRegister({ text, isVat, country = '' }: Written): boolean {
  const isEntry = !isVat && registered[country]?.test(capitals(text).trim()) === true;
  return isEntry || sectionIn(text, country).length > 0;
}
