/** The outcome of each deal, printed and as the CRM would store it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

import { dealFields } from './recipes/deal-fields.ts';
import { isPerson, type Deal } from '../test/support/client.ts';

const out = 'demo/out';

const clientOf = (deal: Deal): string =>
  (isPerson(deal)
    ? `${deal['First Name']} ${deal['Last Name']}`.trim()
    : deal['Associated Company']) ||
  deal['Deal Name'] ||
  '';

/** The outcome of a deal before its start. */
export const openOutcome = (deal: Deal) => ({
  deal: deal['Record ID'] ?? '',
  client: clientOf(deal),
  case: '',
  mail: '',
  decision: '',
  message: '',
});
export type Outcome = ReturnType<typeof openOutcome>;

/** Prints the outcomes as a table, and writes the deals as the CRM would store them. */
export function writeOutcomes(deals: Deal[], outcomes: Outcome[]): void {
  console.table(outcomes, ['deal', 'client', 'case', 'mail', 'decision']);
  mkdirSync(out, { recursive: true });
  const updated = deals.map((deal, index) => ({
    ...deal,
    [dealFields.case.label]: outcomes[index]?.case,
    [dealFields.decision.label]: outcomes[index]?.decision,
    Message: outcomes[index]?.message,
  }));
  writeFileSync(join(out, 'deals.csv'), Papa.unparse(updated, { escapeFormulae: true }));
  console.log(`Written to ${out}/deals.csv`);
}
