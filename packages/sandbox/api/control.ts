/**
 * What tests, the demo and the back office do with the sandbox beside its API, as one table: each
 * row is `sandbox.act.NAME(…)` in this process and a route under /_sandbox/ for all others.
 */
import { Hono, type Context } from 'hono';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';

import { clientName, CreateApplicationBody } from '../../../service/contract.ts';
import { subjectOf } from '../domain/case.ts';
import { storedForm } from '../domain/countries.ts';
import type { Delivery } from '../domain/deliveries.ts';
import { Disturbance } from '../domain/delivery-faults.ts';
import { eventNames } from '../domain/event-names.ts';
import { mapValues } from '../domain/plain.ts';
import { json, Problem, strict, valid } from '../domain/problem.ts';
import { seedNames, type SeedName } from '../domain/seeds.ts';
import type { Parts } from '../domain/services.ts';
import type { Row } from '../domain/store.ts';
import { listMails } from '../mail/mails.ts';
import { Fault, type Faults } from './faults.ts';
import type { RequestLog } from './request-log.ts';

const InformationRequest = strict({
  reason: z.string(),
  fields: z._default(z.array(z.string()), []),
  documents: z._default(z.array(z.string()), []),
  due_at: z.optional(z.iso.date('must be a day such as 2026-12-06')),
});
const Decision = strict({ status: z.string(), text: z.optional(z.string()) });
const NewCase = z.pipe(
  z.transform((body: z.input<typeof CreateApplicationBody>) => storedForm(body)),
  CreateApplicationBody,
);
const Emission = strict({ application_id: z.string(), type: z.enum(eventNames) });
const Advance = strict({ seconds: z.number().check(z.gte(0), z.lte(366 * 24 * 3600)) });
const Wait = strict({ seconds: z._default(z.number().check(z.gte(0), z.lte(600)), 30) });
const Reset = strict({ seed: z.optional(z.enum(seedNames)) });
/** Filters the requests. */
const RequestQuery = strict({
  method: z.optional(z.string().check(z.regex(/^[A-Z]+$/, 'must be in capitals, such as POST'))),
  path: z.optional(z.string().check(z.startsWith('/', 'must begin with "/"'))),
  status: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'must be a status such as 201'))),
  text: z.optional(z.string()),
});

/** The parts of the sandbox outside its domain. */
export interface Around {
  url: () => string;
  /** The sandbox's address on this computer. */
  address: () => string;
  faults: Faults;
  /** Requests of the API. */
  log: RequestLog;
  /** Empties everything, and sets the account up as at the start. */
  reset: (seed?: SeedName) => void;
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
  const { event_id, webhook_id, application_id, state, attempts, next_at, made } = value;
  const answer = made.at(-1)?.answer ?? null;
  return { seq, event_id, webhook_id, application_id, state, attempts, next_at, answer };
};

type Schema = z.ZodMiniType | undefined;
/** What a row is called with: the ID in its path, if any, and its body or query, if any. */
type Arguments<Route extends string, S extends Schema, Of extends 'input' | 'output'> = [
  ...(Route extends `${string}/:id${string}` ? [id: string] : []),
  ...(S extends z.ZodMiniType
    ? Of extends 'output'
      ? [input: z.output<S>]
      : object extends z.input<S>
        ? [input?: z.input<S>]
        : [input: z.input<S>]
    : []),
];

/** A row: its route, what it takes, what it does, and the status of its answer. */
function row<const Route extends string, S extends Schema, Result>(
  route: Route,
  schema: S,
  run: (...values: Arguments<Route, S, 'output'>) => Result,
  status: 200 | 201 = 200,
) {
  /** @throws Problem 422 for an input that would do nothing or something else. */
  const act = (...values: Arguments<Route, S, 'input'>): Result => {
    const names: unknown[] = route.includes('/:id') ? [values[0]] : [];
    const input = schema ? [valid(schema, values[names.length] ?? {})] : [];
    return run(...([...names, ...input] as Arguments<Route, S, 'output'>));
  };
  return { route, act, status };
}

const nothing = undefined;
type Needs = Parts<'store' | 'clock' | 'cases' | 'subscriptions' | 'outbox' | 'portals'>;

/** The cases, and what reviewers, clients and time do to them. */
function caseRows({ cases, portals, store, subscriptions }: Needs) {
  return {
    cases: row('GET /cases', nothing, () => cases.list({}, 1000).map(caseRow)),
    /** The API's call, without a key. */
    create: row('POST /cases', NewCase, (body) => cases.create('API', body), 201),
    decide: row('POST /cases/:id/decision', Decision, (id, decision) =>
      cases.change('Reviewer', id, (one) => one.decide(decision)),
    ),
    ask: row('POST /cases/:id/request', InformationRequest, (id, request) => {
      const { link } = portals.requestInformation('Reviewer', id, request);
      return { ok: true, link };
    }),
    /** The client hands in its portal as it is. */
    submit: row('POST /cases/:id/submit', nothing, (id) => {
      portals.submit(portals.ofCase('Client', id).token);
      return cases.show(id);
    }),
    mails: row('GET /mails', nothing, () => listMails(store)),
    expire: row('POST /cases/:id/expire', nothing, (id) => ({ expired: portals.expire(id) })),
    close: row('POST /cases/:id/close', nothing, (id) => ({ closed: portals.close(id) })),
    /** How many there are of what must not be made twice. */
    counts: row('GET /counts', nothing, () => {
      const all = cases.records();
      return {
        cases: all.length,
        documents: all.flatMap(({ documents }) => documents).length,
        portals: store.collection('portals').count(),
        decisions: all.flatMap(({ decisions }) => decisions).length,
        webhooks: subscriptions.all().length,
      };
    }),
  };
}

