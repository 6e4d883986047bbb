/** What is typed in place of a choice of a dropdown. */
import { readDialect } from '../../../service/dialect.ts';
import { choice, choiceOf } from '../../../fields/kinds/choices.ts';
import { relatedPerson } from '../../../fields/related-parties.ts';

const rolesOf = (roles: unknown) =>
  relatedPerson.toBody(readDialect(), { last_name: 'A', roles }).roles;

it.each<[unknown, string[]]>([
  ['Director, ubo', ['DIRECTOR', 'UBO']],
  [
    ['Account owner', 'account-owner'],
    ['ACCOUNT_OWNER', 'ACCOUNT_OWNER'],
  ],
  [['SHAREHOLDER'], ['SHAREHOLDER']],
  ['Proxy', ['Proxy']],
  // The comma of one entry among several is its own.
  [
    ['Director, Finance', 'UBO'],
    ['Director, Finance', 'UBO'],
  ],
  ['Director, Finance; UBO', ['Director, Finance', 'UBO']],
  ['["Director, Finance", "ubo"]', ['Director, Finance', 'UBO']],
  [
    ['Director, UBO', 'Proxy'],
    ['DIRECTOR', 'UBO', 'Proxy'],
  ],
])('takes the label of a role, or its value in other capitals: %j', (given, roles) =>
  expect(rolesOf(given)).toEqual(roles),
);

it('refuses a single entry that may be one role or several', () =>
  expect(() => rolesOf(['Director, Finance'])).toThrow(
    'Roles: "Director, Finance" may be one value or several. Put each value on its own line.',
  ));

it('keeps the spelling of the service', () => {
  const roles = [choice('Director', 'Director'), choice('director', 'director')];
  expect(['director', 'Director'].map((role) => choiceOf(role, roles))).toEqual([
    'director',
    'Director',
  ]);
});
