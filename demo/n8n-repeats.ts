/**
 * Every event and every deal twice and more, at once and one after the other, in a running n8n, on a
 * service that ignores keys of repetition: what came of it, counted at the service and at the CRM.
 */
import { Webhook } from 'standardwebhooks';

import { listen } from '../testing/listen.ts';
import type { Sandbox } from '../sandbox/server.tsx';
import { until, type N8n } from './n8n-server.ts';

/** The action node, and the credential, as a workflow names them. */
export const ours = 'n8n-nodes-compliance-onboarding.complianceOnboarding';
export const credentials = {
  complianceOnboardingApi: { id: 'complianceOnboarding', name: 'Compliance Onboarding' },
};
/** The service knows no header of this name: it never sees that it is asked twice. */
export const keysIgnored = 'SERVICE_IDEMPOTENCY_HEADER=X-Ignored';

const main = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
const createCase = (reference: string) => ({
  id: 'create',
  name: 'Create Case',
  type: ours,
  typeVersion: 2,
  position: [200, 0],
  credentials,
  parameters: {
    resource: 'case',
    operation: 'create_case',
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    external_reference: reference,
  },
});

/** A word to the CRM. */
const tell = (crm: string, json: string) => ({
  id: 'tell',
  name: 'Tell',
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  position: [400, 0],
  parameters: {
    method: 'POST',
    url: crm,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify(${json}) }}`,
    options: {},
  },
});

/** A deal of the CRM -> a case, which the CRM is told. */
const dealWorkflow = (crm: string) => ({
  id: 'repeatDeals',
  name: 'Repeated deals',
  active: false,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: 'deal',
      name: 'Deal',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'repeat-deals',
      parameters: { httpMethod: 'POST', path: 'repeat-deals', responseMode: 'onReceived' },
    },
    createCase('={{ $json.body.deal }}'),
    tell(crm, "{ deal: $('Deal').item.json.body.deal, made: $json.application_id }"),
  ],
  connections: { Deal: main('Create Case'), 'Create Case': main('Tell') },
});

/** An event -> a further case and a word to the CRM, so that an action runs behind the trigger. */
const eventWorkflow = (crm: string) => ({
  id: 'repeatEvents',
  name: 'Repeated events',
  active: false,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: 'event',
      name: 'Event',
      type: `${ours}Trigger`,
      typeVersion: 1,
      position: [0, 0],
      webhookId: 'repeat-events',
      credentials,
      // The case that is made raises events of its own.
      parameters: { event: 'case_review_updated', filters: { status_review: ['approved'] } },
    },
    createCase('=after-{{ $json.id }}'),
    tell(crm, "{ event: $('Event').item.json.id }"),
  ],
  connections: { Event: main('Create Case'), 'Create Case': main('Tell') },
});

/** What a CRM is told: how often each event ran, and which cases were made for each deal. */
export async function openCrm() {
  const runs = new Map<string, number>();
  const made = new Map<string, string[]>();
  const server = await listen(({ content }, response) => {
    const told = JSON.parse(content) as { event?: string; deal: string; made: string };
    if (told.event) runs.set(told.event, (runs.get(told.event) ?? 0) + 1);
    else made.set(told.deal, [...(made.get(told.deal) ?? []), told.made]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { ...server, runs, made };
}
export type Crm = Awaited<ReturnType<typeof openCrm>>;

export const repeatWorkflows = (crm: string): Record<string, string> => ({
  repeatDeals: JSON.stringify(dealWorkflow(crm)),
  repeatEvents: JSON.stringify(eventWorkflow(crm)),
});

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Answers of an n8n that is too busy to take a deal. */
let refused = 0;
export const refusedDeals = (): number => refused;

/** As a CRM does, it sends a deal again that n8n was too busy for. @throws Error where it never takes it. */
async function sendDeal(n8n: N8n, deal: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status } = await fetch(`${n8n.url}/webhook/repeat-deals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deal }),
    });
    if (status === 200) return;
    if (status < 500 || attempt === 30) throw new Error(`n8n answers a deal with ${status}.`);
    refused++;
    await pause(2000);
  }
}

