/**
 * Sends every event and deal several times, at once and one after the other, to a running n8n. Each
 * POST to the service makes a case. Counts the results at the service and at the CRM.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { each } from '../test/support/each.ts';
import { answerJson, listen } from '../test/support/listen.ts';
import type { N8n } from './n8n-server.ts';
import { until } from './n8n-server.ts';
import type { Service } from './n8n-service.ts';

/** The credential of these workflows. */
export const credential = 'repeats';
const credentials = { complianceOnboardingApi: { id: credential, name: credential } };

type Node = [name: string, type: string, typeVersion: number, parameters: object];

/** A workflow of connected nodes. */
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
      ...(type.includes('complianceOnboarding') && { credentials }),
    })),
    connections: Object.fromEntries(
      nodes
        .slice(1)
        .map(([node], index) => [nodes[index]![0], { main: [[{ node, type: 'main', index: 0 }]] }]),
    ),
  });

const createCase = (node: string, external_reference: string): Node => [
  'Create Case',
  node,
  2,
  {
    resource: 'case',
    operation: 'create_case',
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    external_reference,
  },
];

const approved = (node: string): Node => [
  'Event',
  `${node}Trigger`,
  1,
  { event: 'case_review_updated', filters: { status_review: ['approved'] } },
];

/** Writes into the static data of the whole workflow, as any other node may. */
const code: Node = [
  'Code',
  'n8n-nodes-base.code',
  2,
  { jsCode: "$getWorkflowStaticData('global').latest = Date.now();\nreturn $input.all();" },
];

/** Reports to the CRM. */
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

/** A CRM that counts how often each event ran, and the cases of each deal. */
export async function openCrm() {
  const runs = new Map<string, number>();
  const made = new Map<string, string[]>();
  const server = await listen(({ content }, response) => {
    const report = JSON.parse(content) as { event?: string; deal: string; made: string };
    if (report.event) runs.set(report.event, (runs.get(report.event) ?? 0) + 1);
    else made.set(report.deal, [...(made.get(report.deal) ?? []), report.made]);
    answerJson(response, 200, {});
  });
  return { ...server, runs, made };
}

/**
 * The workflows: a deal or an event makes a case and reports it to the CRM. In one of them, events
 * pass a node that writes static data.
 * @param node the type of the action node, with the name of its package.
 */
export const repeatWorkflows = (node: string, crm: string): Record<string, string> => ({
  repeatDeals: workflowOf('repeatDeals', 'Repeated deals', [
    [
      'Deal',
      'n8n-nodes-base.webhook',
      2,
      { httpMethod: 'POST', path: 'repeat-deals', responseMode: 'onReceived' },
    ],
    createCase(node, '={{ $json.body.deal }}'),
    tell(crm, "{ deal: $('Deal').item.json.body.deal, made: $json.application_id }"),
  ]),
  repeatEvents: workflowOf('repeatEvents', 'Repeated events', [
    approved(node),
    createCase(node, '=after-{{ $json.id }}'),
    tell(crm, "{ event: $('Event').item.json.id }"),
  ]),
  wipingEvents: workflowOf('wipingEvents', 'Events and static data', [
    approved(node),
    code,
    tell(crm, "{ event: $('Event').item.json.id }"),
  ]),
});

/** The parts of a measurement: n8n, its service, and the CRM that counts. */
export interface Place {
  n8n: N8n;
  service: Service;
  crm: Awaited<ReturnType<typeof openCrm>>;
  /** How often a deal or event may run: once per process with its own memory. */
  most: { deal: number; event: number };
}
/** The number of deals or events, and the copies of each, at once or one after the other. */
interface Repeats {
  count: number;
  copies: number;
  apart?: boolean;
}
export type Row = (what: string, sent: string, came: string, isGood: boolean) => void;

/** Counts the answers of an n8n that was too busy for a deal. */
let refused = 0;
export const refusedDeals = (): number => refused;

/**
 * Sends a deal, again if n8n was too busy, as a CRM does.
 * @throws Error if n8n never accepts it.
 */
