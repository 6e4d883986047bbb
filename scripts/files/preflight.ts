/**
 * `npm run preflight -- deals.csv`: what the Zaps would make of a list of deals, and what they would
 * refuse. It writes nothing; with --connect it reads the cases that the list names.
 */
import { parseArgs } from 'node:util';

import { findCase } from '../../client/cases.ts';
import { customFields } from '../../client/account.ts';
import { newRun, type Run } from '../../client/exchange/run.ts';
import { readInstallation } from '../../host/settings.ts';
import { clock } from '../../host/node/clock.ts';
import { openStore } from '../../host/process-store.ts';
import { listOptions } from '../../demo/deals/mapping.ts';
import { checkOptions } from '../../demo/deals/columns.ts';
import { readList, type List, type ListRow } from '../../demo/deals/list.ts';
import { bodyOf, openDeals, openReferences, type DealRow } from '../../demo/deals/rows.ts';
import { dealFields } from '../../demo/recipes/deal-fields.ts';
import { tasksOf, type Recipe } from '../../demo/recipes/recipe.ts';
import { recipes } from '../../demo/recipes/recipes.ts';
import { storedFields } from '../../demo/recipes/steps.ts';
import { httpOf } from '../../packages/mcp/adapter/request.ts';
import { clientName } from '../../service/contract.ts';
import { readDialect, type Dialect } from '../../service/dialect.ts';
import { inWords } from '../../zapier/words.ts';
import { table } from '../pages/markdown.ts';
import { dialectToBuild } from '../publish/app-bundle.ts';
import { readCases } from './reconcile.ts';

const usage = `npm run preflight -- deals.csv [options]
  --subject business|person   the subject of every row; else the column Subject names it
  --column "Column=Field"     reads a column as this field; may be repeated
  --reference "{Deal ID}-{kind}"  builds the External Reference; {kind} is kyb or kyc
  --cases export.xlsx         the service's export: which references have a case already
  --connect                   reads the cases that the list names, and the custom fields of the
                              account (SERVICE_BASE_URL, SERVICE_API_KEY)`;

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      ...listOptions,
      cases: { type: 'string' },
      connect: { type: 'boolean' },
    },
    allowPositionals: true,
  });
}

/** A run that only reads. @throws Error without an address and a key. */
function connected(dialect: Dialect): Run {
  const { SERVICE_BASE_URL: base_url, SERVICE_API_KEY: api_key } = process.env;
  if (!base_url || !api_key) {
    throw new Error('--connect needs SERVICE_BASE_URL and SERVICE_API_KEY in the environment.');
  }
  const installation = readInstallation(process.env);
  const http = httpOf({ largest: 0, publicOnly: true });
  const host = { http, store: openStore(1000), clock, inWords };
  return newRun({ connection: { base_url, api_key }, dialect, installation, host });
}

/** What is known of existing cases: reference -> case, from the export or from the API. */
type Existing = Map<string, string>;

async function existingCases(
  deals: DealRow[],
  options: ReturnType<typeof readOptions>['values'],
  dialect: Dialect,
): Promise<Existing> {
  const existing: Existing = new Map();
  if (options.cases) {
    for (const { id, reference } of readCases(await readList(options.cases, 'applications')))
      existing.set(reference, id);
  }
  if (!options.connect) return existing;
  const run = connected(dialect);
  const account = await customFields(run);
  const missing = Object.keys(storedFields('', '')).filter(
    (name) => !account.some((field) => field.name === name),
  );
  if (account.length && missing.length)
    console.log(`The account has no custom field ${missing.join(' and ')}. The recipes need it.`);
  for (const { row } of deals) {
    const id = row.cells[dealFields.case.label];
    const found = id ? await findCase(run, id, [400, 404, 410, 422]) : undefined;
    if (found?.external_reference) existing.set(found.external_reference, found.application_id);
  }
  return existing;
}

interface Outcome {
  row: ListRow;
  reference: string;
  result: string;
  isMade: boolean;
}

/** What the Zap would make of each row. */
function outcomesOf(
  list: List,
  read: (row: ListRow) => DealRow,
  dialect: Dialect,
  existing: Existing,
): Outcome[] {
  const refuseTwice = openReferences();
  const earlier = new Map<string, number>();
  return list.rows.map((row): Outcome => {
    let reference = '';
    try {
      const deal = read(row);
      reference = String(deal.input.external_reference);
      const body = bodyOf(dialect, deal);
      const other = existing.get(reference);
      const client = clientName(body);
      const repeated = earlier.get(`${reference} ${client}`);
      if (repeated) {
        const result = `repeated: row ${repeated} has this deal. The Zap ends at its filter`;
        return { row, reference, result, isMade: false };
      }
      earlier.set(`${reference} ${client}`, row.number);
      refuseTwice(reference, row);
      if (other) return { row, reference, result: `has case ${other}`, isMade: false };
      const kind = deal.subject === 'person' ? 'KYC' : 'KYB';
      return { row, reference, result: `${kind} case for ${client}`, isMade: true };
    } catch (error) {
      return { row, reference, result: `refused: ${(error as Error).message}`, isMade: false };
    }
  });
}

/** The Zaps that run for a deal of case first, in the first CRM. */
const recipesOfDeal = [
  'hubspot-deal-to-case',
  'hubspot-submitted',
  'hubspot-closed',
  'ready-for-decision',
  'hubspot-decided',
].map((key) => recipes.find((recipe) => recipe.key === key) as Recipe);

/**
 * Prints what would be made of each row.
 * @throws Error that says what to correct.
 */
export async function preflight(args: string[]): Promise<void> {
  const { values: options, positionals } = readOptions(args);
  const [file, ...more] = positionals;
  if (!file || more.length) throw new Error(usage);
  const list = await readList(file);
  checkOptions(options.column, list.headers);
  const { read } = openDeals(list, options);
  const dialect = readDialect(dialectToBuild());
  const readable = list.rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch {
      // Its outcome says why.
      return [];
    }
  });
  const existing = await existingCases(readable, options, dialect);
  const outcomes = outcomesOf(list, read, dialect, existing);
  const rows = outcomes.map(({ row, reference, result }) => [row.number, reference, result]);
  console.log(table(['Row', 'External Reference', 'What would happen'], rows));
  const made = outcomes.filter(({ isMade }) => isMade).length;
  const sum = (kind: 'fast' | 'silent') =>
    recipesOfDeal.reduce((all, recipe) => all + tasksOf(recipe)[kind], 0) * made;
  console.log(`\nDeals: ${outcomes.length}, cases to make: ${made}. Nothing was written.`);
  console.log(
    `Tasks on Zapier for this list: ${sum('fast')} if every client is fast, ${sum('silent')} with all reminders. If the list is a month, this is the month.`,
  );
  if (!options.cases && !options.connect)
    console.log('Existing cases were not looked for. Use --cases export.xlsx, or --connect.');
}
