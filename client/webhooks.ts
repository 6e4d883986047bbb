/** Registrations of webhooks ("Webhooks"). */
import type { Webhook } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';

import { idIn, isSuccess, statuses } from './exchange/answer.ts';
import { haltAt } from './exchange/answer-errors.ts';
import { readList } from './exchange/list.ts';
import { resourceWithId, refuseFailed } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { send } from './exchange/transport.ts';

/** The dialect's webhook path, plus `more`. A dialect without one has no registrations. */
const endpointOf = (run: Run, method: 'POST' | 'GET' | 'DELETE', more = '') => ({
  method,
  path: `${run.dialect.webhooks ?? '/api/webhooks'}${more}`,
  about: 'webhook registration',
});

/** The registration of a flow's webhook, which the platform stores. */
export interface Registration {
  id?: string | number;
  secret?: string | number;
}

/** Without a webhook path, the user enters the flow's address in the service. */
export const registersByHand = ({ webhooks }: Dialect): boolean => webhooks === null;

/**
 * POST to the dialect's webhook path. Registers the address of a flow for these events.
 * @throws a halt if the service offers no registration.
 */
export async function subscribe(run: Run, events: string[], url: string): Promise<Registration> {
  const endpoint = endpointOf(run, 'POST');
  const accept = [...statuses.noPath, 409];
  const answer = await send(run, endpoint, { body: { url, events }, accept });
  if (answer.status === 409) {
    throw haltAt(
      answer,
      'The service already has a webhook for this event and address. Remove it in the webhook settings of the service, then switch the {{flow}} on again.',
      'nothing',
    );
  }
  if (!isSuccess(answer)) {
    throw haltAt(
      answer,
      'The service does not let {{platform}} register webhooks, so this trigger cannot be switched on yet. For your engineer: set "webhooks" in the dialect to the path that registers them, or to null if there is none: the trigger then shows an address to enter in the service.',
      'nothing',
    );
  }
  const registered = resourceWithId<Webhook>(run, answer, 'webhook_id');
  const { secret } = registered;
  return { id: idIn(registered, 'webhook_id'), ...(secret && { secret }) };
}

/** The IDs of the registrations of an address; undefined if the service does not list them. */
export async function webhooksAt(run: Run, url: string): Promise<string[] | undefined> {
  const list = await readList(run, endpointOf(run, 'GET'), {}, ['webhooks']);
  return list?.records
    .filter((one) => one.url === url)
    .map((one) => idIn(one, 'webhook_id'))
    .filter((id) => id !== undefined);
}

/** DELETE of a flow's registration. A missing one is no error. */
export async function unsubscribe(run: Run, { id }: Registration = {}): Promise<void> {
  if (!id) return;
  const endpoint = endpointOf(run, 'DELETE', '/{id}');
  const accept = [...statuses.noPath, ...statuses.absent];
  const answer = await send(run, endpoint, { path: { id: String(id) }, accept });
  if (isSuccess(answer)) refuseFailed(answer);
}
