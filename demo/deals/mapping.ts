/** The deals of the demo: the rows of a list as the CRM has them. */
import type { Deal } from '../../test/support/client.ts';
import type { CrmDeal } from '../crm.ts';
import { addRelatedBusiness, addRelatedPerson, uploadDocument } from '../recipes/steps.ts';
import type { Step } from '../recipes/recipe.ts';
import { readList } from './list.ts';
import { openDeals, type Input } from './rows.ts';

export interface DemoDeal {
  cells: Deal;
  /** The input of Create Case. */
  input: Input;
  /** Why the row has no input. */
  problem?: string;
}

/**
 * Reads a list of deals, as the commands for files do.
 * @throws Error for a list that cannot be read.
 */
export async function readDeals(file: string): Promise<DemoDeal[]> {
  const list = await readList(file);
  const { read } = openDeals(list, {});
  return list.rows.map((row) => {
    const { cells } = row;
    try {
      return { cells, input: read(row).input };
    } catch (error) {
      return { cells, input: {}, problem: (error as Error).message };
    }
  });
}

/** The deal of a row in the CRM. */
export function toCrmDeal({ cells, input }: DemoDeal): CrmDeal {
  const text = (value: unknown) => String(value ?? '');
  const id = text(input.external_reference).replace(/-ky[bc]$/, '');
  const { email = input.email } = (input.custom_fields ?? {}) as Input;
  return {
    id,
    email: text(email) || `client-${id}@client.example`,
    owner: cells['Deal owner'] ?? '',
    fields: {},
    ...(input.subject === 'person'
      ? {
          person: {
            first_name: text(input.first_name),
            last_name: text(input.last_name),
            birthday: text(input.birth_date),
          },
        }
      : {
          company: {
            name: text(input.organization_name),
            country: text(input.country),
            registration_number: text(input.registration_number),
          },
        }),
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

/** The steps that add the people and the document of a deal to its case. */
export const detailsOf = (
  deal: Deal,
  application_id: string,
  addressOf: (file: string) => string,
) => [
  ...relatedParties(application_id, deal['Related Parties']),
  ...(deal.Document
    ? [
        uploadDocument({
          application_id,
          file: addressOf(deal.Document),
          type: 'REGISTRATION_CERTIFICATE',
        }),
      ]
    : []),
];

/** The options of the commands for a list of deals, for parseArgs: how its columns are read. */
export const listOptions = {
  subject: { type: 'string' },
  column: { type: 'string', multiple: true, default: [] as string[] },
  reference: { type: 'string' },
} as const;