async function sendDeal({ n8n }: Place, deal: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [origin] = n8n.receivers();
    const sent = await fetch(`${origin}/webhook/repeat-deals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deal }),
    }).catch(() => ({ status: 503 }));
    if (sent.status === 200) return;
    if (sent.status < 500 || attempt === 30) throw new Error(`n8n answers a deal ${sent.status}.`);
    refused++;
    await wait(2000);
  }
}

/** Sends `count` deals, each `copies` times, and waits until the CRM has all reports. */
export async function repeatDeals(
  place: Place,
  name: string,
  { count, copies, apart }: Repeats,
  seconds = 90,
) {
  const { service, crm } = place;
  const deals = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const made = (deal: string) => crm.made.get(deal) ?? [];
  await each(deals, 10, async (deal) => {
    const send = () => sendDeal(place, deal);
    if (!apart) await Promise.all(Array.from({ length: copies }, send));
    for (let copy = 1; copy <= (apart ? copies : 0); copy++) {
      await send();
      await until(() => made(deal).length >= copy, 60);
    }
  });
  const countMade = () => deals.reduce((sum, deal) => sum + made(deal).length, 0);
  const sent = count * copies;
  await until(() => countMade() >= sent, seconds);
  const { postsOf, posts } = service;
  return {
    deals: count,
    sent,
    posts: postsOf(deals),
    /** Deals with more than one POST, and with none. */
    doubled: deals.filter((deal) => (posts.get(deal) ?? 0) > 1).length,
    lost: deals.filter((deal) => !posts.has(deal)).length,
    /** The most POSTs of one deal. */
    most: Math.max(...deals.map((deal) => posts.get(deal) ?? 0)),
    /** Executions that reported no case to the CRM. */
    missing: deals.reduce((sum, deal) => sum + Math.max(0, copies - made(deal).length), 0),
  };
}
export type Outcome = Awaited<ReturnType<typeof repeatDeals>>;

export const inWords = ({
  posts,
  doubled,
  lost,
  missing,
}: Pick<Outcome, 'posts' | 'doubled' | 'lost' | 'missing'>) =>
  `${posts} POSTs: ${doubled} deals twice, ${lost} never; ${missing} executions without a case`;

/** Sends one event this many times, to each webhook process in turn. */
async function sendCopies({ n8n, service }: Place, { copies, apart }: Repeats) {
  const { event_id, send } = service.approve('repeatEvents');
  const origins = n8n.receivers();
  const statuses: number[] = [];
  const one = async (copy: number) => {
    statuses.push(await send(origins[copy % origins.length]));
  };
  const all = Array.from({ length: copies }, (_, copy) => copy);
  if (!apart) await Promise.all(all.map(one));
  for (const copy of apart ? all : []) {
    if (copy) await wait(2500);
    await one(copy);
  }
  return { event_id, statuses };
}

/** Delivers `count` events, each `copies` times, at once or 2.5 s apart. */
async function repeatEvents(place: Place, repeats: Repeats) {
  const ids: string[] = [];
  const statuses = new Set<number>();
  for (let index = 0; index < repeats.count; index++) {
    const sent = await sendCopies(place, repeats);
    ids.push(sent.event_id);
    sent.statuses.forEach((status) => statuses.add(status));
  }
  const { runs } = place.crm;
  const ran = () => ids.reduce((sum, id) => sum + (runs.get(id) ?? 0), 0);
  await until(() => ids.every((id) => runs.has(id)), 60);
  // A second run would appear within this time.
  await wait(3000);
  const most = Math.max(...ids.map((id) => runs.get(id) ?? 0));
  const isLost = ids.some((id) => !runs.has(id));
  const sent = repeats.count * repeats.copies;
  return { sent, runs: ran(), most, isLost, statuses: [...statuses] };
}

/** Repeats deals and events in each of these ways. Calls `row` with each result. */
export async function measureRepeats(
  place: Place,
  deals: Record<string, Repeats>,
  events: Record<string, Repeats>,
  row: Row,
) {
  for (const [what, repeats] of Object.entries(deals)) {
    const name = `repeats-${Object.keys(deals).indexOf(what)}`;
    const { count, copies } = repeats;
    const outcome = await repeatDeals(place, name, repeats);
    const isGood = outcome.most <= place.most.deal && !outcome.lost && !outcome.missing;
    row(`Deals, ${what}`, `${count} deals, ${count * copies} executions`, inWords(outcome), isGood);
  }
  for (const [what, repeats] of Object.entries(events)) {
    const { count } = repeats;
    const { sent, runs, most, isLost, statuses } = await repeatEvents(place, repeats);
    const isGood = most <= place.most.event && !isLost && statuses.join() === '200';
    const answers = statuses.join(', ');
    row(
      `Events, ${what}`,
      `${count} events, ${sent} deliveries`,
      `${runs} runs, answered ${answers}`,
      isGood,
    );
  }
  const forged = place.service.approve('repeatEvents');
  const status = await forged.send(place.n8n.receivers()[0], {});
  await wait(1000);
  const runs = place.crm.runs.get(forged.event_id) ?? 0;
  row('An event that nobody signed', '1', `HTTP ${status}, ${runs} runs`, status === 401 && !runs);
}
