/** A decision in the sandbox, and its event as the service sends it. */
import { Webhook } from 'standardwebhooks';

import type { Sandbox } from '../../packages/sandbox/server.tsx';

/** Decides a new case. @returns the case, and its event with the headers that sign it. */
export function decided({ services }: Sandbox, secret: string, status = 'approved') {
  const { workflow, store } = services;
  const body = { business: { organization_name: 'Lumen Studio SAS' } };
  const { application_id } = workflow.create('main', body, 'API');
  workflow.decide('main', application_id, { status }, 'Reviewer');
  const { event_id, payload } = store.get<{ event_id: string; payload: string }>(
    'select event_id, payload from events order by seq desc limit 1',
  )!;
  const at = new Date();
  const headers = {
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(event_id, at, payload),
  };
  return { application_id, payload, headers };
}

/** A secret of somebody else. */
export const otherSecret = `whsec_${Buffer.from('another secret, long enough').toString('base64')}`;
