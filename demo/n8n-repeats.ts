/**
 * Every event and every deal twice and more, at once and one after the other, in a running n8n, on a
 * service that ignores keys of repetition: what came of it, counted at the service and at the CRM.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

import { each } from '../testing/each.ts';
import { answerJson, listen } from '../testing/listen.ts';
import type { Sandbox } from '../packages/sandbox/server.tsx';
import { until, type N8n } from './n8n-server.ts';

/** The action node of a build as a workflow names it, and the credential. */
export const actionOf = (isSelfHosted: boolean) =>
  `n8n-nodes-compliance-onboarding${isSelfHosted ? '-self-hosted' : ''}.complianceOnboarding`;
export const credentials = {
  complianceOnboardingApi: { id: 'complianceOnboarding', name: 'Compliance Onboarding' },
};
/** The service knows no header of this name: it never sees that it is asked twice. */
export const keysIgnored = '{"idempotency_header":"X-Ignored"}';

type Node = [name: string, type: string, typeVersion: number, parameters: object];

/** A workflow of nodes, each of which hands over to the next. */
const workflowOf = (id: string, name: string, nodes: Node[]) =>
  JSON.stringify({
    id,
    name,
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: nodes.map(([node, type, typeVersion, parameters], index) => ({
      id: `${id}-${index}`,
      name: node,
      type,
      typeVersion,
      position: [200 * index, 0],
      parameters,
      ...(index === 0 && { webhookId: id }),
      ...(type.startsWith(ours) && { credentials }),
    })),
    connections: Object.fromEntries(
      nodes
        .slice(1)
        .map(([node], index) => [nodes[index]![0], { main: [[{ node, type: 'main', index: 0 }]] }]),
    ),
  });

const createCase = (external_reference: string): Node => [
  'Create Case',
  ours,
  2,
  {
    resource: 'case',
    operation: 'create_case',
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    external_reference,
  },
];

/** A word to the CRM. */
const tell = (url: string, json: string): Node => [
  'Tell',
  'n8n-nodes-base.httpRequest',
  4.2,
  {
    method: 'POST',
    url,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify(${json}) }}`,
    options: {},
  },
];

/** What a CRM is told: how often each event ran, and which cases were made for each deal. */
export async function openCrm() {
  const runs = new Map<string, number>();
  const made = new Map<string, string[]>();
  const server = await listen(({ content }, response) => {
    const told = JSON.parse(content) as { event?: string; deal: string; made: string };
    if (told.event) runs.set(told.event, (runs.get(told.event) ?? 0) + 1);
    else made.set(told.deal, [...(made.get(told.deal) ?? []), told.made]);
    answerJson(response, 200, {});
  });
  return { ...server, runs, made };
}

/** The workflows: a deal of the CRM, or an event, makes a case, which the CRM is told. */
export const repeatWorkflows = (crm: string): Record<string, string> => ({
  repeatDeals: workflowOf('repeatDeals', 'Repeated deals', [
    [
      'Deal',
      'n8n-nodes-base.webhook',
      2,
      { httpMethod: 'POST', path: 'repeat-deals', responseMode: 'onReceived' },
    ],
    createCase('={{ $json.body.deal }}'),
    tell(crm, "{ deal: $('Deal').item.json.body.deal, made: $json.application_id }"),
  ]),
  repeatEvents: workflowOf('repeatEvents', 'Repeated events', [
    // The case that is made raises events of its own.
    [
      'Event',
      `${ours}Trigger`,
      1,
      { event: 'case_review_updated', filters: { status_review: ['approved'] } },
    ],
    createCase('=after-{{ $json.id }}'),
    tell(crm, "{ event: $('Event').item.json.id }"),
  ]),
});

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
    await wait(2000);
  }
}

/** What is repeated: the n8n, its service, and the CRM that counts. */
export interface Place {
  n8n: N8n;
  sandbox: Sandbox;
  crm: Awaited<ReturnType<typeof openCrm>>;
}
/** How often, and how many times each: all at once, or one after the other. */
interface Repeats {
  count: number;
  copies: number;
  apart?: boolean;
}

/** Sends `count` deals, each `copies` times. */
export async function repeatDeals(
  { n8n, sandbox, crm }: Place,
  name: string,
  { count, copies, apart }: Repeats,
) {
  const deals = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const told = (deal: string) => crm.made.get(deal) ?? [];
  await each(deals, 10, async (deal) => {
    const send = () => sendDeal(n8n, deal);
    if (!apart) await Promise.all(Array.from({ length: copies }, send));
    for (let copy = 1; copy <= (apart ? copies : 0); copy++) {
      await send();
      await until(() => told(deal).length >= copy, 60);
    }
  });
  const shown = () => deals.reduce((sum, deal) => sum + told(deal).length, 0);
  const sent = count * copies;
  await until(() => shown() >= sent, 90);
  return {
    deals: count,
    sent,
    /** Cases at the service. */
    cases: sandbox.services.store.get<{ count: number }>(
      'select count(*) as count from cases where external_reference like ?',
      `${name}-%`,
    )!.count,
    /** Deals of which not all executions showed the same case. */
    different: deals.filter((deal) => new Set(told(deal)).size > 1).length,
    /** Executions that never told the CRM of a case. */
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
    "select url, secret from webhooks where url like '%repeatEvents%' limit 1",
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

/**
 * Lets the service decide `count` cases; beside its own delivery each event comes `copies` times
 * more, at once or 2.5 s apart.
 */
async function repeatEvents({ sandbox, crm: { runs } }: Place, { count, copies, apart }: Repeats) {
  const ids: string[] = [];
  const statuses = new Set<number>();
  for (let index = 0; index < count; index++) {
    const { event_id, send } = decide(sandbox);
    ids.push(event_id);
    const one = async () => statuses.add(await send());
    if (!apart) await Promise.all(Array.from({ length: copies }, one));
    for (let copy = 0; copy < (apart ? copies : 0); copy++) {
      await wait(2500);
      await one();
    }
  }
  const ran = () => ids.reduce((sum, id) => sum + (runs.get(id) ?? 0), 0);
  await until(() => ran() >= count, 60);
  // What would run a second time needs a moment to be seen.
  await wait(3000);
  return { events: count, sent: count * (copies + 1), runs: ran(), statuses: [...statuses] };
}

/** Repeats deals and events in each of these ways, by the name of each. `row` is told what came of it. */
export async function measureRepeats(
  place: Place,
  deals: Record<string, Repeats>,
  events: Record<string, Repeats>,
  row: (what: string, sent: string, came: string, isGood: boolean) => void,
) {
  for (const [what, repeats] of Object.entries(deals)) {
    const name = `repeats-${Object.keys(deals).indexOf(what)}`;
    const { count } = repeats;
    const { sent, cases, different, missing } = await repeatDeals(place, name, repeats);
    const isGood = cases === count && !different && !missing;
    const more = `${missing} without a case, ${different} with two`;
    row(`Deals, ${what}`, `${count} deals, ${sent} executions`, `${cases} cases, ${more}`, isGood);
  }
  for (const [what, repeats] of Object.entries(events)) {
    const { events: count, sent, runs, statuses } = await repeatEvents(place, repeats);
    const isGood = runs === count && statuses.join() === '200';
    row(`Events, ${what}`, `${count} events, ${sent} deliveries`, `${runs} runs`, isGood);
  }
  // The service's own delivery runs; only the answer to the forged one counts.
  const status = await decide(place.sandbox).send({});
  row('An event that nobody signed', '1', `HTTP ${status}`, status === 401);
}
