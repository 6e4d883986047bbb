/** The domain of the service, built on one store. */
import { Account } from './account.ts';
import { openClock } from './clock.ts';
import { ApiKeys } from './api-keys.ts';
import { Cases } from './cases.ts';
import { Outbox, type OutboxOptions } from './deliveries.ts';
import { enrich } from './registry.ts';
import { Portals } from './portals.ts';
import type { Store } from './store.ts';
import { Subscriptions } from './subscriptions.ts';

export function openServices(store: Store, options: OutboxOptions) {
  const clock = openClock();
  const subscriptions = new Subscriptions(store, options.reach);
  const outbox = new Outbox(store, clock, subscriptions, options);
  const account = new Account(store);
  const cases = new Cases(store, clock, account, outbox);
  return {
    store,
    clock,
    apiKeys: new ApiKeys(store, clock),
    account,
    subscriptions,
    cases,
    outbox,
    portals: new Portals(cases),
    enrich: (id: string) => enrich(cases, id, options.factor ?? 1),
  };
}

export type Services = ReturnType<typeof openServices>;
/** The parts of the domain that a function needs. */
export type Parts<Name extends keyof Services> = Pick<Services, Name>;
