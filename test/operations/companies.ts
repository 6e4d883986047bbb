/** What the searches of registries do. */
import { get, type Row, type Rows } from './table.ts';

const company = {
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};
const found = { id: 'FRA-552100554', ...company, country_name: 'France' };
const searchedIn = (country: string, code: string): Row => ({
  input: { country, q: 'Lumen' },
  requests: [get(`/api/companies/${code}/search?q=Lumen`, [{ ...company, country: code }])],
  returns: [{ country: code }],
});

/** A number as people write it, as the registry is asked for it, and as it may answer. */
const numbers: [code: string, typed: string, searched: string, answered: string][] = [
  ['AUT', 'FN 56247 t', '56247t', 'FN 56247 t'],
  ['BRA', '11.222.333/0001-81', '11222333000181', '11.222.333/0001-81'],
  ['FRA', '552 100 554 00013', '552100554', '552 100 554'],
  ['FRA', 'RCS Lyon 552 100 554', '552100554', '552100554'],
  ['GBR', '445790', '00445790', '00445790'],
  // Here the slash counts.
  ['ROU', 'J40/8302/1997', 'J40%2F8302%2F1997', 'J40/8302/1997'],
  ['ZAF', '2012/123456/07', '2012%2F123456%2F07', '2012/123456/07'],
  ['SLV', '0614-030106-101-1', '06140301061011', '0614-030106-101-1'],
];
const byNumber = ([country, typed, searched, answered]: (typeof numbers)[number]): Row => {
  const answer = { ...company, country, registration_number: answered };
  return {
    input: { country, registration_number: typed },
    requests: [get(`/api/companies/${country}/${searched}`, answer)],
    returns: [{ registration_number: answered }],
  };
};

export const search_companies: Rows = {
  usual: {
    input: { country: 'FR', q: 'Lumen' },
    requests: [get('/api/companies/FRA/search?q=Lumen', [company])],
    returns: [found],
  },
  'a text that the service does not take': {
    input: { country: 'FR', q: 'Lumen' },
    requests: [
      get(
        '/api/companies/FRA/search?q=Lumen',
        { detail: [{ loc: ['query', 'q'], msg: 'needs more letters' }] },
        422,
      ),
    ],
    halts: 'The service refused these values. Search Text: needs more letters.',
  },
  'Gallois, the country in French': searchedIn('Gallois', 'GBR'),
  'Republic of China (Taiwan), the country': searchedIn('Republic of China (Taiwan)', 'TWN'),
};

export const get_company: Rows = {
  usual: {
    input: { country: 'FR', registration_number: '552100554' },
    requests: [get('/api/companies/FRA/552100554', company)],
    returns: [found],
  },
  'a country whose registry cannot be read': {
    input: { country: 'FR', registration_number: '552100554' },
    requests: [
      get('/api/companies/FRA/552100554', { detail: 'This country has no registry' }, 400),
    ],
    halts: 'The service refused these values. This country has no registry.',
  },
  ...Object.fromEntries(numbers.map((one) => [`${one[0]}, number ${one[1]}`, byNumber(one)])),
  'another number than the one of El Salvador that was searched for': {
    ...byNumber(['SLV', '0614-030106-101-1', '06140301061011', '0614-030106-102-0']),
    returns: [],
  },
};
