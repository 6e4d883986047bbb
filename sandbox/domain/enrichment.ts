/** What the official registry knows of a business, brought into its case a moment later. */
import type { Cases } from './cases.ts';
import { given } from './given.ts';
import { officersOf, readRegistry } from './registry.ts';
import type { Store } from './store.ts';
import type { Workflow } from './workflow.ts';

/** Milliseconds until it arrives. */
const delay = 1000;

interface At {
  store: Store;
  cases: Cases;
  workflow: Workflow;
  factor?: number;
  /** Those that have not arrived. */
  timers: Set<NodeJS.Timeout>;
}

/** Adds the officers and owners the case does not have yet. @returns how many. */
export function addOfficers(at: At, account: string, application_id: string): number {
  const shown = at.workflow.show(account, application_id);
  const { country, registration_number } = shown.business ?? {};
  const company = country && registration_number && readRegistry(country, registration_number);
  if (!company) return 0;
  const known = new Set(shown.persons.map(({ source_id }) => source_id));
  const added = officersOf(company).filter(({ source_id }) => !known.has(source_id));
  at.store.atomic(() => {
    for (const party of added) {
      at.workflow.addParty(account, application_id, 'person', party, 'Registry');
    }
  });
  return added.length;
}

/** Asks the registry: what it knows arrives in `persons` a moment later. @throws Problem 404. */
export function enrich(at: At, account: string, application_id: string): void {
  at.cases.find(account, application_id);
  const arrive = () => {
    at.timers.delete(timer);
    addOfficers(at, account, application_id);
  };
  const timer = setTimeout(arrive, delay * (at.factor ?? 1)).unref();
  at.timers.add(timer);
}

export const stopEnriching = ({ timers }: At): void => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
};

export const openEnrichment = (store: Store, around: Omit<At, 'store' | 'timers'>) =>
  given({ store, timers: new Set(), ...around } as At, { enrich, stop: stopEnriching });

export type Enrichment = ReturnType<typeof openEnrichment>;