export interface DealOutcome {
  deals: number;
  /** Executions, at least two for each deal. */
  sent: number;
  /** Cases at the service. */
  cases: number;
  /** Deals of which not all executions showed the same case. */
  different: number;
  /** Executions that never told the CRM of a case. */
  missing: number;
}

const countCases = ({ services }: Sandbox, like: string): number =>
  services.store.get<{ count: number }>(
    'select count(*) as count from cases where external_reference like ?',
    like,
  )!.count;

/** Sends `count` deals, each `copies` times at once or one after the other. */
export async function repeatDeals(
  { n8n, sandbox, crm }: { n8n: N8n; sandbox: Sandbox; crm: Crm },
  { name, count, copies, apart }: { name: string; count: number; copies: number; apart?: boolean },
): Promise<DealOutcome> {
  const deals = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const told = (deal: string) => crm.made.get(deal) ?? [];
  const waiting = [...deals];
  const work = async () => {
    for (let deal = waiting.shift(); deal; deal = waiting.shift()) {
      const one = deal;
      const send = () => sendDeal(n8n, one);
      if (!apart) await Promise.all(Array.from({ length: copies }, send));
      for (let copy = 1; copy <= (apart ? copies : 0); copy++) {
        await send();
        await until(() => told(one).length >= copy, 60);
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  const shown = () => deals.reduce((sum, deal) => sum + told(deal).length, 0);
  const sent = count * copies;
  await until(() => shown() >= sent, 90);
  return {
    deals: count,
    sent,
    cases: countCases(sandbox, `${name}-%`),
    different: deals.filter((deal) => new Set(told(deal)).size > 1).length,
    missing: deals.reduce((sum, deal) => sum + Math.max(0, copies - told(deal).length), 0),
  };
}

/** A decision of the service, and its event as the service would send it. */
function decide({ services }: Sandbox) {
  const { workflow, store } = services;
  const body = { business: { organization_name: 'Harbour & Pine Ltd' } };
  const { application_id } = workflow.create('main', body, 'API');
  workflow.decide('main', application_id, { status: 'approved' }, 'Reviewer');
  const { event_id, payload } = store.get<{ event_id: string; payload: string }>(
    'select event_id, payload from events order by seq desc limit 1',
  )!;
  const { url, secret } = store.get<{ url: string; secret: string }>(
    "select url, secret from webhooks where url like '%repeat-events%' limit 1",
  )!;
  const at = new Date();
  const signature = new Webhook(secret).sign(event_id, at, payload);
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signed = {
    'webhook-id': event_id,
    'webhook-timestamp': seconds,
    'webhook-signature': signature,
  };
  const send = async (headers: Record<string, string> = signed) => {
    const sent = { 'content-type': 'application/json', ...headers };
    return (await fetch(url, { method: 'POST', headers: sent, body: payload })).status;
  };
  return { event_id, send };
}

export interface EventOutcome {
  events: number;
  /** Deliveries, with those of the service itself. */
  sent: number;
  runs: number;
  statuses: number[];
}

/**
 * Lets the service decide `count` cases; beside its own delivery each event comes `copies` times
 * more, at once or 2.5 s apart.
 */
export async function repeatEvents(
  sandbox: Sandbox,
  runs: Map<string, number>,
  { count, copies, apart }: { count: number; copies: number; apart?: boolean },
): Promise<EventOutcome> {
  const ids: string[] = [];
  const statuses = new Set<number>();
  for (let index = 0; index < count; index++) {
    const { event_id, send } = decide(sandbox);
    ids.push(event_id);
    const one = async () => statuses.add(await send());
    if (!apart) await Promise.all(Array.from({ length: copies }, one));
    for (let copy = 0; copy < (apart ? copies : 0); copy++) {
      await pause(2500);
      await one();
    }
  }
  const ran = () => ids.reduce((sum, id) => sum + (runs.get(id) ?? 0), 0);
  await until(() => ran() >= count, 60);
  // What would run a second time needs a moment to be seen.
  await pause(3000);
  return { events: count, sent: count * (copies + 1), runs: ran(), statuses: [...statuses] };
}

/** An event that nobody signed. @returns the status of n8n's answer. */
export const forgedEvent = (sandbox: Sandbox): Promise<number> => {
  // The service's own delivery runs; only the answer to the forged one counts.
  const { send } = decide(sandbox);
  return send({});
};
