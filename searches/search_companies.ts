import { searchCompanies } from '../client/companies.ts';
import {
  companyResource,
  registryFields,
  registryLabels,
  toCompany,
  toLookup,
} from '../fields/company.ts';
import { declareAction } from '../core/operation.ts';

/** GET /api/companies/{country}/search. Returns candidates and never guesses. */
export default declareAction({
  key: 'search_companies',
  noun: 'Company',
  label: 'Find Companies',
  description:
    "Finds companies by name in a country's registry. Needs the country and part of the name; returns the companies with their numbers.",
  labels: registryLabels,
  output: companyResource,
  input: registryFields('country', 'q'),
  run: async (run, input) => {
    const { country, q } = toLookup(run.dialect, input, 'country', 'q');
    const { companies, more } = await searchCompanies(run, country, q);
    return companies.map((company) => toCompany(company, country, more));
  },
});
