/**
 * `npm run demo`: the whole journey, by the Zaps of the recipes. Each deal becomes a case, the client
 * gets the portal link by e-mail and submits, a reviewer decides, and the decision reaches the deal.
 * Exits with 1 if an outcome is missing.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { toLabel } from '../fields/kinds/choices.ts';
import { stepFailure } from '../zapier/local/app-handler.ts';
import { submitPortal } from './client.ts';
import { listen } from '../zapier/local/listen.ts';
import type { CrmDeal } from './crm.ts';
import { readDeals, type Deal, type DealList } from './deals/deals.ts';
import { detailsOf, toCrmDeal } from './deals/mapping.ts';
import { readOptions, usage, type Options } from './options.ts';
import { writeOutcomes, type Outcome } from './outcome.ts';
import { dealFields, type DealFieldName } from './recipes/deal-fields.ts';
import { mailsTo, openWorld, type DemoWorld } from './world.ts';

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

const read = ({ fields }: CrmDeal, name: DealFieldName) => fields[dealFields[name].label] ?? '';

/** Adds the further fields, the people and the document of the deal to the case. */
async function addDetails(world: DemoWorld, crmDeal: CrmDeal, deal: Deal, files: string) {
  const addressOf = (name: string) => `${files}/${encodeURIComponent(name)}`;
  const steps = detailsOf(deal, read(crmDeal, 'case'), addressOf);
  const trigger = { app: 'Demo', event: 'The deal has its case' };
  // No Zap of the deal: its tasks are not counted.
  const other = { ...crmDeal };
  world.start([trigger, ...steps], {}, other);
  await settle(world, other);
}

/**
 * Runs one deal through the whole journey.
 * @returns what came of it. @throws Error if a Zap stops, or a step has another effect than it should.
 */
async function run(
  world: DemoWorld,
  deal: Deal,
  crmDeal: CrmDeal,
  { isPortalFirst, isCheck }: Options,
  files: string,
): Promise<string> {
  const isSent = read(crmDeal, 'link') !== '';
  const before = mailsTo(world, deal.email).length;
  world.move(crmDeal, isPortalFirst ? 'portalFirst' : deal.subject);
  await settle(world, crmDeal);
  const mails = mailsTo(world, deal.email);
  if (mails.length !== before + (isSent ? 0 : 1)) {
    throw new Error(`${deal.email} got ${mails.length - before} letters.`);
  }
  if (isSent) return 'same case as before';

  if (!isPortalFirst) await addDetails(world, crmDeal, deal, files);
  if (isCheck) return 'not refused';
  await submitPortal(mails.at(-1)!.links[0]!, deal);
  await settle(world, crmDeal);

  const decision = deal.cells['Reviewer Decision'] || 'approved';
  world.sandbox.act.decide(read(crmDeal, 'case'), { status: decision });
  await settle(world, crmDeal);
  const [status, expected] = [read(crmDeal, 'status'), toLabel(decision)];
  if (status !== expected) throw new Error(`Expected ${expected}, got "${status}".`);
  return `${status} (${world.tasks.get(crmDeal)} tasks)`;
}

/** Runs one deal. A row with wrong values fails alone, as the platform halts a step for them. */
async function outcomeOf(deal: Deal, { fields }: CrmDeal, journey: () => Promise<string>) {
  const outcome = (result: string, message?: string): Outcome => ({
    deal,
    fields,
    result,
    message,
  });
  if (deal.problem) return outcome('not started', deal.problem);
  try {
    return outcome(await journey());
  } catch (error) {
    const { kind, message } = stepFailure(error as Error);
    const stopped = fields[dealFields.case.label] ? 'stopped' : 'not started';
    return outcome(kind === 'HaltedError' ? stopped : 'failed', message);
  }
}

/** Runs each deal, and prints what came of it. @returns the outcomes, in the order of the list. */
async function runDeals(
  world: DemoWorld,
  deals: Map<Deal, CrmDeal>,
  options: Options,
  files: string,
) {
  const outcomes: Outcome[] = [];
  for (const [deal, crmDeal] of deals) {
    const journey = () => run(world, deal, crmDeal, options, files);
    const outcome = await outcomeOf(deal, crmDeal, journey);
    outcomes.push(outcome);
    const { result, message } = outcome;
    if (options.isCheck && !message) continue;
    console.log(`[${outcomes.length}/${deals.size}] ${deal.id} ${deal.name}: ${result}`);
    if (message) console.log(`      Row ${deal.row}: ${message}`);
  }
  return outcomes;
}

/** Prints where each deal with a case can be followed, and waits until the demo is ended. */
async function stay({ sandbox, crm }: DemoWorld): Promise<void> {
  for (const deal of crm.deals) {
    const id = read(deal, 'case');
    if (!id) continue;
    console.log(`${deal.id}: ${sandbox.url}/back-office/follow/${id}`);
  }
  console.log('The sandbox stays open. Ctrl+C ends it.');
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
}

/** Columns that the demo or the Zaps have, beside the fields of a case. */
const ownColumns = new Set<string>([
  'Related Parties',
  'Document',
  'Deal Owner',
  'Reviewer Decision',
  ...Object.values(dealFields).map(({ label }) => label),
]);

/** Prints what was not read, and how many deals a run would refuse. */
function reportCheck({ unread }: DealList, outcomes: Outcome[]): void {
  const unknown = unread.filter((header) => !ownColumns.has(header));
  if (unknown.length) console.log(`Columns that no field has: ${unknown.join(', ')}`);
  const refused = outcomes.filter(({ message }) => message).length;
  console.log(`Deals: ${outcomes.length}, refused: ${refused}. Nothing left this computer.`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const list = readDeals(options.file, options);
  if (!list.deals.length) throw new Error(`${options.file} has no deals.`);
  // A deal that the list has twice is one deal of the CRM, which reaches its stage twice.
  const crmDeals = new Map<string, CrmDeal>();
  for (const deal of list.deals)
    if (!deal.problem && !crmDeals.has(deal.id)) crmDeals.set(deal.id, toCrmDeal(deal));
  const deals = new Map(
    list.deals.map((deal) => [deal, crmDeals.get(deal.id) ?? toCrmDeal(deal)] as const),
  );

  const files = await serveFiles(dirname(resolve(options.file)));
  const world = await openWorld([...crmDeals.values()], list.crm);
  try {
    const { account } = await world.zapier.run<{ account: string }>('authentication.test');
    console.log(`Connected to ${account}`);
    console.log(`Triggers subscribed: ${world.triggers.join(', ')}\n`);
    const outcomes = await runDeals(world, deals, options, files.url);
    console.log();
    if (options.isCheck) return reportCheck(list, outcomes);
    writeOutcomes(outcomes);
    const failures = outcomes.filter(({ result }) => result === 'failed').length;
    if (failures) throw new Error(`${failures} outcome(s) missing`);
    if (options.stay) await stay(world);
    else console.log('npm run demo -- --stay shows where each deal can be followed');
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
