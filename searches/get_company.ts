import { defineSearch } from 'zapier-platform-core';

import { findCompany } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import {
  companyResource,
  registryFields,
  registryLabels,
  toCompany,
  toLookup,
} from '../fields/company.ts';

/** GET /api/companies/{country}/{registration_number} */
export default defineSearch({
  key: 'get_company',
  noun: 'Company',
  display: {
    label: 'Find Company by Registration Number',
    description:
      'Finds the company with that exact number in the official registry. Needs country and number; returns its name, number and address.',
  },
  operation: {
    resource: companyResource.key,
    inputFields: registryFields('country', 'registration_number'),
    perform: async (z, bundle) => {
      const { country, registration_number } = toLookup(
        bundle.inputData,
        'country',
        'registration_number',
      );
      const step = newStep(z, bundle, registryLabels);
      const found = await findCompany(step, country, registration_number);
      return found.map((company) => toCompany(company, country));
    },
  },
});
