import { defineSearch } from 'zapier-platform-core';

import { searchCompanies } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import {
  companyResource,
  registryFields,
  registryLabels,
  toCompany,
  toLookup,
} from '../fields/company.ts';

/** GET /api/companies/{country}/search: candidates, never a guess. */
export default defineSearch({
  key: 'search_companies',
  noun: 'Company',
  display: {
    label: 'Find Companies',
    description:
      'Finds companies by name in the official registry of a country. Needs country and a part of the name; returns those that fit, with their numbers.',
  },
  operation: {
    resource: companyResource.key,
    inputFields: registryFields('country', 'q'),
    perform: async (z, bundle) => {
      const { country, q } = toLookup(bundle.inputData, 'country', 'q');
      const step = newStep(z, bundle, registryLabels);
      const { companies, more } = await searchCompanies(step, country, q);
      return companies.map((company) => toCompany(company, country, more));
    },
  },
});
