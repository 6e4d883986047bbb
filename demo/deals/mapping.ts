/** The deals of the demo: in the CRM, and the people and the document of each. */
import type { CrmDeal } from '../crm.ts';
import { dealFields } from '../recipes/deal-fields.ts';
import {
  addRelatedBusiness,
  addRelatedPerson,
  updateCase,
  uploadDocument,
} from '../recipes/steps.ts';
import type { Step } from '../recipes/recipe.ts';
import type { Deal } from './deals.ts';

/** The deal of a row in the CRM, with what sales filled in. */
export function toCrmDeal({ id, email, subject, input }: Deal): CrmDeal {
  const { organization_name = '', country = '', registration_number = '' } = input;
  const { first_name = '', last_name = '' } = input;
  const isPerson = subject === 'person';
  return {
    id,
    ...(!isPerson && { company: { organization_name, country, registration_number } }),
    fields: {
      [dealFields.email.label]: email,
      // The list has no name of a company's contact.
      [dealFields.firstName.label]: isPerson ? first_name : 'Sir or Madam',
      ...(isPerson && { [dealFields.lastName.label]: last_name }),
    },
  };
}

/** "Name | ROLE | 60; …" -> the steps that add these parties. A legal form identifies a business. */
const relatedParties = (application_id: string, parties = ''): Step[] =>
  parties
    .split(';')
    .map((entry) => entry.split('|').map((part) => part.trim()))
    .filter(([name]) => name)
    .map(([name = '', role = '', share = '']) => {
      const relation = { application_id, roles: [role], direct_ownership_percentage: share };
      const [first_name, ...rest] = name.split(' ');
      return /\b(GmbH|SAS|SARL|Ltd|SL|SRL|BV|AB|AG|Inc|SA)\b/.test(name)
        ? addRelatedBusiness({ ...relation, organization_name: name })
        : addRelatedPerson({ ...relation, first_name, last_name: rest.join(' ') });
    });

/** What the first Zap maps of a deal. */
const mapped = new Set([
  'subject',
  'external_reference',
  'organization_name',
  'country',
  'registration_number',
  'first_name',
  'last_name',
]);

/** The step that adds the further fields of a deal to its case. */
function furtherFields(application_id: string, { subject, input }: Deal): Step[] {
  // First and last name of a business are refused, as by Create Case.
  const isOfZap = (key: string) =>
    mapped.has(key) && (subject === 'person' || !/^(first|last)_name$/.test(key));
  const more = Object.entries(input).filter(([key, value]) => value && !isOfZap(key));
  return more.length ? [updateCase({ application_id, ...Object.fromEntries(more) })] : [];
}

/** The steps that add the further fields, the people and the document of a deal to its case. */
export const detailsOf = (
  deal: Deal,
  application_id: string,
  addressOf: (file: string) => string,
) => [
  ...furtherFields(application_id, deal),
  ...relatedParties(application_id, deal.cells['Related Parties']),
  ...(deal.cells.Document
    ? [
        uploadDocument({
          application_id,
          file: addressOf(deal.cells.Document),
          type: 'REGISTRATION_CERTIFICATE',
        }),
      ]
    : []),
];
