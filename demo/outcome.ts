/** The outcome of each deal, printed and as the CRM stores it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

import { dealFields } from './recipes/deal-fields.ts';
import { isPerson, type Deal } from '../test/support/client.ts';

const out = 'demo/out';

export interface Outcome {
  cells: Deal;
  /** The fields that the Zaps wrote to the deal. */
  fields: Record<string, string>;
  /** What came of it, in a few words. */
  result: string;
  message?: string;
}

export const clientOf = (deal: Deal): string =>
  (isPerson(deal)
    ? `${deal['First Name']} ${deal['Last Name']}`.trim()
    : deal['Associated Company']) ||
  deal['Deal Name'] ||
  '';

/** Prints the outcomes as a table, and writes the deals as the CRM stores them. */
export function writeOutcomes(outcomes: Outcome[]): void {
  const { case: id, status } = dealFields;
  console.table(
    outcomes.map(({ cells, fields, result }) => ({
      deal: cells['Record ID'],
      client: clientOf(cells),
      case: fields[id.label],
      status: fields[status.label],
      result,
    })),
  );
  mkdirSync(out, { recursive: true });
  const columns = Object.values(dealFields).map(({ label }) => [label, '']);
  const updated = outcomes.map(({ cells, fields, message }) => ({
    ...cells,
    ...Object.fromEntries(columns),
    ...fields,
    Message: message,
  }));
  writeFileSync(join(out, 'deals.csv'), Papa.unparse(updated, { escapeFormulae: true }));
  console.log(`Written to ${out}/deals.csv`);
}
