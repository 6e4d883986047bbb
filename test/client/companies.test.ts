/** Companies of a registry: never another one than was looked for. */
import { openCore, type Reply } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform } = openCore();
const search = (key: string, reply: Reply, registration_number = '552100554') => {
  service.serve({ 'GET /api/companies/.*': reply });
  return perform<Item[]>(key, { country: 'France', q: 'lumen', registration_number });
};

it('companies come under the names that every step takes', async () => {
  const number = { country: 'France', registration_number: '552100554' };
  expect(await perform('get_company', number)).toMatchObject([
    {
      id: 'FRA-552100554',
      organization_name: 'Lumen Studio SAS',
      registration_number: '552100554',
      legal_type: 'SIMPLIFIED_JOINT_STOCK_COMPANY',
      country: 'FRA',
      address: { street: '12 rue de la Paix', city: 'Paris', postal_code: '75002', country: 'FRA' },
    },
  ]);
});

const none: Reply[] = [
  [404, { detail: 'none' }],
  [200, []],
  [200, { data: [] }],
];
it.each<[string, Reply[]]>([
  ['search_companies', none],
  ['get_company', [...none, [200, {}], [200, null]]],
])('companies are none for %s without an error', async (key, replies) => {
  for (const reply of replies) expect(await search(key, reply)).toEqual([]);
});

it.each([
  [[], { single: 0, all: 0 }],
  [[{ name: 'A' }], { single: 1, all: 1 }],
  [[{ name: 'A' }, { name: 'B' }], { single: 0, all: 2 }],
  [
    { items: [{ name: 'A' }], has_more: true },
    { single: 0, all: 1 },
  ],
])('companies are found alone where just one fits: %j', async (body, { single, all }) => {
  service.serve({ 'GET /api/companies/.*': [200, body] });
  const found = (single_match?: string) =>
    perform<Item[]>('search_companies', { country: 'France', q: 'lumen', single_match });
  expect(await found('yes')).toHaveLength(single);
  for (const empty of ['no', undefined]) {
    const listed = await found(empty);
    expect(listed.map(({ match_count }) => match_count)).toEqual(Array(all).fill(all));
    expect(listed.some(({ more_exist }) => more_exist)).toBe('has_more' in body);
  }
});

describe('the company with this number in this country', () => {
  it.each([' 552\u00a0100\u202f554 ', '552\u200b100554'])(
    'is asked for without separators: %j',
    async (typed) => {
      const registered = { organization_name: 'Lumen', registration_number: '552 100 554' };
      const [company] = await search('get_company', [200, registered], typed);
      expect(service.lines()).toEqual(['GET /api/companies/FRA/552100554']);
      // The registry's own form goes into the case.
      expect(company).toMatchObject({ registration_number: '552 100 554' });
    },
  );

  const lumen = { name: 'Lumen', registration_number: '552100554' };
  it.each<[string, object, number]>([
    ['the number', lumen, 1],
    ['the number in another notation', { ...lumen, registration_number: '552 100-554' }, 1],
    ['the number as a number', { ...lumen, registration_number: 552100554 }, 1],
    [
      'the number as a VAT number',
      { ...lumen, registration_number: '4', vat_number: '552100554' },
      1,
    ],
    ['no number', { name: 'Lumen' }, 1],
    ['the country by another code', { ...lumen, country: 'fr' }, 1],
    ['the country under its other name', { ...lumen, country_code: 'FRA' }, 1],
    ['another number', { ...lumen, registration_number: '999999999' }, 0],
    ['the number of an establishment', { ...lumen, registration_number: '55210055400013' }, 1],
    ['a longer number', { ...lumen, registration_number: '55210055400' }, 0],
    ['a part of the number', { ...lumen, registration_number: '10055' }, 0],
    ['leading zeros', { ...lumen, registration_number: '0552100554' }, 0],
    ['another country', { ...lumen, country: 'BEL' }, 0],
    ['another country under its other name', { ...lumen, country_code: 'BE' }, 0],
  ])('of an answer with %s: %j gives %i', async (_, answer, count) =>
    expect(await search('get_company', [200, answer])).toHaveLength(count),
  );
});
