/**
 * `npm run demo [-- --portal-first] [-- --stay] [-- deals.csv]`: the whole journey. Each deal
 * becomes a case, the client gets the portal link by e-mail and submits, a reviewer decides, and
 * the decision reaches the deal. Exits with 1 if an outcome is missing. With --stay the sandbox
 * keeps running, so you can look at each deal.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { stepFailure } from '../test/support/app-handler.ts';
import { caseFirst } from './case-first.ts';
import { readDeals, type DemoDeal } from './deals/mapping.ts';
import { openOutcome, writeOutcomes, type Outcome } from './outcome.ts';
import { portalFirst } from './portal-first.ts';
import { openStage, type Stage } from './stage.ts';

const triggers = {
  case_submitted: {},
  case_review_updated: { status_review: ['approved', 'rejected'] },
  collect_opened: {},
};

type Onboard = typeof caseFirst;

/** Runs one deal. @returns true if it succeeded. A row with wrong values fails alone. */
async function run(
  stage: Stage,
  onboard: Onboard,
  deal: DemoDeal,
  outcome: Outcome,
  seen: Set<string>,
): Promise<boolean> {
  try {
    if (deal.problem) throw Object.assign(new Error(deal.problem), { name: 'HaltedError' });
    await onboard(stage, deal, outcome, seen);
    return true;
  } catch (error) {
    const { kind, message } = stepFailure(error as Error);
    outcome.message = message;
    // The platform halts a step for wrong values.
    const isRowProblem = kind === 'HaltedError';
    outcome.decision = isRowProblem ? 'not started' : 'failed';
    return isRowProblem;
  }
}

/** Runs all deals, one after the other. @returns the number of missing outcomes. */
async function runAll(stage: Stage, onboard: Onboard, deals: DemoDeal[], outcomes: Outcome[]) {
  const { zapier, hooks } = stage;
  const { account } = await zapier.run<{ account: string }>('authentication.test');
  console.log(`Connected to ${account}`);
  for (const [trigger, filters] of Object.entries(triggers))
    await hooks.subscribe(trigger, filters);
  console.log(`Triggers subscribed: ${Object.keys(triggers).join(', ')}\n`);

  const seen = new Set<string>();
  let failures = 0;
  for (const [index, deal] of deals.entries()) {
    const outcome = openOutcome(deal.cells);
    outcomes.push(outcome);
    if (!(await run(stage, onboard, deal, outcome, seen))) failures++;
    const { deal: id, client, decision, message } = outcome;
    console.log(`[${index + 1}/${deals.length}] ${id} ${client}: ${decision}`);
    if (message) console.log(`      Row ${index + 2}: ${message}`);
  }
  for (const trigger of Object.keys(triggers)) await hooks.unsubscribe(trigger);
  return failures;
}

/** Prints the page of each deal and waits for an interrupt. */
async function stay({ followed }: Stage, outcomes: Outcome[]): Promise<void> {
  for (const { deal, client, case: id } of outcomes) {
    if (id) console.log(`Follow ${deal} ${client}: ${followed(id)}`);
  }
  console.log('The sandbox stays open. Ctrl+C ends it.');
  await once(process, 'SIGINT');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'portal-first': { type: 'boolean' }, stay: { type: 'boolean' } },
    allowPositionals: true,
  });
  const csv = resolve(positionals[0] ?? 'demo/deals.csv');
  const onboard = values['portal-first'] ? portalFirst : caseFirst;
  const deals = await readDeals(csv);
  const outcomes: Outcome[] = [];
  const stage = await openStage(csv);
  try {
    const failures = await runAll(stage, onboard, deals, outcomes);
    writeOutcomes(
      deals.map(({ cells }) => cells),
      outcomes,
    );
    if (failures) throw new Error(`${failures} outcome(s) missing`);
    if (!outcomes.length) throw new Error('No deal in the file');
    if (values.stay) await stay(stage, outcomes);
    else console.log('npm run demo -- --stay shows where each deal can be followed');
  } finally {
    await stage.close();
  }
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
// Exits despite a timer of the platform.
process.exit();
