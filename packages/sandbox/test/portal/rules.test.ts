/** Values that no client can have are refused; what may be right is not. */
import { partyOf } from '../../portal/inputs.ts';
import { dayProblem, isMinor, limitsOf } from '../../portal/rules.ts';

const today = '2026-11-22';
const visit = { lang: 'en', today } as const;
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
  const problem = dayProblem(name, value, today, 'en');
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
  const { data, errors } = partyOf(
    'person',
    { last_name: 'Ferrer', roles: 'UBO', direct_ownership_percentage: typed },
    visit,
  );
  if (share === undefined) expect(errors.direct_ownership_percentage).toContain('from 0 to 100');
  else expect([errors, data.direct_ownership_percentage]).toEqual([{}, share]);
});

it.each(['\u0001\u0002', 'Fer\u0000rer', '\u200B', '  '])('a name of %j is none', (last_name) => {
  const { errors } = partyOf('person', { last_name, roles: 'UBO' }, visit);
  expect(errors).toEqual({ last_name: expect.any(String) });
});

it('names the mistakes of a person in the order of the form', () => {
  const typed = {
    last_name: 'Ferrer',
    birth_date: '1850-01-01',
    direct_ownership_percentage: '120',
    email: 'no address',
  };
  expect(Object.keys(partyOf('person', typed, visit).errors)).toEqual([
    'email',
    'birth_date',
    'roles',
    'direct_ownership_percentage',
  ]);
});
