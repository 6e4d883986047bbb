/** The deals as the CRM stores them after the demo. */
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

/** Writes the deals with the fields that the Zaps changed. */
export function writeOutcomes(outcomes: Outcome[]): void {
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
