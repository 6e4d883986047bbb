/** Two clients as cases show them, and whether they are the same: the rows of what proves it. */
import type { Verdict } from '../../../client/comparison/same-subject.ts';

type Item = Record<string, any>;

const business = (organization_name?: string, more: Item = {}): Item => ({
  business: { organization_name, ...more },
});
const number = (registration_number: string, more: Item = {}): Item => ({
  registration_number,
  ...more,
});
const numbered = (registration_number: string, more: Item = {}) =>
  business(undefined, number(registration_number, more));
const vat = (vat_number: string, name: string) => business(name, { vat_number });
const [us, italian] = [{ country: 'USA' }, { country: 'ITA' }];
const alpha = (registration_number: string, more?: Item) =>
  business('Alpha', number(registration_number, more));
const person = (given_names?: string, last_name?: string, email?: string, birth_date?: string) => ({
  person: { given_names, last_name, email, birth_date },
});
const [born, later] = ['1985-11-02', '1987-01-30'];

type Pair = [row: number, one: Item, other: Item, is: Verdict['is']];

const spellings = [
  ['BEL', 'BE 0403.019.261', '0403019261'],
  ['CHE', 'CHE-107.787.577 MWST', 'CHE-107.787.577'],
  ['NOR', 'NO 995 525 828 MVA', '995525828'],
  ['ESP', 'ESA13585625', 'A13585625'],
  ['DNK', 'DK-13585628', '13585628'],
  ['FRA', '552 100 554 R.C.S. Paris', '552100554'],
  ['FRA', '552 100 554 00013', '552100554'],
  ['REU', '55210055400013', '552100554'],
  ['GBR', 'SC12345', 'SC012345'],
  ['GBR', '445790', '00445790'],
  ['AUS', 'ABN 43 002 724 334', 'ACN 002 724 334'],
  ['CZE', '6947', '00006947'],
  ['BRA', '12.ABC.345/01DE-35', '12abc34501de35'],
  ['AUT', 'FN 56247 t', '56247t'],
] as const;
/** Two numbers that are alike. */
const others = [
  ['SLV', '0614-030106-101-1', '0614-030106-102-0'],
  ['FRA', 'RCS Lyon 552 100 554', 'RCS Lyon 383 474 814'],
  ['GBR', 'SC012345', 'NI012345'],
  ['POL', '000331501', '0000331501'],
  ['ROU', 'J40/8302/1997', 'J40/8302/1998'],
] as const;

