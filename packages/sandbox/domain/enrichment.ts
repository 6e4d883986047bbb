/** What the official registry knows of a business, brought into its case a moment later. */
import type { Cases } from './cases.ts';
import { given } from './given.ts';
import { companyOf, officersOf } from './registry.ts';
import type { Store } from './store.ts';
import type { Workflow } from './workflow.ts';

/** Milliseconds until it arrives. */
const delay = 1000;

/** A row of the table. */
interface Asked {
  seq: number;
  account: string;
  application_id: string;
  due_at: number;
}
interface At {
  store: Store;
  cases: Cases;
  workflow: Workflow;
  factor?: number;
  /** Those that have not arrived. */
  timers: Set<NodeJS.Timeout>;
}

/** Adds the officers and owners the case does not have yet. */
function addOfficers(at: At, account: string, application_id: string): void {
  const shown = at.workflow.show(account, application_id);
  const company = companyOf(shown.business ?? {});
  if (!company) return;
  const known = new Set(shown.persons.map(({ source_id }) => source_id));
  const added = officersOf(company).filter(({ source_id }) => !known.has(source_id));
  for (const party of added) {
    at.workflow.addParty(account, application_id, 'person', party, 'Registry');
  }
}

/** What has arrived: a failed step leaves it for the next start. */
function arrive(at: At, seq: number, account: string, application_id: string): void {
  at.store.atomic(() => {
    at.store.run`delete from enrichments where seq = ${seq}`;
    addOfficers(at, account, application_id);
  });
}

/** Waits for what was asked for. */
function wait(at: At, { seq, account, application_id, due_at }: Asked): void {
  const timer = setTimeout(
    () => {
      at.timers.delete(timer);
      arrive(at, seq, account, application_id);
    },
    Math.max(due_at - Date.now(), 0),
  ).unref();
  at.timers.add(timer);
}

/** Asks the registry: what it knows arrives in `persons` a moment later. @throws Problem 404. */
function enrich(at: At, account: string, application_id: string): void {
  at.cases.find(account, application_id);
  const due_at = Date.now() + delay * (at.factor ?? 1);
  const asked = at.store.get<Asked>`insert into enrichments (account, application_id, due_at)
    values (${account}, ${application_id}, ${due_at}) returning *`!;
  wait(at, asked);
}

/** Goes on with what was under way when the sandbox ended. */
function resume(at: At): void {
  for (const asked of at.store.all<Asked>('select * from enrichments order by seq'))
    wait(at, asked);
}

/** Waits for nothing any more; what was asked for stays written down. */
const stop = ({ timers }: At): void => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
};

export const openEnrichment = (store: Store, around: Omit<At, 'store' | 'timers'>) =>
  given({ store, timers: new Set(), ...around } as At, { enrich, resume, stop });
