/** Companies of a registry: never another one than was looked for. */
import { halted, openCore, type Reply } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform } = openCore();
const search = (key: string, reply: Reply, registration_number = '552100554') => {
  service.serve({ 'GET /api/companies/.*': reply });
  return perform<Item[]>(key, { country: 'France', q: 'lumen', registration_number });
};

it('come under the names that every step takes', async () => {
  const [company] = await search('get_company', [
    200,
    {
      organization_name: 'LUMEN STUDIO',
      registration_number: '552100554',
      legal_type: 'SAS',
      country_code: 'FRA',
      official_address: {
        building_number: '12',
        street: 'RUE DE LA PAIX',
        town: 'PARIS',
        postcode: '75002',
        country: 'FRA',
      },
    },
  ]);
  expect(company).toMatchObject({
    id: 'FRA-552100554',
    organization_name: 'LUMEN STUDIO',
    registration_number: '552100554',
    legal_type: 'SAS',
    country: 'FRA',
    address: { street: '12 RUE DE LA PAIX', city: 'PARIS', postal_code: '75002', country: 'FRA' },
  });
});

const none: Reply[] = [
  [404, { detail: 'none' }],
  [200, []],
  [200, { data: [] }],
];
it.each<[string, Reply[]]>([
  ['search_companies', none],
  ['get_company', [...none, [200, {}], [200, null]]],
])('are none for %s without an error', async (key, replies) => {
  for (const reply of replies) expect(await search(key, reply)).toEqual([]);
});

it('are some of several, of which the service has more', async () => {
  const next = `${service.url}/api/companies/FRA/search?page=2`;
  const listed = await search('search_companies', [200, { items: [{ name: 'A' }], next }]);
  expect(listed).toMatchObject([{ organization_name: 'A', more_exist: true }]);
  expect(service.lines()).toHaveLength(1);
});

describe('a company with another number', () => {
  const company = (registration_number: unknown, wanted: string) =>
    search('get_company', [200, { name: 'Lumen', registration_number }], wanted);

  it('is not the one that was looked for', async () =>
    expect(await halted(company('999999999', '552100554'))).toMatch(/999999999.*552100554/));
  it.each([
    ['552 100 554', '552100554'],
    [445790, '00445790'],
    ['552100554', '55210055400013'],
    ['HRB 12345', '12345'],
  ])('%s is %s', async (number, wanted) => expect(await company(number, wanted)).toHaveLength(1));
});
