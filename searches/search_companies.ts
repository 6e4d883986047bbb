import { defineSearch } from 'zapier-platform-core';

import { searchCompanies } from '../api/client.ts';
import { companyResource, registryCountryFields, toCompany } from '../fields/company.ts';
import { toCountry } from '../fields/country.ts';
import { requiredText } from '../fields/values.ts';

/** GET /api/companies/{country}/search: candidates, never a guess. */
export default defineSearch({
  key: 'search_companies',
  noun: 'Company',
  display: {
    label: 'Find Companies',
    description: 'Finds companies by name in the official registry of a country.',
  },
  operation: {
    resource: companyResource.key,
    inputFields: [
      registryCountryFields,
      {
        key: 'q',
        label: 'Search Text',
        required: true,
        helpText: 'Name or part of the name of the company, for example Lumen.',
      },
    ],
    perform: async (z, { inputData, ...bundle }) => {
      const country = toCountry(requiredText(inputData.country, 'Country'), 'Country');
      const q = requiredText(inputData.q, 'Search Text');
      const companies = await searchCompanies({ z, bundle }, country, q);
      return companies.map((company) => toCompany(company, country));
    },
  },
});
