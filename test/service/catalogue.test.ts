/** What derives from the catalogue misses no row. */
import {
  application,
  business,
  fieldKinds,
  person,
  relationship,
  singleFields,
} from '../../service/catalogue.ts';
import {
  Application,
  Business,
  CreateApplicationBody,
  eventNames,
  Person,
  RelatedPerson,
  UpdateApplicationBody,
} from '../../service/contract.ts';

const keys = (rows: object) => Object.keys(rows).sort();

it('makes the schemas of the contract from its rows', () => {
  expect(keys(Business.shape)).toEqual(keys(business));
  expect(keys(Person.shape)).toEqual(keys(person));
  expect(keys(RelatedPerson.shape)).toEqual(
    keys({ ...person, ...relationship, person_id: undefined, custom_fields: undefined }),
  );
  const body = keys({ ...application, business, person });
  const parties = { persons: [], businesses: [] };
  expect(keys(CreateApplicationBody.shape)).toEqual(
    keys({ ...application, business, person, ...parties }),
  );
  expect(keys(UpdateApplicationBody.shape)).toEqual(body.filter((key) => key !== 'is_draft'));
  expect(Object.keys(Application.shape)).toEqual(expect.arrayContaining(keys(application)));
});

it('the catalogue has one kind for each name of a field', () =>
  expect(singleFields.filter(([name, kind]) => fieldKinds.get(name) !== kind)).toEqual([]));

it('names each event once', () => expect(eventNames).toEqual([...new Set(eventNames)]));

it.each([
  ['a number', { direct_ownership_percentage: '50' }],
  ['a list', { nationalities: 'FRA' }],
  ['countries', { nationalities: ['Atlantis'] }],
  ['a date', { birth_date: '31.05.2024' }],
  ['an e-mail address', { email: 'not mail' }],
  ['a text of at most 1000 characters', { last_name: 'x'.repeat(1001) }],
])('takes %s as what it is', (_, given) => {
  expect(RelatedPerson.safeParse(given).success).toBe(false);
});
it.each([['FR'], ['FRA']])('takes the code %s', (country) =>
  expect(Business.safeParse({ country, address: { country } }).success).toBe(true),
);
