/** Values that no client can have are refused; what may be right is not. */
import { partyOf } from '../../portal/inputs.ts';
import { isMinor, limitsOf, problemOf } from '../../portal/rules.ts';

const today = '2026-11-22';
const vat = (value: string, country?: string) =>
  problemOf('vat_number', value, { today, country }, 'en');

/** The forms as the European Commission lists them for VIES, and those of three other countries. */
const forms: [country: string, right: string[], wrong: string[]][] = [
  ['AT', ['ATU12345678'], ['AT12345678', 'ATU1234567']],
  ['BE', ['BE0123456789'], ['BE01234567']],
  ['BG', ['BG123456789', 'BG1234567890'], ['BG12345678']],
  ['CY', ['CY10259033P'], ['CY102590331']],
  ['CZ', ['CZ12345678', 'CZ1234567890'], ['CZ1234567']],
  ['DE', ['DE123456789'], ['DE12345678', 'DE1234567890']],
  ['DK', ['DK12345678', 'DK 12 34 56 78'], ['DK1234567']],
  ['EE', ['EE101234567'], ['EE10123456']],
  ['ES', ['ESB64213908', 'ESX1234567L'], ['ESB6421390']],
  ['FI', ['FI12345678'], ['FI1234567']],
  ['FR', ['FR96552100554', 'FRK7399859412', 'fr 83 552 100 554'], ['FR1', 'FR8355210055']],
  ['GB', ['GB123456789', 'GB123 4567 89', 'GBGD001'], ['GB12345']],
  ['GR', ['EL123456789'], ['GR123456789', 'EL12345678']],
  ['HR', ['HR12345678901'], ['HR1234567890']],
  ['HU', ['HU12345678'], ['HU1234567']],
  ['IE', ['IE1234567T', 'IE1234567TA'], ['IE12345678']],
  ['IT', ['IT12345678901'], ['IT1234567890']],
  ['LU', ['LU12345678'], ['LU1234567']],
  ['NL', ['NL123456789B01'], ['NL123456789']],
  ['PL', ['PL1234567890'], ['PL123456789']],
  ['PT', ['PT123456789'], ['PT12345678']],
  ['SE', ['SE123456789001'], ['SE1234567890']],
  ['CH', ['CHE-123.456.788 MWST', 'CHE123456788'], ['CHE12345678']],
  ['NO', ['NO123456789MVA'], ['NO12345678']],
];

describe.each(forms)('a VAT number of %s', (country, right, wrong) => {
  it.each(right)('%s may be one', (value) => expect(vat(value, country)).toBeUndefined());
  it.each(wrong)('%s is none', (value) => expect(vat(value, country)).toContain('VAT number'));
});

it.each([
  ['another country’s number', 'DE123456789', 'FR', undefined],
  ['without its letters', '83552100554', 'FR', 'France'],
  ['without letters, of a country nobody knows the form of', '12-3456789', 'US', undefined],
  ['letters of no country that is known', 'XI123456789', 'GB', undefined],
  ['of Greece with the wrong letters', 'GR123456789', 'FR', 'Greece'],
  ['a word that begins as one of Norway', 'not yet', 'FR', 'France'],
])('is judged by its own letters: %s', (_, value, country, named) => {
  const problem = vat(value, country);
  if (named) expect(problem).toContain(named);
  else expect(problem).toBeUndefined();
});

it.each([
  ['birth_date', '1899-12-31', 'must be 1 January 1900 or later'],
  ['birth_date', '1900-01-01', undefined],
  ['birth_date', '2026-11-22', undefined],
  ['birth_date', '2026-11-23', 'is in the future'],
  ['registration_date', '1599-12-31', 'must be 1 January 1600 or later'],
  ['registration_date', '1600-01-01', undefined],
  ['registration_date', '1602-03-20', undefined],
  ['registration_date', '2026-11-22', undefined],
  ['registration_date', '2026-11-23', 'is in the future'],
] as const)('%s %s: %s', (name, value, said) => {
  const problem = problemOf(name, value, { today }, 'en');
  if (said) expect(problem).toContain(said);
  else expect(problem).toBeUndefined();
});

it('offers in the page the days that it takes', () => {
  expect(limitsOf('birth_date', today)).toEqual({ min: '1900-01-01', max: today });
  expect(limitsOf('registration_date', today)).toEqual({ min: '1600-01-01', max: today });
  expect(limitsOf('last_name', today)).toEqual({});
});

it.each([
  ['2008-11-22', false],
  ['2008-11-23', true],
  ['2026-11-22', true],
  ['1980-01-01', false],
  ['', false],
  [undefined, false],
])('somebody born on %s is under 18: %s', (born, is) => expect(isMinor(born, today)).toBe(is));

it('counts somebody born on a leap day as 18 on 1 March', () => {
  expect(isMinor('2008-02-29', '2026-02-28')).toBe(true);
  expect(isMinor('2008-02-29', '2026-03-01')).toBe(false);
});

it.each([
  ['33,3 %', 33.3],
  ['50', 50],
  ['0x20', undefined],
  ['1e1', undefined],
  ['1.2.3', undefined],
  ['٥٠', undefined],
])('a share of %s is %s', (typed, share) => {
  const { data, wrong } = partyOf(
    'person',
    { last_name: 'Ferrer', direct_ownership_percentage: typed },
    'en',
    today,
  );
  if (share === undefined) expect(wrong.direct_ownership_percentage).toContain('from 0 to 100');
  else expect([wrong, data.direct_ownership_percentage]).toEqual([{}, share]);
});
