/**
 * Numbers of registers as people, CRMs and registers write them. Most are published examples of
 * registers and of companies.
 */
import * as fc from 'fast-check';

import { isPlaceholder } from '../../client/comparison/placeholders.ts';
import { compareSubjects } from '../../client/comparison/same-subject.ts';
import { companyNumber, normalNumber, searchedNumber } from '../../service/numbers.ts';
import { random } from '../support/amount.ts';

/**
 * A country, spellings of one number, the first as it is searched for, and behind the arrow numbers
 * that are others however alike. Without a country, nothing is derived.
 */
const table = `
AT | 56247t, FN 56247 t, FN 056247t, fn56247T -> FN 56247 f, FN 5624 t, 56247
AT | U12345678, ATU12345678, ATU 1234 5678, UID: ATU12345678 -> U12345679
AU | 002724334, ACN 002 724 334, AU002724334 -> 2724334, 002724335
BE | 0403019261, BE 0403.019.261, 403.019.261, BE403019261 -> 1403019261, 40301926, 403019262
BE | 0403019261, RPR Brussel 0403.019.261, BTW BE 0403.019.261, BE (0)403.019.261 -> 040301926
BE | 0403019262 -> 403019262
BR | 11222333000181, 11.222.333/0001-81, CNPJ: 11.222.333/0001-81 -> 11.222.333/0002-62, 1222333000181
BR | 12ABC34501DE35, 12.ABC.345/01DE-35, 12abc34501de35 -> 12.ABD.345/01DE-35
CH | CHE107787577, CHE-107.787.577 MWST, CHE-107.787.577 TVA, CHE-107.787.577 IVA -> CHE-107.787.578
CH | CHE107787577, CHE-107.787.577 HR/MWST, 107.787.577 -> CH-107.787.57, CH-020.3.020.910-1
CZ | 00006947, 6947, IČO: 6947, IČ 000 069 47, CZ00006947 -> 69470000, 06947000, 0000069471
DK | 13585628, DK-13585628, DK 13 58 56 28, CVR-nr. 13585628 -> 13585629, 1358562, SE13585628
ES | A13585625, ESA13585625, A-13585625, NIF A13585625 -> B13585625, A13585626, 13585625
FI | 01120389, 0112038-9, 112038-9, FI01120389 -> 1120389-0, 11203890, 112038-8
FI | 01120388 -> 1120388
FR | 552100554, 552 100 554 R.C.S. Paris, RCS Lyon 552 100 554 -> RCS Paris 552 100 555, 0552100554
FR | 552100554, RCS Paris B 552 100 554, SIREN 552 100 554, FR552100554 -> 552100555, 52100554
FR | 96552100554, FR 96 552 100 554, TVA FR96552100554 -> 97552100554, 552100554
GB | 00445790, 445790, GB 445790, 0445790 -> 4457900, SC445790, 000445790
GB | SC012345, SC12345, sc 012345 -> SC123450, NI012345, NO012345, 12345
GB | 980780684, GB 980 7806 84, XI980780684, VAT GB980780684 -> 98078068, 980780684001
GR | 094014201, EL094014201, GR 094014201 -> 94014201
IT | 00905811006, 905811006, IT00905811006, P.IVA 00905811006 -> 905811007, 90581100
IT | 00905811007 -> 905811007
LU | B12345, R.C.S. Luxembourg B 12345, B 12345 -> F12345, B123450
NL | 33031431, KvK 33031431, NL33031431 -> 3303143, 033031431
NO | 995525828, NO 995 525 828 MVA, 995525828MVA, Org.nr. 995 525 828 -> 995525829, 95525828
PL | 0000331501, 331501, KRS 0000331501 -> 000331501, 3315010
PT | 500697256, PT500697256, NIPC 500 697 256 -> 500697257
RO | J40/8302/1997, J40 / 8302 / 1997 -> J4/08302/1997, J4083021997
RO | 14399840, RO 14399840, CUI RO14399840 -> 1/4399840, 14399841
SE | 5569814472, 556981-4472, SE5569814472 -> 556981-4473, SE556981447201
SK | 00151742, 151742, IČO 00151742 -> 1517420, 2020213029
SV | 06140301061011, 0614-030106-101-1 -> 0614-030106-102-0, 061403010
ZA | 2012/123456/07, 2012 / 123456 / 07 -> 2012123456/07, 2012/123456/08
-- | 552100554, 552 100-554, 552.100.554, 552–100 554 -> 55210055400013, FR552100554, 552/100554
-- | 552100554, 552 100 554 -> 0552100554, RCS Paris 552 100 554, 552 100 555
`;
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split(/ \| | -> /) as [string, string, string]);

it.each(rows)('of %s: %s are one number, and %s are others', (country, one, other) => {
  const [spellings, others] = [one.split(', '), other.split(', ')];
  const [number, ...more] = new Set(spellings.map((text) => normalNumber(text, country)));
  expect(more).toEqual([]);
  expect(others.filter((text) => normalNumber(text, country) === number)).toEqual([]);
  const searched = new Set(spellings.map((text) => searchedNumber(text, country)));
  expect([...searched]).toEqual(spellings.slice(0, 1));
});

