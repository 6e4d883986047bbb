/** What derives from the catalogue misses no row. */
import {
  application,
  business,
  csvColumns,
  person,
  relationship,
  type Rows,
} from '../../service/catalogue.ts';
import {
  Application,
  Business,
  CreateApplicationBody,
  deprecatedFields,
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

it('knows where the deprecated fields of the specification live now', () =>
  expect(deprecatedFields).toMatchObject({
    organization_name: 'business.organization_name',
    country: 'business.country',
    local_number: 'business.local_number',
    vat_number: 'business.vat_number',
    registration_date: 'business.registration_date',
    legal_type: 'business.legal_type',
    address: 'business.address or person.address',
    decision_status: 'POST /applications/{id}/decisions',
    decision_text: 'POST /applications/{id}/decisions',
  }));

describe('the columns of a list of clients', () => {
  const columns = csvColumns();
  /** Path of every single field. */
  const paths = (rows: Rows, above: string): string[] =>
    Object.entries(rows).flatMap(([name, row]) =>
      'parts' in row ? paths(row.parts, `${above}.${name}`) : [`${above}.${name}`],
    );
  it('are all fields of business and person', () => {
    const columnPaths = columns.flatMap(({ paths: of }) =>
      Object.values(of).map((path) => (path as string[]).join('.')),
    );
    expect(columnPaths).toEqual(
      expect.arrayContaining([...paths(business, 'business'), ...paths(person, 'person')]),
    );
    expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length);
  });

  const meant = (header: string) =>
    columns
      .map(({ key, header: pattern }) => ({ key, length: pattern.exec(header)?.[0].length ?? 0 }))
      .reduce((best, next) => (next.length > best.length ? next : best)).key;
  it.each([
    ['company name', 'organization_name'],
    ['company number', 'registration_number'],
    ['registration date', 'registration_date'],
    ['legal form', 'legal_type'],
    ['vat number', 'vat_number'],
    ['e mail address', 'email'],
    ['given names', 'first_name'],
    ['citizenship', 'nationality'],
    ['date of birth', 'birth_date'],
    ['country', 'country'],
    ['address', 'address_street'],
    ['full address', 'address_single_line'],
    ['zip', 'address_postal_code'],
    ['deal id', 'external_reference'],
  ])('know the header %j', (header, key) => expect(meant(header)).toBe(key));
});
