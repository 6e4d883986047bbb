/** The deals as the CRM stores them after the demo. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

import type { Deal } from './deals/deals.ts';
import { dealFields } from './recipes/deal-fields.ts';

const out = 'demo/out';

export interface Outcome {
  deal: Deal;
  /** The fields that the Zaps wrote to the deal. */
  fields: Record<string, string>;
  /** What came of it, in a few words. */
  result: string;
  message?: string;
}

/** Writes the deals with the fields that the Zaps changed. */
export function writeOutcomes(outcomes: Outcome[]): void {
  mkdirSync(out, { recursive: true });
  const columns = Object.values(dealFields).map(({ label }) => [label, '']);
  const updated = outcomes.map(({ deal, fields, message }) => ({
    ...deal.cells,
    ...Object.fromEntries(columns),
    ...fields,
    Message: message,
  }));
  writeFileSync(join(out, 'deals.csv'), Papa.unparse(updated, { escapeFormulae: true }));
  console.log(`Written to ${out}/deals.csv`);
}
