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

export const companyOutput = [async () => [{ key: 'id', label: 'ID' }, ...businessOutput('')]];

export const companySample = { id: 'FR-552100554', ...businessSample };

export const registryCountryField = {
  key: 'country',
  label: 'Country',
  required: true,
  choices: { perform: countryChoices },
  helpText: 'Country whose registry is asked; a name or a code, for example France or FR.',
};
