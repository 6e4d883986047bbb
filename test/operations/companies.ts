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
  'a country in Welsh words': searchedIn('Gallois', 'GBR'),
  'a country by its formal name': searchedIn('Republic of China (Taiwan)', 'TWN'),
};

export const get_company: Rows = {
  usual: {
    input: { country: 'FR', registration_number: '552100554' },
    requests: [get('/api/companies/FRA/552100554', company)],
    returns: [found],
  },
};
