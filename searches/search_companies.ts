import { searchCompanies } from '../client/companies.ts';
import {
  companyResource,
  lookupBy,
  registryLabels,
  singleMatchField,
  toCompany,
} from '../fields/companies.ts';
import { toBoolean } from '../fields/kinds/values.ts';
import { declareSearch } from '../operation.ts';

const lookup = lookupBy('country', 'q');

/** GET /api/companies/{country}/search. Returns candidates and never guesses. */
export default declareSearch({
  key: 'search_companies',
  noun: 'Company',
  label: 'Find Companies',
  description: 'Finds companies by name in the official registry of a country.',
  labels: registryLabels,
  input: [...lookup.input, singleMatchField],
  run: async (run, input) => {
    const { country, q } = lookup.parse(run, input);
    const isSingle = toBoolean(input.single_match, singleMatchField.label);
    const { companies, more } = await searchCompanies(run, country, q);
    if (isSingle && (companies.length !== 1 || more)) return [];
    const notes = { match_count: companies.length, more_exist: more };
    return companies.map((company) => toCompany(company, country, notes));
  },
  output: companyResource,
});
