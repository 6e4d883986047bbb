/** What is typed in place of a suggested value. */
import { toSuggestion } from '../../../client/exchange/suggestions.ts';
import { inDialect } from '../../../client/exchange/wire.ts';
import { relatedPerson } from '../../../fields/related-parties.ts';
import { readDialect } from '../../../service/dialect.ts';

const rolesOf = (roles: unknown) =>
  inDialect(readDialect(), relatedPerson.toBody({ last_name: 'A', roles }), 'person').roles;

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
  const roles = ['director', 'Director'];
  expect(toSuggestion(['Director', 'director'], roles, 'Roles')).toEqual(roles);
});
