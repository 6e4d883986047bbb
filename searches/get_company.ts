import { findCompany } from '../client/companies.ts';
import {
  companyResource,
  registryFields,
  registryLabels,
  toCompany,
  toLookup,
} from '../fields/company.ts';
import { declareAction } from '../core/operation.ts';

/** GET /api/companies/{country}/{registration_number} */
export default declareAction({
  key: 'get_company',
  noun: 'Company',
  label: 'Find Company by Registration Number',
  description:
    'Finds a company by its exact number in the official registry. Needs a country and a number; returns its name, number and address.',
  labels: registryLabels,
  output: companyResource,
  input: registryFields('country', 'registration_number'),
  run: async (run, input) => {
    const { country, registration_number } = toLookup(
      run.dialect,
      input,
      'country',
      'registration_number',
    );
    const found = await findCompany(run, country, registration_number);
    return found.map((company) => toCompany(company, country));
  },
});
