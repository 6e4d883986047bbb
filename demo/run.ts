/**
 * `npm run demo [-- --portal-first] [-- --stay] [-- deals.csv]`: the whole journey, by the Zaps of the
 * recipes. Each deal becomes a case, the client gets the portal link by e-mail and submits, a
 * reviewer decides, and the decision reaches the deal. Exits with 1 if an outcome is missing. With
 * --stay the sandbox keeps running, so you can look at each deal.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { stepFailure } from '../test/support/app-handler.ts';
import { submitPortal } from '../test/support/client.ts';
import { listen } from '../test/support/listen.ts';
import type { CrmDeal } from './crm.ts';
import { detailsOf, readDeals, toCrmDeal, type DemoDeal } from './deals/mapping.ts';
import { clientOf, writeOutcomes, type Outcome } from './outcome.ts';
import { dealFields } from './recipes/deal-fields.ts';
import { control, mailsTo, openWorld, triggers, type DemoWorld, type Flow } from './world.ts';

/** The CRM's file store. Documents are next to the file of deals. */
const serveFiles = (folder: string) =>
  listen(async ({ path }, response) => {
    const file = join(folder, basename(decodeURIComponent(path)));
    const content = await readFile(file).catch(() => undefined);
    if (!content) return response.writeHead(404).end();
    const headers = { 'content-type': 'application/pdf', 'content-length': content.length };
    return response.writeHead(200, headers).end(content);
  });

/** Waits until the Zaps have run. @throws the error of a Zap of this deal. */
async function settle({ settle: calm, problems }: DemoWorld, deal: CrmDeal): Promise<void> {
  await calm();
  const problem = problems.get(deal);
  problems.delete(deal);
  if (problem) throw problem;
}

const read = ({ fields }: CrmDeal, name: 'case' | 'sent' | 'decision') =>
  fields[dealFields[name].label] ?? '';

/** Adds the people and the document of the deal to the case. */
async function addDetails(
  world: DemoWorld,
  deal: CrmDeal,
  cells: DemoDeal['cells'],
  files: string,
) {
  const addressOf = (name: string) => `${files}/${encodeURIComponent(name)}`;
  const steps = detailsOf(cells, read(deal, 'case'), addressOf);
  const trigger = { app: 'Demo', event: 'The deal has its case' };
  world.start({ key: 'details', title: '', why: '', steps: [trigger, ...steps] }, {}, deal);
  await settle(world, deal);
}

/**
 * Runs one deal through the whole journey.
 * @returns what came of it. @throws Error if a Zap stops, or a step has another effect than it should.
 */
async function run(
  world: DemoWorld,
  { cells }: DemoDeal,
  deal: CrmDeal,
  flow: Flow,
  files: string,
): Promise<string> {
  const isSent = read(deal, 'sent') !== '';
  const before = (await mailsTo(world, deal.email)).length;
  world.move(deal, flow);
  await settle(world, deal);
  const mails = await mailsTo(world, deal.email);
  if (mails.length !== before + (isSent ? 0 : 1)) {
    throw new Error(`${deal.email} got ${mails.length - before} letters.`);
  }
  if (isSent) return 'same case as before';

  if (flow === 'deal-to-case') await addDetails(world, deal, cells, files);
  await submitPortal(mails.at(-1)!.links[0]!, cells);
  await settle(world, deal);

  const expected = cells['Reviewer Decision'] || 'approved';
  await control(world, `cases/${read(deal, 'case')}/decision`, { status: expected });
  await settle(world, deal);
  const decision = read(deal, 'decision');
  if (decision !== expected) throw new Error(`Expected ${expected}, got "${decision}".`);
  return decision;
}

/** Runs one deal. A row with wrong values fails alone, as the platform halts a step for them. */
async function outcomeOf(row: DemoDeal, deal: CrmDeal, journey: () => Promise<string>) {
  const { cells } = row;
  const outcome: Outcome = { cells, fields: deal.fields, result: 'not started' };
  try {
    if (row.problem) return { ...outcome, message: row.problem };
    return { ...outcome, result: await journey() };
  } catch (error) {
    const { kind, message } = stepFailure(error as Error);
    return { ...outcome, message, ...(kind !== 'HaltedError' && { result: 'failed' }) };
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'portal-first': { type: 'boolean' }, stay: { type: 'boolean' } },
    allowPositionals: true,
  });
  const csv = resolve(positionals[0] ?? 'demo/deals.csv');
  const flow = values['portal-first'] ? 'portal-first' : 'deal-to-case';
  const rows = await readDeals(csv);
  if (!rows.length) throw new Error('No deal in the file');
  // A deal that the list has twice reaches its stage twice.
  const deals = new Map<string, CrmDeal>();
  for (const deal of rows.map(toCrmDeal)) if (!deals.has(deal.id)) deals.set(deal.id, deal);

  const files = await serveFiles(dirname(csv));
  const world = await openWorld([...deals.values()]);
  try {
    const { account } = await world.zapier.run<{ account: string }>('authentication.test');
    console.log(`Connected to ${account}`);
    console.log(`Triggers subscribed: ${triggers.join(', ')}\n`);
    const outcomes: Outcome[] = [];
    for (const [index, row] of rows.entries()) {
      const deal = deals.get(toCrmDeal(row).id)!;
      const outcome = await outcomeOf(row, deal, () => run(world, row, deal, flow, files.url));
      outcomes.push(outcome);
      const { cells, result, message } = outcome;
      const name = `${cells['Record ID'] ?? ''} ${clientOf(cells)}`;
      console.log(`[${index + 1}/${rows.length}] ${name}: ${result}`);
      if (message) console.log(`      Row ${index + 2}: ${message}`);
    }
    console.log();
    writeOutcomes(outcomes);
    const failures = outcomes.filter(({ result }) => result === 'failed').length;
    if (failures) throw new Error(`${failures} outcome(s) missing`);
    if (!values.stay)
      return console.log('npm run demo -- --stay shows where each deal can be followed');
    const { url, services } = world.sandbox;
    console.log(`Office: ${url}/back-office`);
    console.log(`Mailbox: ${url}/back-office/mailbox`);
    console.log(`Portal: ${services.portals.create('API', {}).link}`);
    for (const deal of deals.values()) {
      const id = read(deal, 'case');
      if (id) console.log(`Follow ${deal.id}: ${url}/back-office/follow/${id}`);
    }
    console.log('The sandbox stays open. Ctrl+C ends it.');
    await once(process, 'SIGINT');
  } finally {
    files.close();
    await world.close();
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
// Exits despite a timer of the platform.
process.exit();
