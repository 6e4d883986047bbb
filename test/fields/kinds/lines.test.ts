/** Lines of related parties: one party each; anything else is refused by line and field. */
import { relatedBusiness, relatedPerson, toParties } from '../../../fields/related-parties.ts';

const persons = (...lines: object[]) =>
  toParties({ related_persons: lines }).persons.map(
    ({ given_names, last_name, email, roles, direct_ownership_percentage }) =>
      [given_names, last_name, email, roles?.join('+'), direct_ownership_percentage].map(
        (value) => value ?? null,
      ),
  );
const businesses = (...lines: object[]) =>
  toParties({ related_businesses: lines }).businesses.map(
    ({ organization_name, country, direct_ownership_percentage }) => [
      organization_name,
      country,
      direct_ownership_percentage,
    ],
  );

it.each([
  [
    'several roles of one',
    { last_name: 'A', roles: 'DIRECTOR,UBO' },
    [null, 'A', null, 'DIRECTOR+UBO', null],
  ],
  [
    'a decimal comma',
    { last_name: 'A', direct_ownership_percentage: '12,5' },
    [null, 'A', null, null, 12.5],
  ],
  ['a name with a comma', { last_name: 'Garcia, Jr.' }, [null, 'Garcia, Jr.', null, null, null]],
])('reads %s', (_, line, expected) => expect(persons(line)).toEqual([expected]));

it('reads the name of a company with its comma', () =>
  expect(
    businesses({ organization_name: 'Lumen, Inc.', direct_ownership_percentage: '12,5 %' }),
  ).toEqual([['Lumen, Inc.', undefined, 12.5]]));

it.each<[object, string]>([
  [{ last_name: 'A,B' }, 'Last Name: "A,B" may be one value or several'],
  [{ last_name: 'A,B', direct_ownership_percentage: '60,40' }, 'Last Name: "A,B"'],
  [{ last_name: 'A, B', first_name: 'C, D' }, 'Last Name: "A, B"'],
  [{ last_name: 'A, B', direct_ownership_percentage: '60,40' }, 'Last Name: "A, B"'],
  [{ last_name: 'A', email: 'a@x.example,b@x.example' }, 'Email: "a@x.example,b@x.example"'],
  [{ last_name: '["A", "B"]' }, 'Last Name has 2 values'],
  [{ last_name: '{"text":"A"}' }, 'Last Name is a group of values (text)'],
  [{ last_name: '{{ $json.name }}' }, 'Last Name: "{{ $json.name }}" contains an expression'],
  [{ last_name: ['A', 'B'] }, 'Last Name has 2 values'],
  [{ first_name: 'Ana' }, 'Last Name is empty'],
  [{ last_name: 'A', direct_ownership_percentage: 'half' }, 'Direct Ownership Percentage: "half"'],
  [{ last_name: 'A', shoe_size: 40 }, '"shoe_size" is not a field of a line'],
  [{ last_name: 'A', related_person_last_name: 'B' }, '"related_person_last_name" occurs twice'],
  [{ last_name: 'A;B' }, 'Last Name'],
  [{ last_name: 'A\nB' }, 'Last Name'],
  [{ last_name: 'A', email: 'a@x.example; b@x.example' }, 'Email'],
])('refuses %j by group, line and field', (line, message) => {
  expect(() => persons({}, { last_name: 'First' }, line)).toThrow(
    `Related Persons, line 3: ${message}`,
  );
});

it.each<[unknown, string[]]>([
  ['[{"last_name":"A"}]', ['A']],
  [{ last_name: 'A' }, ['A']],
  ['', []],
  [undefined, []],
])('takes the lines %j', (related_persons, names) =>
  expect(toParties({ related_persons }).persons.map((one) => one.last_name)).toEqual(names),
);

it.each(['Inés Ferrer', '%', ['Inés Ferrer'], [7], [null]].map((value) => [value]))(
  'refuses %j, which is no line',
  (related_persons) =>
    expect(() => toParties({ related_persons })).toThrow(
      /^Related Persons, line 1: ".*" is not a line with fields/,
    ),
);

it('takes the fields of a party by the name its help gives', () => {
  const additional_fields = { 'person.gender': 'f', shoe_size: '40' };
  expect(relatedPerson.toBody({ last_name: 'A', additional_fields })).toEqual({
    last_name: 'A',
    gender: 'f',
    shoe_size: 40,
  });
  expect(
    relatedBusiness.toBody({
      organization_name: 'A',
      additional_fields: '{"business":{"legal_form":"\\"7\\""},"business.vat_number":null}',
    }),
  ).toEqual({ organization_name: 'A', legal_form: '"7"', vat_number: null });
  for (const [name, message] of [
    ['business.legal_form', 'is a field of a business'],
    ['person.last_name', 'also filled in as Last Name'],
  ] as const) {
    expect(() =>
      relatedPerson.toBody({ last_name: 'A', additional_fields: { [name]: 'x' } }),
    ).toThrow(message);
  }
});
