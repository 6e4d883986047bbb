/** The domain of the service, built on one store. */
import { openAccount } from './account.ts';
import { openClock } from './clock.ts';
import { openAccounts } from './accounts.ts';
import { openCases } from './cases.ts';
import { openOutbox, type OutboxOptions } from './deliveries.ts';
import { openDocuments } from './documents.ts';
import { openEnrichment } from './enrichment.ts';
import { openParties } from './parties.ts';
import { openPortals } from './portals.ts';
import { openRepeats } from './repeats.ts';
import type { Store } from './store.ts';
import { openSubscriptions } from './subscriptions.ts';
import { openWorkflow } from './workflow.ts';

export function openServices(
  store: Store,
  options: OutboxOptions & { idempotencySeconds?: number },
) {
  const clock = openClock();
  const origins = () => [options.address(), options.url()].filter(Boolean);
  const subscriptions = openSubscriptions(store, clock, origins, options.allowPrivate);
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
    repeats: openRepeats(store, clock, options.idempotencySeconds),
  };
}

export type Services = ReturnType<typeof openServices>;
/** The parts of the domain that a function needs. */
export type Parts<Name extends keyof Services> = Pick<Services, Name>;