export const pairs: Pair[] = [
  // Numbers.
  [2, business('Alpha', { registration_number: '1' }), numbered('2'), 'other'],
  [2, business('Alpha', { vat_number: 'FR1' }), business('Alpha', { vat_number: 'FR2' }), 'other'],
  [3, numbered('1', { vat_number: 'GB7' }), numbered('2', { vat_number: 'GB7' }), 'unclear'],
  [4, numbered('1', { country: 'FRA' }), numbered('1', { country: 'REU' }), 'unclear'],
  [5, business('Beta', { registration_number: 'DE 12.34' }), numbered('de1234'), 'same'],
  // Two spellings of one number in its country; without the country they tell nothing.
  ...spellings.map(([country, one, other]): Pair => [
    5,
    numbered(one, { country }),
    numbered(other),
    'same',
  ]),
  ...spellings.map(([, one, other]): Pair => [7, numbered(one), numbered(other), 'unclear']),
  ...others.map(([country, one, other]): Pair => [
    2,
    alpha(one, { country }),
    alpha(other),
    'other',
  ]),
  [7, numbered('0614-030106-101-1'), numbered('0614-030106-102-0'), 'unclear'],
  [5, numbered('55210055400013', { vat_number: 'FR96552100554' }), numbered('552100554'), 'same'],
  [5, vat('CHE-107.787.577 MWST', 'A'), numbered('CHE-107.787.577', { country: 'CHE' }), 'same'],
  // What begins a VAT number of Mexico is no Belgium.
  [
    7,
    business('A', { vat_number: 'BEM010101AB1', registration_number: '403019261' }),
    numbered('0403019261'),
    'unclear',
  ],
  [2, numbered('00012345', { country: 'MEX' }), numbered('12346'), 'other'],
  [7, numbered('00012345', { country: 'MEX' }), numbered('12345'), 'unclear'],
  [5, numbered('1'), business('Other', { local_number: '1' }), 'same'],
  [
    5,
    business('A', { vat_number: 'FR96552100554' }),
    business('B', { vat_number: '96552100554' }),
    'same',
  ],
  [2, vat('DE123456789', 'A'), vat('PT123456789', 'A'), 'other'],
  [2, vat('FR32552100554', 'A'), vat('LU32552100554', 'A'), 'other'],
  [5, vat('XI123456789', 'A'), vat('GB123456789', 'B'), 'same'],
  [5, vat('EL123456789', 'A'), vat('GR 123456789', 'B'), 'same'],
  [5, vat('MX ABC010101AB1', 'A'), vat('ABC010101AB1', 'B'), 'same'],
  // Numbers that are unique within a register.
  [2, numbered('HRB 12345 Amtsgericht München'), numbered('HRB 12345, AG Köln'), 'other'],
  [2, numbered('HRB 12345 München'), numbered('HRA 12345 München'), 'other'],
  [2, numbered('DE 1234567', us), numbered('NY 1234567', us), 'other'],
  [2, numbered('PR 1234567', us), numbered('NY 1234567', us), 'other'],
  [2, numbered('MI-1234567', italian), numbered('REA RM-1234567', italian), 'other'],
  [2, alpha('HRB 1, Frankfurt (Oder)'), alpha('HRB 1, Frankfurt am Main'), 'other'],
  [2, alpha('HRB-Nr. 1 des Amtsgerichts Köln'), alpha('HRB-Nr. 1 des Amtsgerichts Ulm'), 'other'],
  [2, alpha('REA n. MI-123456', italian), alpha('REA n. TO-123456', italian), 'other'],
  [2, alpha('VR 123456', italian), alpha('MI 123456', italian), 'other'],
  [2, alpha('RCS Paris 552 100 554'), alpha('RCS Lyon 383 474 814'), 'other'],
  [2, alpha('Dubai DED 123456'), alpha('Dubai DED 654321'), 'other'],
  [2, vat('27AAACR5055K1Z5', 'A'), vat('27AABCS1234F1Z1', 'A'), 'other'],
  [5, vat('27AAACR5055K1Z5', 'A'), vat('27AAACR5055K1Z5', 'B'), 'same'],
  [5, numbered('HWUPKR0MPOU8FGXBT394'), alpha('HWUPKR0MPOU8FGXBT394'), 'same'],
  [7, numbered('C1234567', us), alpha('C1234567', us), 'unclear'],
  [10, alpha('RCS Paris 552 100 554'), alpha('552 100 554 00013'), 'same'],
  [5, numbered('HRB 12345 München'), numbered('Amtsgericht Muenchen HRB12345'), 'same'],
  [5, numbered('HRB 86891 B'), numbered('HRB 86891 B (Charlottenburg)'), 'same'],
  [5, numbered('12-3456789', us), numbered('12-3456789', us), 'same'],
  [5, numbered('00905811006', italian), numbered('905811006', italian), 'same'],
  [7, numbered('HRB 12345'), numbered('HRB 12345 München'), 'unclear'],
  [
    7,
    business('Alpha', number('1234567', us)),
    business('Omega', number('1234567', us)),
    'unclear',
  ],
  [10, business('Alpha', number('1234567', us)), business('ALPHA', number('1234567', us)), 'same'],
  // A country or a date of birth.
  [6, business('Alpha', { country: 'FRA' }), business('Alpha', { country: 'DE' }), 'other'],
  [6, person('Ana', 'Ruiz', 'a@b.co', born), person('Ana', 'Ruiz', 'a@b.co', later), 'other'],
  // A text in place of a number.
  ...['in creation', 'en cours', 'see attached', 'en cours 2026', 'applied 2026-11'].map(
    (text): Pair => [
      7,
      business('Alpha', number(text)),
      business('Omega', number(text)),
      'unclear',
    ],
  ),
  [7, numbered('en cours 2026', { country: 'DE' }), numbered('en cours 2026'), 'unclear'],
  [
    10,
    business('Alpha', number('applied 2026-11')),
    business('Alpha', number('404833048')),
    'same',
  ],
  // A date of birth and the name.
  [8, person('Jean', 'Martin', '', born), person('Jean-Pierre', 'Martin', 'x@b.co', born), 'same'],
  [8, person('Ana', 'Ruiz', 'a@b.co', born), person('Ana', 'Garcia', 'A@b.co', born), 'same'],
  [8, person('Ana', 'Ruiz', 'a@b.co', born), person('Ruiz', 'Ana', 'x@b.co', born), 'same'],
  // One value alone.
  [9, person('Ana', 'Ruiz', '', born), person('Eva', 'Ruiz', '', born), 'unclear'],
  [9, person('Ana', 'Ruiz', 'a@b.co'), person('Eva', 'Garcia', 'a@b.co'), 'unclear'],
  [9, person('Ana', 'Garcia', 'a@b.co'), person('Ana', 'Ruiz', 'a@b.co'), 'unclear'],
  [9, person('', '', 'a@b.co'), person('', '', 'a@b.co'), 'unclear'],
  // The whole name, in all its spellings.
  [10, business('Lumen Studio'), business('LUMEN STUDIO SAS'), 'same'],
  [10, business('Lumen S.A.S.'), business('Lumen, SAS'), 'same'],
  [10, business('Lumen SAS'), business('SAS Lumen SAS'), 'same'],
  [10, business('Alpha Limited'), business('ALPHA, LTD.'), 'same'],
  [10, business('Alpha A/S'), business('ALPHA AS'), 'same'],
  [10, business('Alpha A/S'), business('Alpha Aktieselskab'), 'same'],
  [10, business('Alpha Ltda.'), business('Alpha Limitada'), 'same'],
  [10, business('Alpha Pvt. Ltd.'), business('ALPHA PRIVATE LIMITED'), 'same'],
  [10, business('Alpha & Co. Ltd'), business('ALPHA AND COMPANY LIMITED'), 'same'],
  [10, business('Alpha GmbH & Co. KG'), business('Alpha GmbH & Co KG'), 'same'],
  [10, business('SCI Les Lilas'), business('Les Lilas'), 'same'],
  [10, business('Bäcker GmbH'), business('Baecker Gesellschaft mit beschränkter Haftung'), 'same'],
  [10, business('Müller AG'), business('Muller AG'), 'same'],
  [10, business('Société Générale'), business('SOCIETE GENERALE SA'), 'same'],
  [10, business('アルファ'), business('株式会社アルファ'), 'same'],
  [10, business('Alpha'), { organization_name: 'Alpha' }, 'same'],
  [10, person('Ana', 'Garcia'), person('GARCÍA', 'Ana'), 'same'],
  [10, person('Ana', 'Garcia', 'a@b.co'), person('Ana', 'Garcia'), 'same'],
  [10, person('Ana', 'Garcia', 'a@b.co'), person('Ana', 'Garcia', 'A@b.co'), 'same'],
  [11, person('Ana', 'Garcia', 'ana.g@b.co'), person('Ana', 'Garcia', 'anag@b.co'), 'unclear'],
  // A part of the name.
  [12, business('Lumen SAS'), business('Lumen Holding SAS'), 'unclear'],
  // A legal form that one side lacks, and what is a part of the name.
  [12, business('Alpha SAS'), business('Alpha SARL'), 'unclear'],
  [12, business('Alpha Pvt. Ltd.'), business('Alpha Ltd'), 'unclear'],
  [12, business('Alpha Private Limited'), business('Alpha Pte. Ltd.'), 'unclear'],
  [12, business('Alpha & Co'), business('Alpha'), 'unclear'],
  [12, business('Alpha & Cie SA'), business('Alpha SA'), 'unclear'],
  [12, business('Alpha GmbH & Co. KG'), business('Alpha GmbH'), 'unclear'],
  [12, business('AS Roma'), business('Roma'), 'unclear'],
  [12, business('SE Health Ltd'), business('Health Ltd'), 'unclear'],
  [12, business('Alpha Ltd Holding'), business('Alpha Holding'), 'unclear'],
  [12, person('Maria', 'Sá'), person('Maria'), 'unclear'],
  [12, business('Pizza Pizza Ltd'), business('Pizza Ltd'), 'unclear'],
  [12, business('Dupont'), business('Dupont Immobilier SARL'), 'unclear'],
  [12, person('Jean', 'Martin'), person('Jean-Pierre', 'Martin'), 'unclear'],
  [12, person('Ana', 'Garcia'), person(undefined, 'GARCÍA'), 'unclear'],
  [12, business('Omega NV'), business('Омега НВ'), 'unclear'],
  [13, business('Alpha Ltd'), business('Beta Ltd'), 'other'],
  [13, business('AS Roma'), business('SE Roma'), 'other'],
  [13, business('SAS'), business('Roma'), 'other'],
  [13, business('Alpha & Co SAS'), business('Beta & Co SAS'), 'other'],
  [13, business('Alpha Trading'), business('Alpha Shipping'), 'other'],
  [13, business('株式会社アルファ'), business('株式会社ベータ'), 'other'],
  [13, person('Juan', 'Paz'), person('Juan', 'Paez'), 'other'],
  [13, person('Ana', 'Garcia', 'ana.g@b.co'), person('Ann', 'Ruiz', 'anag@b.co'), 'other'],
  // Nothing that both show: placeholders and masks are no values.
  [14, business('Alpha'), {}, 'unclear'],
  [14, business('Alpha', { registration_number: '1' }), numbered('***1'), 'unclear'],
  [14, business('Alpha'), business('A****'), 'unclear'],
  [14, numbered('N/A'), numbered('N/A'), 'unclear'],
  [14, numbered('000 000 000'), numbered('000000000'), 'unclear'],
  [
    14,
    person(undefined, undefined, 'j***@b.co'),
    person(undefined, undefined, 'j***@b.co'),
    'unclear',
  ],
  [14, person('', '', '', '1900-01-01'), person('', '', '', '1900-01-01'), 'unclear'],
  [14, person(undefined, undefined, 'a@b.co'), person('Ana', 'Ruiz'), 'unclear'],
];
