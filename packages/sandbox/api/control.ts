/**
 * The control plane under /_sandbox/ for tests, the demo and the back office. It is no part of the
 * API.
 */
import { Hono } from 'hono';
import * as z from 'zod/mini';

import { clientName } from '../../../service/contract.ts';
import { subjectOf } from '../domain/cases.ts';
import type { Parts } from '../domain/services.ts';
import type { Row } from '../domain/store.ts';
import type { Delivery } from '../domain/deliveries.ts';
import { listMails } from '../mail/mails.ts';
import { Disturbance } from '../domain/delivery-faults.ts';
import { eventNames } from '../domain/event-names.ts';
import { seedNames, type SeedName } from '../domain/seeds.ts';
import { json, Problem, strict, valid } from '../domain/problem.ts';
import { Fault, type Faults } from './faults.ts';
import type { RequestLog } from './request-log.ts';

const InformationRequest = strict({
  reason: z.string(),
  fields: z._default(z.array(z.string()), []),
  documents: z._default(z.array(z.string()), []),
});
const TestEvent = strict({ application_id: z.string(), type: z.enum(eventNames) });
const Advance = strict({ seconds: z.number().check(z.gte(0), z.lte(366 * 24 * 3600)) });
const Reset = strict({ seed: z.optional(z.enum(seedNames)) });
/** Filters the requests. */
const RequestQuery = strict({
  method: z.optional(z.string().check(z.regex(/^[A-Z]+$/, 'must be in capitals, such as POST'))),
  path: z.optional(z.string().check(z.startsWith('/', 'must begin with "/"'))),
  status: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'must be a status such as 201'))),
  text: z.optional(z.string()),
});
const Decision = strict({ status: z.string(), text: z.optional(z.string()) });

/** The parts of the sandbox outside its domain. */
export interface Around {
  url: () => string;
  /** The sandbox's address on this computer. */
  address: () => string;
  faults: Faults;
  /** Requests of the API. */
  log: RequestLog;
  /** Empties everything, including the account's set-up unless it must stay. */
  reset: (seed?: SeedName, keepsAccount?: boolean) => void;
}

/** A case in the list of all. */
const caseRow = (one: ReturnType<Parts<'cases'>['cases']['list']>[number]) => ({
  seq: one.seq,
  application_id: one.application_id,
  name: clientName(one),
  subject: subjectOf(one),
  status_review: one.status_review,
  is_draft: Number(one.is_draft),
  risk_level: one.risk_level,
  external_reference: one.external_reference,
  updated_at: one.updated_at,
});

/** A delivery in the list of all. */
const deliveryRow = ({ seq, value }: Row<Delivery>) => {
  const { event_id, webhook_id, application_id, state, attempts, next_at } = value;
  return { seq, event_id, webhook_id, application_id, state, attempts, next_at };
};

/** Faults of answers and deliveries. */
function faultRoutes(faults: Faults, { outbox, subscriptions }: Parts<'outbox' | 'subscriptions'>) {
  const app = new Hono();
  app.get('/faults', (c) => c.json(faults.list()));
  app.post('/faults', async (c) => {
    faults.add(valid(Fault, await json(c.req)));
    return c.json(faults.list(), 201);
  });
  app.delete('/faults', (c) => {
    faults.clear();
    return c.json([]);
  });
  app.post('/deliveries', async (c) => {
    const disturbance = valid(Disturbance, await json(c.req));
    for (const { webhook_id } of disturbance.faults ?? []) {
      if (webhook_id !== undefined) subscriptions.find(webhook_id);
    }
    outbox.disturb(disturbance);
    return c.json({ ok: true });
  });
  return app;
}

/** The effects of reviewers and time on a case. */
function caseRoutes({ cases, workflow, portals }: Parts<'cases' | 'workflow' | 'portals'>) {
  const app = new Hono();
  app.get('/', (c) => c.json(cases.list({}, 1000).map(caseRow)));
  app.post('/:id/decision', async (c) => {
    const id = c.req.param('id');
    const decision = valid(Decision, await json(c.req));
    return c.json(workflow.decide('Reviewer', id, decision));
  });
  app.post('/:id/request', async (c) => {
    const id = c.req.param('id');
    portals.requestInformation('Reviewer', id, valid(InformationRequest, await json(c.req)));
    return c.json({ ok: true });
  });
  app.post('/:id/expire', (c) => c.json({ expired: portals.expire(c.req.param('id')) }));
  app.post('/:id/close', (c) => c.json({ closed: portals.close(c.req.param('id')) }));
  return app;
}

export function controlRoutes(
  services: Parts<
    'store' | 'clock' | 'cases' | 'workflow' | 'subscriptions' | 'outbox' | 'portals'
  >,
  { faults, log, reset }: Around,
) {
  const { store, clock, cases, workflow, outbox } = services;
  const app = new Hono();
  app.route('/', faultRoutes(faults, services));
  app.route('/cases', caseRoutes(services));

  app.post('/reset', async (c) => {
    const body = (await c.req.text()) ? await json(c.req) : {};
    reset(valid(Reset, body).seed);
    return c.json({ ok: true });
  });
  app.get('/deliveries', (c) => c.json(outbox.rows().map(deliveryRow)));
  app.post('/webhooks/:id/recover', (c) => {
    const id = c.req.param('id');
    return c.json({ deliveries: outbox.recover(id) });
  });
  /** "Was this called, and how often?" Query: method, path (its start), status, text. */
  app.get('/requests', (c) => {
    const twice = Object.entries(c.req.queries()).find(([, values]) => values.length > 1);
    if (twice) throw new Problem(422, `The parameter ${twice[0]} occurs twice.`);
    const { status, ...query } = valid(RequestQuery, c.req.query());
    const requests = log.find({ ...query, status: status === undefined ? status : Number(status) });
    return c.json({ count: requests.length, requests });
  });
  app.get('/clock', (c) => c.json({ now: clock.iso() }));
  /** Moves the time forward: portals expire, retries become due, keys end. */
  app.post('/clock', async (c) => {
    clock.advance(valid(Advance, await json(c.req)).seconds * 1000);
    outbox.look();
    return c.json({ now: clock.iso() });
  });
  app.delete('/clock', (c) => {
    clock.backToNow();
    outbox.followClock();
    return c.json({ now: clock.iso() });
  });
  app.post('/events', async (c) => {
    const { application_id, type } = valid(TestEvent, await json(c.req));
    cases.find(application_id);
    const event_id = workflow.emit(type, application_id);
    if (!event_id) throw new Problem(409, `No webhook lists ${type}.`);
    return c.json({ event_id });
  });
  app.get('/mails', (c) => c.json(listMails(store)));

  return app;
}
