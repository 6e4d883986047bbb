/** The domain of the service, put together over one store. */
import { openAccount, type Account } from './account.ts';
import { openClock, type Clock } from './clock.ts';
import { openAccounts, type Accounts } from './accounts.ts';
import { openCases, type Cases } from './cases.ts';
import { openOutbox, type DeliveryOptions, type Outbox } from './deliveries.ts';
import { openDocuments, type Documents } from './documents.ts';
import { openEnrichment, type Enrichment } from './enrichment.ts';
import { openImports, type Imports } from './imports.ts';
import { openParties, type Parties } from './parties.ts';
import { openPortals, type Portals } from './portals.ts';
import { openRepeats, type Repeats } from './repeats.ts';
import type { Store } from './store.ts';
import { openSubscriptions, type Subscriptions } from './subscriptions.ts';
import { openWorkflow, type Workflow } from './workflow.ts';

export interface Services {
  store: Store;
  clock: Clock;
  accounts: Accounts;
  account: Account;
  cases: Cases;
  parties: Parties;
  documents: Documents;
  portals: Portals;
  workflow: Workflow;
  subscriptions: Subscriptions;
  outbox: Outbox;
  repeats: Repeats;
  enrichment: Enrichment;
  imports: Imports;
}

export function openServices(
  store: Store,
  options: DeliveryOptions & { idempotencySeconds?: number },
): Services {
  const clock = openClock();
  const subscriptions = openSubscriptions(store, clock, options.url, options.allowPrivate);
  const outbox = openOutbox(store, clock, subscriptions, options);
  const account = openAccount(store);
  const cases = openCases(store, clock, account);
  const parties = openParties(store, cases);
  const documents = openDocuments(store, { clock, cases, parties, account });
  const workflow = openWorkflow(store, { clock, cases, parties, documents, outbox, account });
  const portals = openPortals(store, { clock, cases, parties, account, workflow, outbox });
  return {
    store,
    clock,
    accounts: openAccounts(store, clock),
    account,
    subscriptions,
    cases,
    parties,
    documents,
    workflow,
    outbox,
    portals,
    enrichment: openEnrichment(store, { cases, workflow, factor: options.factor }),
    imports: openImports(store, { clock, cases, parties, portals, workflow }),
    repeats: openRepeats(store, clock, options.idempotencySeconds),
  };
}
