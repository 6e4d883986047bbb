/** What the searches of registries do. */
import { get, type Row, type Rows } from './table.ts';

const company = {
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};
const found = { id: 'FRA-552100554', ...company, country_name: 'France' };

/** A number as people write it, as the registry is asked for it, and as it may answer. */
const numbers: [code: string, typed: string, searched: string, answered: string][] = [
  ['FRA', '552 100 554 00013', '552100554', '552 100 554'],
  // Here the slash counts.
  ['ROU', 'J40/8302/1997', 'J40%2F8302%2F1997', 'J40/8302/1997'],
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
