/** Two clients as cases show them, and whether they are the same: the rows of what proves it. */
import type { Verdict } from '../../../client/comparison/same-client.ts';

type Item = Record<string, any>;

const business = (organization_name?: string, more: Item = {}): Item => ({
  business: { organization_name, ...more },
});
const numbered = (registration_number: string, more: Item = {}) =>
  business(undefined, { registration_number, ...more });
const person = (given_names?: string, last_name?: string, email?: string, birth_date?: string) => ({
  person: { given_names, last_name, email, birth_date },
});
const [born, later] = ['1985-11-02', '1987-01-30'];

export const pairs: [row: number, one: Item, other: Item, is: Verdict['is']][] = [
  // Numbers.
  [2, business('Alpha', { registration_number: '1' }), numbered('2'), 'other'],
  [2, business('Alpha', { vat_number: 'FR1' }), business('Alpha', { vat_number: 'FR2' }), 'other'],
  [3, numbered('1', { vat_number: 'GB7' }), numbered('2', { vat_number: 'GB7' }), 'unclear'],
  [4, numbered('1', { country: 'FRA' }), numbered('1', { country: 'REU' }), 'unclear'],
  [5, business('Beta', { registration_number: 'DE 12.34' }), numbered('de1234'), 'same'],
  [5, numbered('552100554'), numbered('552 100 554 00013'), 'same'],
  [5, numbered('00012345'), numbered('12345'), 'same'],
  [5, numbered('1'), business('Other', { local_number: '1' }), 'same'],
  [
    5,
    business('A', { vat_number: 'FR96552100554' }),
    business('B', { vat_number: '96552100554' }),
    'same',
  ],
  // A country or a date of birth.
  [6, business('Alpha', { country: 'FRA' }), business('Alpha', { country: 'DE' }), 'other'],
  [6, person('Ana', 'Ruiz', 'a@b.co', born), person('Ana', 'Ruiz', 'a@b.co', later), 'other'],
  // A date of birth and the name.
  [7, person('Jean', 'Martin', '', born), person('Jean-Pierre', 'Martin', 'x@b.co', born), 'same'],
  [7, person('Ana', 'Ruiz', 'a@b.co', born), person('Ana', 'Garcia', 'A@b.co', born), 'same'],
  [7, person('Ana', 'Ruiz', 'a@b.co', born), person('Ruiz', 'Ana', 'x@b.co', born), 'same'],
  // One value alone.
  [8, person('Ana', 'Ruiz', '', born), person('Eva', 'Ruiz', '', born), 'unclear'],
  [8, person('Ana', 'Ruiz', 'a@b.co'), person('Eva', 'Garcia', 'a@b.co'), 'unclear'],
  [8, person('Ana', 'Garcia', 'a@b.co'), person('Ana', 'Ruiz', 'a@b.co'), 'unclear'],
  // The whole name, in all its spellings.
  [9, business('Lumen Studio'), business('LUMEN STUDIO SAS'), 'same'],
  [9, business('Lumen S.A.S.'), business('Lumen, SAS'), 'same'],
  [9, business('Alpha Limited'), business('ALPHA, LTD.'), 'same'],
  [9, business('Bäcker GmbH'), business('Baecker Gesellschaft mit beschränkter Haftung'), 'same'],
  [9, business('Müller AG'), business('Muller AG'), 'same'],
  [9, business('Société Générale'), business('SOCIETE GENERALE SA'), 'same'],
  [9, business('アルファ'), business('株式会社アルファ'), 'same'],
  [9, business('Alpha'), { organization_name: 'Alpha' }, 'same'],
  [9, person('Ana', 'Garcia'), person('GARCÍA', 'Ana'), 'same'],
  [9, person('Ana', 'Garcia', 'a@b.co'), person('Ana', 'Garcia'), 'same'],
  [9, person('Ana', 'Garcia', 'a@b.co'), person('Ana', 'Garcia', 'A@b.co'), 'same'],
  [10, person('Ana', 'Garcia', 'ana.g@b.co'), person('Ana', 'Garcia', 'anag@b.co'), 'unclear'],
  // A part of the name.
  [11, business('Lumen SAS'), business('Lumen Holding SAS'), 'unclear'],
  [11, business('Dupont'), business('Dupont Immobilier SARL'), 'unclear'],
  [11, person('Jean', 'Martin'), person('Jean-Pierre', 'Martin'), 'unclear'],
  [11, person('Ana', 'Garcia'), person(undefined, 'GARCÍA'), 'unclear'],
  [12, business('Alpha Ltd'), business('Beta Ltd'), 'other'],
  [12, business('Alpha Trading'), business('Alpha Shipping'), 'other'],
  [12, business('株式会社アルファ'), business('株式会社ベータ'), 'other'],
  [12, person('Juan', 'Paz'), person('Juan', 'Paez'), 'other'],
  [12, person('Ana', 'Garcia', 'ana.g@b.co'), person('Ann', 'Ruiz', 'anag@b.co'), 'other'],
  // Nothing that both show: placeholders and masks are no values.
  [13, business('Alpha'), {}, 'unclear'],
  [13, business('Alpha', { registration_number: '1' }), numbered('***1'), 'unclear'],
  [13, business('Alpha'), business('A****'), 'unclear'],
  [13, numbered('N/A'), numbered('N/A'), 'unclear'],
  [13, numbered('000 000 000'), numbered('000000000'), 'unclear'],
  [
    13,
    person(undefined, undefined, 'j***@b.co'),
    person(undefined, undefined, 'j***@b.co'),
    'unclear',
  ],
  [13, person('', '', '', '1900-01-01'), person('', '', '', '1900-01-01'), 'unclear'],
  [13, person(undefined, undefined, 'a@b.co'), person('Ana', 'Ruiz'), 'unclear'],
];
