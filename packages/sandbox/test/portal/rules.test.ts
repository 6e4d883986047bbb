/** Values that no client can have are refused; what may be right is not. */
import { partyOf } from '../../portal/inputs.ts';
import { dayProblem, isMinor } from '../../portal/rules.ts';

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

it.each([
  ['2008-11-22', today, false],
  ['2008-11-23', today, true],
  ['2026-11-22', today, true],
  ['', today, false],
  [undefined, today, false],
  ['2008-02-29', '2026-02-28', true],
  ['2008-02-29', '2026-03-01', false],
])('somebody born on %s is on %s under 18: %s', (born, day, is) =>
  expect(isMinor(born, day)).toBe(is),
);

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
