/** The domain of the service, built on one store. */
import { Account } from './account.ts';
import { openClock } from './clock.ts';
import { ApiKeys } from './api-keys.ts';
import { Cases } from './cases.ts';
import { Outbox, type OutboxOptions } from './deliveries.ts';
import { Documents } from './documents.ts';
import { enrich } from './enrichment.ts';
import { Parties } from './parties.ts';
import { Portals } from './portals.ts';
import type { Store } from './store.ts';
import { Subscriptions } from './subscriptions.ts';
import { Workflow } from './workflow.ts';

export function openServices(store: Store, options: OutboxOptions) {
  const clock = openClock();
  const subscriptions = new Subscriptions(store, options.reach);
  const outbox = new Outbox(store, clock, subscriptions, options);
  const account = new Account(store);
  const cases = new Cases(store, clock, account);
  const parties = new Parties(store, cases);
  const documents = new Documents(store, clock, cases, parties, account);
  const workflow = new Workflow(store, clock, cases, parties, documents, outbox, account);
  return {
    store,
    clock,
    apiKeys: new ApiKeys(store, clock),
    account,
    subscriptions,
    cases,
    parties,
    documents,
    workflow,
    outbox,
    portals: new Portals(store, clock, cases, parties, account, workflow, outbox),
    enrich: (id: string) => enrich(workflow, id, options.factor ?? 1),
  };
}

export type Services = ReturnType<typeof openServices>;
/** The parts of the domain that a function needs. */
export type Parts<Name extends keyof Services> = Pick<Services, Name>;
