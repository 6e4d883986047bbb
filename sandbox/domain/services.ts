/** The domain of the service, put together over one store. */
import { openCases, type Cases } from './cases.ts';
import { openOutbox, type DeliveryOptions, type Outbox } from './deliveries.ts';
import { openDocuments, type Documents } from './documents.ts';
import { openParties, type Parties } from './parties.ts';
import { openPortals, type Portals } from './portals.ts';
import { openRepeats, type Repeats } from './repeats.ts';
import type { Store } from './store.ts';
import { openWorkflow, type Workflow } from './workflow.ts';

export interface Services {
  store: Store;
  cases: Cases;
  parties: Parties;
  documents: Documents;
  portals: Portals;
  workflow: Workflow;
  outbox: Outbox;
  repeats: Repeats;
}

export function openServices(
  store: Store,
  options: DeliveryOptions & { idempotencySeconds?: number },
): Services {
  const outbox = openOutbox(store, options);
  const cases = openCases(store);
  const parties = openParties(store, cases);
  const documents = openDocuments(store, cases, parties);
  const workflow = openWorkflow(store, { cases, parties, documents, outbox });
  return {
    store,
    cases,
    parties,
    documents,
    workflow,
    outbox,
    portals: openPortals(store, { cases, parties, documents, workflow, outbox }),
    repeats: openRepeats(store, Date.now, options.idempotencySeconds),
  };
}
