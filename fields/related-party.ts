/** A person or business related to a case ("Relationships"). */
import { errors } from 'zapier-platform-core';

import type { RelatedBusiness, RelatedPerson } from '../api/contract.ts';
import { businessFields, businessOutput, businessSample, toBusiness } from './business.ts';
import { additionalFieldsField, caseField, withAdditional } from './case.ts';
import { suggestions } from './choices.ts';
import { personFields, personOutput, personSample, toPerson } from './person.ts';
import { filled, toList, toPercentage, type Input } from './values.ts';

const partyCaseField = caseField('Case to which the party is added.');

const relationshipFields = () => [
  {
    key: 'roles',
    label: 'Roles',
    list: true,
    choices: suggestions('roles'),
    helpText: 'What the party is to the client, for example Director. Several are possible.',
  },
  {
    key: 'direct_ownership_percentage',
    label: 'Direct Ownership Percentage',
    helpText: 'Share held directly, from 0 to 100, for example 25, 12.5 or 12,5 %.',
  },
];

export const relatedPersonFields = [
  partyCaseField,
  () => [...relationshipFields(), ...personFields(), additionalFieldsField],
];
export const relatedBusinessFields = [
  partyCaseField,
  () => [...relationshipFields(), ...businessFields(), additionalFieldsField],
];

const relationship = (input: Input) => ({
  roles: input.roles === undefined ? undefined : toList(input.roles),
  direct_ownership_percentage: toPercentage(
    input.direct_ownership_percentage,
    'Direct Ownership Percentage',
  ),
});

/** Input -> body of POST …/persons. @throws HaltedError when there is neither name nor e-mail. */
export function toRelatedPerson(input: Input): RelatedPerson {
  const person = toPerson(input);
  if (!person) {
    throw new errors.HaltedError('Last Name is empty. Fill in at least the name of the person.');
  }
  return withAdditional(
    filled({ ...relationship(input), ...person }) ?? {},
    input.additional_fields,
  );
}

/** Input -> body of POST …/businesses. @throws HaltedError when nothing names the business. */
export function toRelatedBusiness(input: Input): RelatedBusiness {
  const business = toBusiness(input);
  if (!business) {
    throw new errors.HaltedError(
      'Organization Name is empty. Fill in at least the name of the business.',
    );
  }
  return withAdditional(
    filled({ ...relationship(input), ...business }) ?? {},
    input.additional_fields,
  );
}

const relationshipOutput = [
  { key: 'id', label: 'ID' },
  { key: 'application_id', label: 'Case' },
  { key: 'roles', label: 'Roles', list: true },
  {
    key: 'direct_ownership_percentage',
    label: 'Direct Ownership Percentage',
    type: 'number' as const,
  },
];

export const relatedPersonOutput = [
  async () => [...relationshipOutput, { key: 'person_id', label: 'Person' }, ...personOutput('')],
];
export const relatedBusinessOutput = [
  async () => [
    ...relationshipOutput,
    { key: 'business_id', label: 'Business' },
    ...businessOutput(''),
  ],
];

export const relatedPersonSample = {
  id: 'per_7Hc2Lw9QyT',
  application_id: 'app_2Fq8Zt1MvXb4',
  person_id: 'per_7Hc2Lw9QyT',
  roles: ['DIRECTOR', 'UBO'],
  direct_ownership_percentage: 60,
  ...personSample,
};
export const relatedBusinessSample = {
  id: 'biz_5Rk8Nd3VzA',
  application_id: 'app_2Fq8Zt1MvXb4',
  business_id: 'biz_5Rk8Nd3VzA',
  roles: ['SHAREHOLDER'],
  direct_ownership_percentage: 40,
  ...businessSample,
};
