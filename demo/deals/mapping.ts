/** The deals of the demo, and their mapping into the steps. */
import type { Deal } from '../../test/support/client.ts';
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
    const custom_fields = {
      deal_id: cells['Record ID'],
      deal_name: cells['Deal Name'],
      amount: cells.Amount,
      pipeline: cells.Pipeline,
    };
    try {
      const { input } = read(row);
      const all = { ...(input.custom_fields as Input | undefined), ...custom_fields };
      return { cells, input: { ...input, is_draft: true, custom_fields: all } };
    } catch (error) {
      return { cells, input: {}, problem: (error as Error).message };
    }
  });
}

/**
 * "Name | ROLE | 60; …" -> the steps that add these parties. A legal form identifies a business.
 */
export const relatedParties = (deal: Deal) =>
  (deal['Related Parties'] ?? '')
    .split(';')
    .map((entry) => entry.split('|').map((part) => part.trim()))
    .filter(([name]) => name)
    .map(([name = '', role = '', share = '']) => {
      const relation = { roles: [role], direct_ownership_percentage: share };
      const [first_name, ...rest] = name.split(' ');
      return /\b(GmbH|SAS|SARL|Ltd|SL|SRL|BV|AB|AG|Inc|SA)\b/.test(name)
        ? { step: 'add_related_business', input: { ...relation, organization_name: name } }
        : {
            step: 'add_related_person',
            input: { ...relation, first_name, last_name: rest.join(' ') },
          };
    });

/** The options of the commands for a list of deals, for parseArgs: how its columns are read. */
export const listOptions = {
  subject: { type: 'string' },
  column: { type: 'string', multiple: true, default: [] as string[] },
  reference: { type: 'string' },
} as const;
