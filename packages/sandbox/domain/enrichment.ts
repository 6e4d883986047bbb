/** Enrichment: the registry's data about a business arrive in its case a moment later. */
import type { Cases } from './cases.ts';
import { bind } from './bind.ts';
import { companyOf, officersOf } from './registry.ts';
import type { Store } from './store.ts';
import type { Workflow } from './workflow.ts';

/** Milliseconds until the data arrive. */
const delay = 1000;

/** A row of the table. */
interface EnrichmentRow {
  seq: number;
  account: string;
  application_id: string;
  due_at: number;
}
interface Context {
  store: Store;
  cases: Cases;
  workflow: Workflow;
  factor?: number;
  /** Timers of pending requests. */
  timers: Set<NodeJS.Timeout>;
}

/** Adds the officers and owners that the case lacks. */
function addOfficers(context: Context, account: string, application_id: string): void {
  const details = context.workflow.show(account, application_id);
  const company = companyOf(details.business ?? {});
  if (!company) return;
  const existing = new Set(details.persons.map(({ source_id }) => source_id));
  const added = officersOf(company).filter(({ source_id }) => !existing.has(source_id));
  for (const party of added) {
    context.workflow.addParty(account, application_id, 'person', party, 'Registry');
  }
}

/** Handles the arrival. A failure leaves it for the next start. */
function arrive(context: Context, seq: number, account: string, application_id: string): void {
  context.store.atomic(() => {
    context.store.run`delete from enrichments where seq = ${seq}`;
    addOfficers(context, account, application_id);
  });
}

/** Starts the wait for a request. */
function wait(context: Context, { seq, account, application_id, due_at }: EnrichmentRow): void {
  const timer = setTimeout(
    () => {
      context.timers.delete(timer);
      arrive(context, seq, account, application_id);
    },
    Math.max(due_at - Date.now(), 0),
  ).unref();
  context.timers.add(timer);
}

/** Asks the registry. Its data arrive in `persons` a moment later. @throws Problem 404. */
function enrich(context: Context, account: string, application_id: string): void {
  context.cases.find(account, application_id);
  const due_at = Date.now() + delay * (context.factor ?? 1);
  const row = context.store
    .get<EnrichmentRow>`insert into enrichments (account, application_id, due_at)
    values (${account}, ${application_id}, ${due_at}) returning *`!;
  wait(context, row);
}

/** Continues the requests that were pending when the sandbox ended. */
function resume(context: Context): void {
  for (const row of context.store.all<EnrichmentRow>('select * from enrichments order by seq'))
    wait(context, row);
}

/** Stops all waits. The requests stay in the database. */
const stop = ({ timers }: Context): void => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
};

export const openEnrichment = (store: Store, around: Omit<Context, 'store' | 'timers'>) =>
  bind({ store, timers: new Set(), ...around } as Context, { enrich, resume, stop });
