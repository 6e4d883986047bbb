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
};
