/** Registrations of webhooks ("Webhooks"). */
import type { Webhook } from '../service/contract.ts';

import { idIn, isSuccess } from './exchange/answer.ts';
import { halt } from './exchange/errors.ts';
import { readList } from './exchange/list.ts';
import { thingWithId, refuseFailed } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { send } from './exchange/transport.ts';

/** The dialect's webhook path, plus `more`. A dialect without one has no registrations. */
const webhooks = (run: Run, method: 'POST' | 'GET' | 'DELETE', more = '') => ({
  method,
  path: `${run.dialect.webhooks ?? '/api/webhooks'}${more}`,
  about: 'webhook registration',
});

/**
 * POST to the dialect's webhook path. Registers `url` for the events.
 * @returns undefined if the service offers no registration.
 */
export async function registerWebhook(
  run: Run,
  url: string,
  events: string[],
): Promise<Webhook | undefined> {
  const endpoint = webhooks(run, 'POST');
  const answer = await send(run, endpoint, { body: { url, events }, accept: [404, 405, 409] });
  if (answer.status === 409) {
    throw halt(
      'The service already has a webhook for this event and address. Remove it in the webhook settings of the service, then switch the {{flow}} on again.',
    );
  }
  if (!isSuccess(answer)) return undefined;
  type Registered = Webhook & { webhook_id: string };
  const made = thingWithId<Registered>(run, endpoint, answer, 'webhook_id');
  return { ...made, id: made.webhook_id };
}

/**
 * The IDs of the registrations of an address, for any event; undefined if the service does not list
 * them.
 */
export async function webhooksAt(run: Run, url: string): Promise<string[] | undefined> {
  const list = await readList(run, webhooks(run, 'GET'), {}, ['webhooks']);
  return list?.records
    .filter((one) => one.url === url)
    .map((one) => idIn(one, 'webhook_id'))
    .filter((id) => id !== undefined);
}

/**
 * DELETE of a registration. A missing one is no error.
 * @throws an error if a 2xx answer says that it was not removed.
 */
export async function removeWebhook(run: Run, id: string): Promise<void> {
  const endpoint = webhooks(run, 'DELETE', '/{id}');
  const answer = await send(run, endpoint, { path: { id }, accept: [404, 405, 410] });
  if (isSuccess(answer)) refuseFailed(run, endpoint, answer);
}
