/**
 * `npm run check-deals -- deals.csv`: what the Zaps would make of a list of deals, what they would
 * refuse and what it costs. It sends and writes nothing.
 */
import { parseArgs } from 'node:util';

import { readDeals, type Deal } from '../../demo/deals/deals.ts';
import { dealFields } from '../../demo/recipes/deal-fields.ts';
import { priceOf } from '../../demo/recipes/recipes.ts';
import { toNewCase } from '../../fields/cases.ts';
import { clientName } from '../../service/contract.ts';
import { inWords } from '../../zapier/words.ts';
import { table } from '../pages/markdown.ts';

const usage = `npm run check-deals -- deals.csv [options]
  --subject business|person  the subject of every row, in place of the column Subject
  --column "Column=Field"    reads a column as this field, or leaves it out with "Column="; may be
                             repeated`;

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    options: {
      subject: { type: 'string' },
      column: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  return { ...values, files: positionals };
}

/** The columns that the Zaps write. */
const ofZaps = new Set<string>(Object.values(dealFields).map(({ label }) => label));

interface Outcome {
  deal: Deal;
  result: string;
  isMade: boolean;
}

/** What would become of each deal. */
function outcomesOf(deals: Deal[]): Outcome[] {
  /** External Reference -> the row that has it first, and its client. */
  const earlier = new Map<string, { row: number; client: string }>();
  return deals.map((deal): Outcome => {
    const outcome = (result: string, isMade = false) => ({ deal, result, isMade });
    if (deal.problem) return outcome(`refused: ${deal.problem}`);
    if (deal.cells[dealFields.case.label])
      return outcome(`${dealFields.case.label} is filled in: the Zap ends at its filter`);
    if (deal.cells[dealFields.firstName.label] === '')
      return outcome(`${dealFields.firstName.label} is empty: the Zap ends at its filter`);
    const { external_reference = '' } = deal.input;
    let client: string;
    try {
      client = clientName(toNewCase(deal.input));
    } catch (error) {
      return outcome(`refused: ${inWords((error as Error).message)}`);
    }
    const first = earlier.get(external_reference);
    if (first?.client === client)
      return outcome(`repeated: row ${first.row} has this deal. The Zap ends at its filter`);
    if (first)
      return outcome(`refused: row ${first.row} has another client with this External Reference`);
    earlier.set(external_reference, { row: deal.row, client });
    return outcome(`${deal.subject === 'person' ? 'KYC' : 'KYB'} case for ${client}`, true);
  });
}

/**
 * Prints what would become of each deal, and the tasks on Zapier.
 * @throws Error that says what to correct.
 */
export function checkDeals(args: string[]): void {
  const { help, files, ...options } = readOptions(args);
  if (help) return console.log(usage);
  const [file, ...more] = files;
  if (!file || more.length) throw new Error(usage);
  const { deals, unread } = readDeals(file, ['deal_id', 'subject'], options);
  const outcomes = outcomesOf(deals);
  const rows = outcomes.map(({ deal, result }) => [
    deal.row,
    deal.input.external_reference ?? '',
    result,
  ]);
  console.log(table(['Row', 'External Reference', 'What would happen'], rows));
  const unknown = unread.filter((header) => !ofZaps.has(header));
  if (unknown.length) console.log(`\nColumns that no field has: ${unknown.join(', ')}`);
  const made = outcomes.filter(({ isMade }) => isMade).length;
  // The first CRM is the dearest.
  const { smooth, reminded } = priceOf('hubspot');
  console.log(`\nDeals: ${outcomes.length}, cases to make: ${made}. Nothing was sent.`);
  console.log(
    `Tasks on Zapier for this list, in HubSpot: ${smooth * made} if every client is fast, ${reminded * made} with a reminder for each. If the list is a month, this is the month.`,
  );
}
