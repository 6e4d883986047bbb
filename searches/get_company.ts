import { findCompany } from '../client/companies.ts';
import { companyResource, lookupBy, registryLabels, toCompany } from '../fields/companies.ts';
import { declareSearch } from '../operation.ts';

const lookup = lookupBy('country', 'registration_number');

/** GET /api/companies/{country}/{registration_number} */
export default declareSearch({
  key: 'get_company',
  noun: 'Company',
  label: 'Find Company by Registration Number',
  description: 'Finds a company by its exact number in the official registry of a country.',
  labels: registryLabels,
  input: lookup.input,
  run: async (run, input) => {
    const { country, registration_number } = lookup.parse(run, input);
    const found = await findCompany(run, country, registration_number);
    return found.map((company) => toCompany(company, country));
  },
  output: companyResource,
});
