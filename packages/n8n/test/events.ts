/** Events of the sandbox, as the service sends them. */
import { Webhook } from 'standardwebhooks';

import type { Sandbox } from '../../sandbox/server.tsx';

/** The latest event of a type, with the headers that sign it. */
export function latestEvent({ act }: Sandbox, secret: string, type: string) {
  const event = act.events().findLast((one) => one.type === type)!;
  const { event_id } = event;
  const payload = JSON.stringify(event);
  const at = new Date();
  const headers = {
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event_id, at, payload),
  };
  return { payload, headers };
}

/** Decides a new case. @returns the case, and its event with the headers that sign it. */
export function decided(sandbox: Sandbox, secret: string, status = 'approved') {
  const { create, decide } = sandbox.act;
  const { application_id } = create({ business: { organization_name: 'Lumen Studio SAS' } });
  decide(application_id, { status });
  return { application_id, ...latestEvent(sandbox, secret, 'application.review_updated') };
}

/** A call of the sandbox's API. @returns its answer, null for none. */
export async function call({ url, apiKey }: Sandbox, method: string, path: string, body?: object) {
  const headers = { authorization: apiKey, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  return answer.status === 204 ? null : ((await answer.json()) as any);
}

/** A secret of somebody else. */
export const otherSecret = `whsec_${Buffer.from('another secret, long enough').toString('base64')}`;
