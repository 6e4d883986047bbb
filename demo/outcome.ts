/** What came of each deal, on the console and as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

import { isPerson, type Deal } from '../testing/client.ts';

const out = 'demo/out';

export interface Outcome {
  deal: string;
  client: string;
  case: string;
  mail: string;
  decision: string;
  'case ms': number | '';
  'portal ms': number | '';
  'mail ms': number | '';
  'submitted ms': number | '';
  'decided ms': number | '';
  message: string;
}

const clientOf = (deal: Deal): string =>
  (isPerson(deal)
    ? `${deal['First Name']} ${deal['Last Name']}`.trim()
    : deal['Associated Company']) ||
  deal['Deal Name'] ||
  '';

/** The outcome of a deal that has not been started. */
export const openOutcome = (deal: Deal): Outcome => ({
  deal: deal['Record ID'] ?? '',
  client: clientOf(deal),
  case: '',
  mail: '',
  decision: '',
  'case ms': '',
  'portal ms': '',
  'mail ms': '',
  'submitted ms': '',
  'decided ms': '',
  message: '',
});

/** Milliseconds since it was last asked. */
export function stopwatch(): () => number {
  let started = performance.now();
  return () => {
    const ms = Math.round(performance.now() - started);
    started = performance.now();
    return ms;
  };
}

/** Prints the outcomes as a table. */
export function printOutcomes(outcomes: Outcome[]): void {
  const columns = Object.keys(outcomes[0] ?? {}).filter(
    (column) => column !== 'message',
  ) as (keyof Outcome)[];
  const widths = columns.map((column) =>
    Math.max(column.length, ...outcomes.map((outcome) => String(outcome[column]).length)),
  );
  const line = (cells: unknown[]) =>
    cells
      .map((cell, index) => String(cell).padEnd(widths[index]!))
      .join('  ')
      .trimEnd();
  console.log(`\n${line(columns)}`);
  for (const outcome of outcomes) console.log(line(columns.map((column) => outcome[column])));
}

/** Writes the deals as the CRM would hold them now, and the outcomes. */
export function writeOutcomes(deals: Deal[], outcomes: Outcome[]): void {
  mkdirSync(out, { recursive: true });
  const updated = deals.map((deal, index) => ({
    ...deal,
    Case: outcomes[index]?.case,
    'Review Status': outcomes[index]?.decision,
    Message: outcomes[index]?.message,
  }));
  writeFileSync(join(out, 'deals.csv'), Papa.unparse(updated, { escapeFormulae: true }));
  writeFileSync(join(out, 'outcome.json'), `${JSON.stringify(outcomes, null, 2)}\n`);
  console.log(`\nWritten to ${out}/deals.csv and ${out}/outcome.json`);
}
