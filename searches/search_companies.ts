import { searchCompanies } from '../client/companies.ts';
import { companyResource, lookupBy, registryLabels, toCompany } from '../fields/companies.ts';
import { declareSearch } from '../operation.ts';

const lookup = lookupBy('country', 'q');

/** GET /api/companies/{country}/search. Returns candidates and never guesses. */
export default declareSearch({
  key: 'search_companies',
  noun: 'Company',
  label: 'Find Companies',
  description:
    "Finds companies by name in a country's registry. Needs the country and part of the name; returns the companies with their numbers.",
  labels: registryLabels,
  input: lookup.input,
  run: async (run, input) => {
    const { country, q } = lookup.parse(run.dialect, input);
    const { companies, more } = await searchCompanies(run, country, q);
    return companies.map((company) => toCompany(company, country, more));
  },
  output: companyResource,
});