it.each([
  ['FR', '552 100 554 00013', '552100554'],
  ['RE', '55210055400013', '552100554'],
  // No SIREN begins it.
  ['FR', '55210055500013', '55210055500013'],
  ['', '55210055400013', '55210055400013'],
  ['SV', '0614-030106-101-1', '06140301061011'],
  ['AU', '43 002 724 334', '002724334'],
  // An office: no company.
  ['AU', 'ABN 51 824 753 556', '51824753556'],
  ['AU', '44 002 724 334', '44002724334'],
])('in %s, the company of %s is %s', (country, number, company) => {
  expect(companyNumber(number, country)).toBe(company);
  expect(searchedNumber(number, country)).toBe(company);
  expect(normalNumber(number, country)).toBe(number.replace(/[^\d]/g, ''));
});

/** Numbers as registers write them, and what people write before and behind one. */
const registers: [country: string, number: string, before: string[], behind?: string[]][] = [
  ['AT', '[1-9]\\d{0,5}[a-z]', ['FN ', 'AT']],
  ['AU', '\\d{9}|\\d{11}', ['AU ']],
  ['BE', '[01]\\d{9}', ['BE ', 'BTW BE'], [' RPR Gent']],
  ['BR', '[A-Z0-9]{12}\\d\\d', ['CNPJ ', 'BR']],
  ['CH', 'CHE\\d{9}', ['UID '], [' MWST', ' TVA', ' IVA']],
  ['CZ', '\\d{8,10}', ['CZ', 'DIČ CZ']],
  ['DK', '\\d{8}', ['DK-', 'CVR ']],
  ['ES', '[A-Z]\\d{7}[A-J0-9]', ['ES', 'NIF ']],
  ['FI', '\\d{8}', ['FI']],
  ['FR', '\\d{9}|\\d{11}|\\d{14}', ['FR', 'FR ']],
  ['FR', '\\d{9}', ['RCS Lyon ', 'SIREN : '], [' R.C.S. Paris']],
  ['GB', '\\d{8}|(SC|NI|OC)\\d{6}|\\d{9}|\\d{12}', ['GB', 'GB ']],
  ['IT', '\\d{11}', ['IT', 'P.IVA ']],
  ['NL', '\\d{8}|\\d{9}B\\d\\d', ['NL']],
  ['NO', '\\d{9}', ['NO ', 'Org.nr '], [' MVA', 'MVA']],
  ['PL', '000\\d{7}|\\d{9}|[1-9]\\d{9}|\\d{14}', ['PL']],
  ['RO', '[1-9]\\d{1,9}|J\\d{1,2}/\\d{1,5}/(19|20)\\d\\d', []],
  ['SE', '\\d{10}|\\d{12}', ['SE']],
  ['', '[A-G]{0,3}\\d{1,12}', []],
];
/** The zeros that a spreadsheet drops. */
const zeros: Record<string, RegExp> = {
  CZ: /^(?=.{8}$)0+(?=\d)/,
  GB: /(?<=^(?=.{8}$)(?:[A-Z]{2})?)0+(?=\d)/,
  PL: /^000(?=\d{7}$)/,
};
const separator = fc.constantFrom('', '', '', ' ', '.', '-', '\u00a0', '\u2013');

/** A number of a register in a random spelling. */
const spelled = (country: string, number: string, before: string[], behind: string[]) =>
  fc
    .record({
      digits: fc.constantFrom(number, number.replace(zeros[country] ?? '', '')),
      gaps: fc.array(separator, { minLength: 20, maxLength: 20 }),
      start: fc.constantFrom('', ...before),
      end: fc.constantFrom('', ...behind),
      isSmall: fc.boolean(),
    })
    .map(({ digits, gaps, start, end, isSmall }) => {
      const apart = [...digits].map((sign, index) => sign + gaps[index]).join('');
      return isSmall ? (start + apart + end).toLowerCase() : start + apart + end;
    });

/** A number whose sign in a place is dropped, doubled, another one, behind a zero or the next. */
const changes: ((sign: string, next: string) => string)[] = [
  (_, next) => next,
  (sign, next) => sign + sign + next,
  (sign, next) => ((Number(sign) + 1) % 10 || 0) + next,
  (sign, next) => `0${sign}${next}`,
  (sign, next) => next.slice(0, 1) + sign + next.slice(1),
];

/** Whether two records with these numbers, one of them with the country, are about one client. */
const isClient = (one: string, registration_number: string, country: string) =>
  compareSubjects(
    { business: { registration_number: one, country } },
    { business: { registration_number } },
  ).is;

it.each(registers)(
  'numbers of %s, %s, are one in all spellings, and never another one',
  (country, pattern, before, behind = []) => {
    const whole = new RegExp(`^(?:${pattern})$`);
    const inputs = fc.stringMatching(whole).chain((number) =>
      fc.record({
        number: fc.constant(number),
        one: spelled(country, number, before, behind),
        other: spelled(country, number, before, behind),
        change: fc.constantFrom(...changes),
        place: fc.nat(number.length - 1),
      }),
    );
    fc.assert(
      fc.property(inputs, ({ number, one, other, change, place }) => {
        fc.pre(!isPlaceholder(number));
        expect(normalNumber(one, country)).toBe(normalNumber(other, country));
        expect(isClient(one, other, country)).toBe('same');
        const changed = number.slice(0, place) + change(number[place]!, number.slice(place + 1));
        if (changed === number || !whole.test(changed)) return;
        expect(normalNumber(changed, country)).not.toBe(normalNumber(one, country));
        // Two establishments are of one company.
        if (companyNumber(changed, country) !== companyNumber(number, country)) {
          expect(isClient(changed, one, country)).not.toBe('same');
        }
      }),
      random(2000),
    );
  },
);