/** Events, and their deliveries with their faults. */
function eventRows({ cases, outbox, portals, subscriptions }: Needs) {
  return {
    events: row('GET /events', nothing, () => outbox.envelopes()),
    emit: row('POST /events', Emission, ({ application_id, type }) => {
      // The event of an open portal has its link.
      if (type === 'collect.opened') portals.ofCase('Reviewer', application_id);
      const event_id = cases.emit(type, application_id);
      if (!event_id) throw new Problem(409, `No webhook lists ${type}.`);
      return { event_id };
    }),
    deliveries: row('GET /deliveries', nothing, () => outbox.rows().map(deliveryRow)),
    disturb: row('POST /deliveries', Disturbance, (disturbance) => {
      for (const { webhook_id } of disturbance.faults ?? []) {
        if (webhook_id !== undefined) subscriptions.find(webhook_id);
      }
      outbox.disturb(disturbance);
      return { ok: true };
    }),
    /** Waits until no delivery is pending. */
    delivered: row('POST /deliveries/wait', Wait, async ({ seconds }) => {
      for (const end = Date.now() + seconds * 1000; outbox.waiting(); await pause(5)) {
        if (Date.now() < end) continue;
        throw new Problem(409, `Pending deliveries after ${seconds} s: ${outbox.waiting()}.`);
      }
      return { ok: true };
    }),
    recover: row('POST /webhooks/:id/recover', nothing, (id) => ({
      deliveries: outbox.recover(id),
    })),
  };
}

/** Requests of the API, faults of their answers, and the clock. */
function serviceRows({ clock, outbox }: Needs, { faults, log }: Around) {
  const now = () => ({ now: clock.iso() });
  return {
    /** "Was this called, and how often?" Query: method, path (its start), status, text. */
    requests: row('GET /requests', RequestQuery, ({ status, ...query }) => {
      const number = status === undefined ? status : Number(status);
      const requests = log.find({ ...query, status: number });
      return { count: requests.length, requests };
    }),
    faults: row('GET /faults', nothing, () => faults.list()),
    fail: row(
      'POST /faults',
      Fault,
      (fault) => {
        faults.add(fault);
        return faults.list();
      },
      201,
    ),
    clearFaults: row('DELETE /faults', nothing, () => {
      faults.clear();
      return faults.list();
    }),
    clock: row('GET /clock', nothing, now),
    /** Moves the time forward: portals expire, retries become due, keys end. */
    advance: row('POST /clock', Advance, ({ seconds }) => {
      clock.advance(seconds * 1000);
      outbox.look();
      return now();
    }),
    backToNow: row('DELETE /clock', nothing, () => {
      clock.backToNow();
      outbox.followClock();
      return now();
    }),
  };
}

/** All that can be done. */
export const controlTable = (services: Needs, around: Around) => ({
  ...caseRows(services),
  ...eventRows(services),
  ...serviceRows(services, around),
});
type Table = ReturnType<typeof controlTable>;

/** The functions of the table. */
export const actOf = (table: Table) =>
  mapValues<Table[keyof Table], unknown>(table, ({ act }) => act) as {
    [Name in keyof Table]: Table[Name]['act'];
  };

/** The query of a request, or its body; an absent one is empty. */
async function inputOf({ req }: Context): Promise<unknown> {
  if (req.method !== 'GET') return (await req.text()) ? json(req) : {};
  const twice = Object.entries(req.queries()).find(([, values]) => values.length > 1);
  if (twice) throw new Problem(422, `The parameter ${twice[0]} occurs twice.`);
  return req.query();
}

export function controlRoutes(table: Table, { reset }: Around) {
  const app = new Hono();
  for (const { route, act, status } of Object.values(table)) {
    const [method, path] = route.split(' ') as [string, string];
    const run = act as (...values: unknown[]) => unknown;
    app.on(method, path, async (c) => {
      const names = c.req.param('id') === undefined ? [] : [c.req.param('id')];
      return c.json((await run(...names, await inputOf(c))) as object, status);
    });
  }
  app.get('/health', (c) => c.json({ ok: true }));
  app.post('/reset', async (c) => {
    reset(valid(Reset, await inputOf(c)).seed);
    return c.json({ ok: true });
  });
  return app;
}
