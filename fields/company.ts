/** A company of an official registry; its fields map straight into a new case. */
import type { Company } from '../api/contract.ts';
import { businessOutput, businessSample } from './business.ts';
import { countryChoices } from './country.ts';

/** A registry entry with a stable `id`, which the registries themselves do not share. */
export const toCompany = (company: Company, country: string) => {
  const found = { country, ...company };
  return {
    id: [found.country, found.registration_number ?? found.organization_name].join('-'),
    organization_name: null,
    registration_number: null,
    ...found,
  };
};

/** Output fields and sample of a registry entry. */
export const companyResource = {
  key: 'company',
  noun: 'Company',
  outputFields: [async () => [{ key: 'id', label: 'ID' }, ...businessOutput('')]],
  sample: { id: 'FR-552100554', ...businessSample },
};

export const registryCountryFields = () => [
  {
    key: 'country',
    label: 'Country',
    required: true,
    choices: countryChoices(),
    helpText: 'Country whose registry is asked; a name or a code, for example France or FR.',
  },
];
