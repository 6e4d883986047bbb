import { defineSearch } from 'zapier-platform-core';

import { getCompany } from '../api/client.ts';
import { isMissing } from '../api/errors.ts';
import { companyResource, registryCountryFields, toCompany } from '../fields/company.ts';
import { toCountry } from '../fields/country.ts';
import { requiredText } from '../fields/values.ts';

/** GET /api/companies/{country}/{registration_number} */
export default defineSearch({
  key: 'get_company',
  noun: 'Company',
  display: {
    label: 'Find Company by Registration Number',
    description: 'Finds the company with that exact number in the official registry.',
  },
  operation: {
    resource: companyResource.key,
    inputFields: [
      registryCountryFields,
      {
        key: 'registration_number',
        label: 'Registration Number',
        required: true,
        helpText: 'Exact number in the official registry, for example 552100554.',
      },
    ],
    perform: async (z, { inputData, ...bundle }) => {
      const country = toCountry(requiredText(inputData.country, 'Country'), 'Country');
      const number = requiredText(inputData.registration_number, 'Registration Number');
      try {
        return [toCompany(await getCompany({ z, bundle }, country, number), country)];
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  },
});
