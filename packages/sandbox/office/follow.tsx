/**
 * The page of one deal, from its first request to the receiver's last answer. All of it is read from
 * what others store: requests of the API, the case's history, mails, events and their deliveries.
 */
import { Hono } from 'hono';

import { clientName } from '../../../service/contract.ts';
import type { Around } from '../api/control.ts';
import type { LoggedRequest, RequestLog } from '../api/request-log.ts';
import type { Delivery } from '../domain/deliveries.ts';
import { isRecord, parsed } from '../domain/plain.ts';
import { existing } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { portalNamed, portalsOf } from '../domain/stored-portals.ts';
import { listMails, type Mail } from '../mail/mails.ts';
import { Card, Diary, Moment, Office, Press, Tag, type Line } from './parts.tsx';
import { linesOf } from './case-words.ts';

type Needs = Parts<'store' | 'clock' | 'cases' | 'outbox'>;
type SentEvent = ReturnType<Needs['outbox']['eventsOf']>[number];

/** The page of a deal, by the ID of its case, its reference, or the ID of a portal. */
export const dealPath = (name: string) => `/back-office/follow/${encodeURIComponent(name)}`;
/** The deal with one open line. */
const linePath = (name: string, line: string) => `${dealPath(name)}?open=${line}#${line}`;
export const eventPath = (name: string, event_id: string) => linePath(name, `event-${event_id}`);
/** Leads to the place of a request on the page of its deal. */
export const requestPath = (id: number) => `/back-office/follow/request/${id}`;

const names = ['application_id', 'document_id', 'portal_id', 'external_reference'];
const valueIn = (from: unknown, key: string) =>
  isRecord(from) && typeof from[key] === 'string' ? from[key] : undefined;

/** The name of a request's deal; undefined if it names none. */
function nameIn({ path, body, answer }: LoggedRequest): string | undefined {
  const [, inPath] = /\/(?:applications|documents)\/([^/?]+)/.exec(path) ?? [];
  const sent = parsed(body);
  return inPath ?? names.map((key) => valueIn(answer, key) ?? valueIn(sent, key)).find(Boolean);
}

/** True if a request concerns one of the IDs, or the reference, which may be any short text. */
function isAbout({ path, body, answer }: LoggedRequest, ids: string[], reference?: string | null) {
  const named = [parsed(body), answer].map((value) => valueIn(value, 'external_reference'));
  if (reference && named.includes(reference)) return true;
  const content = `${path} ${body} ${JSON.stringify(answer)}`;
  return ids.some((id) => content.includes(id));
}

/** Green, amber or red. */
const kindOf = (status: number) =>
  status === 0 ? 'failed' : status < 400 ? 'ok' : status < 500 ? 'pending' : 'failed';
export const AnswerTag = ({ status }: Pick<LoggedRequest, 'status'>) => (
  <Tag text={status ? String(status) : 'no answer'} kind={kindOf(status)} />
);

/** JSON for people; any other text as it is. */
const pretty = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
const headersIn = (headers: object): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** A request with all details. */
const requestLine = (request: LoggedRequest): Line => ({
  at: request.at,
  who: 'API',
  what: <code>{`${request.method} ${request.path}`}</code>,
  tag: <AnswerTag status={request.status} />,
  id: `request-${request.id}`,
  details: [
    ['Fault on demand', request.fault && JSON.stringify(request.fault)],
    ['Body', request.body && pretty(parsed(request.body) ?? request.body)],
    ['Answer', request.answer === undefined ? undefined : pretty(request.answer)],
    ['Headers', headersIn(request.headers)],
    ['Time of the answer', `${request.ms} ms`],
  ],
});

/** The address of a delivery's receiver. */
export const receiverOf = ({ url = 'a deleted subscription' }: { url?: string }) => `To ${url} `;

/** The next attempt of a waiting delivery; empty for any other. */
export function NextAttempt({ of, now }: { of: Pick<Delivery, 'state' | 'next_at'>; now: string }) {
  if (of.state !== 'pending') return null;
  const next = new Date(of.next_at).toISOString();
  return next <= now ? <>next in turn</> : <>next {<Moment iso={next} />}</>;
}

/** The deliveries of an event, each with a button that repeats it. */
const Deliveries = ({ event, now }: { event: SentEvent; now: string }) => (
  <>
    {event.deliveries.map((delivery) => (
      <div class="delivery hstack justify-between">
        <span>
          <Tag text={delivery.state} /> {receiverOf(delivery)}
          <NextAttempt of={delivery} now={now} />
        </span>
        {delivery.url && (
          <Press
            action={`/back-office/developer/deliveries/${delivery.id}/again`}
            class="outline small"
            aria-label={`Send again ${event.type} to ${delivery.url}`}
          >
            Send again
          </Press>
        )}
      </div>
    ))}
  </>
);

/** An event, and each attempt to deliver it. */
function eventLines(event: SentEvent, now: string): Line[] {
  const { deliveries, ...body } = event;
  const attempts = deliveries.flatMap(({ id, made }) =>
    made.map((attempt, index): Line => ({
      at: attempt.at,
      who: 'Delivery',
      what: `Attempt ${index + 1}: ${event.type}`,
      tag: <Tag text={attempt.answer} kind={kindOf(Number(attempt.answer) || 0)} />,
      id: `attempt-${id}-${index + 1}`,
      details: [
        ['Answer of the receiver', attempt.reply],
        ['Headers', headersIn(attempt.sent)],
      ],
    })),
  );
  const first: Line = {
    at: event.created_at,
    who: 'Event',
    what: event.type,
    tag: deliveries.length ? undefined : <span class="meta">no subscriber</span>,
    id: `event-${event.event_id}`,
    details: [['Body', pretty(body)]],
    below: <Deliveries event={event} now={now} />,
  };
  return [first, ...attempts];
}

const mailLine = ({ received_at, seq, subject, to }: Mail): Line => ({
  at: received_at,
  who: 'Mail',
  what: [
    <a href={`/back-office/mailbox/${seq}`}>{subject || 'No subject'}</a>,
    ` to ${to.join(', ')}`,
  ],
});

interface Deal {
  /** The name in the search. */
  name: string;
  /** Its case, if it exists. */
  application_id?: string;
  client?: string;
  /** The oldest first. */
  lines: Line[];
}

/**
 * Collects a deal. `name`: the ID of its case, its reference, or the ID of a portal, party or
 * document.
 */
function dealOf(services: Needs, log: RequestLog, name: string): Deal {
  const { store, clock, cases, outbox } = services;
  const portal = portalNamed(store, name);
  const application_id =
    cases.named(name)?.application_id ?? portal?.application_id ?? cases.caseOf(name);
  const record = application_id ? cases.record(application_id) : undefined;
  const portals = application_id ? portalsOf(store, application_id) : [portal ?? []].flat();
  const tokens = portals.map(({ token }) => token);
  const ids = [
    ...tokens,
    ...portals.map(({ portal_id }) => portal_id),
    // The ID of a part begins with that of its case.
    ...(application_id ? [application_id.slice('app_'.length)] : []),
    ...(record?.documents ?? []).map(({ file_id }) => file_id),
  ];
  const requests = log
    .latest()
    .filter((one) => nameIn(one) === name || isAbout(one, ids, record?.value.external_reference));
  // A letter of the history is one of the mails.
  const history = record?.history.filter(({ kind }) => kind !== 'letter_sent') ?? [];
  const lines = [
    // The log has the newest first. Requests of the same millisecond stay in their order.
    ...requests.toReversed().map(requestLine),
    ...linesOf(history),
    ...outbox.eventsOf(application_id ?? name).flatMap((event) => eventLines(event, clock.iso())),
    ...tokens.flatMap((token) => listMails(store, token)).map(mailLine),
  ];
  lines.sort((a, b) => a.at.localeCompare(b.at));
  return { name, application_id, client: record && clientName(record.value), lines };
}

/** The page of a deal, or of a request without one. `open` is the id of the open line. */
const DealPage = ({ deal, open }: { deal: Deal; open?: string }) => {
  const { application_id, client, name, lines } = deal;
  return (
    <Office title={`Follow ${client || name}`} section="/back-office/developer">
      <p>
        {application_id ? (
          <>
            <a href={`/back-office/cases/${application_id}`}>The case</a>{' '}
            <span class="meta">{application_id}</span>
          </>
        ) : (
          <span class="hint">It belongs to no case.</span>
        )}
      </p>
      <Card title="Newest first">
        <Diary lines={lines} open={open} />
        {!lines.length && <p class="hint">Nothing yet. API calls and events will appear here.</p>}
      </Card>
      <p class="hint">
        The sandbox keeps the latest thousand requests in memory. Everything else is stored with the
        data.
      </p>
    </Office>
  );
};

export function dealRoutes(services: Needs, { log }: Around) {
  const app = new Hono();
  app.get('/request/:id', (c) => {
    const found = log.get(Number(c.req.param('id')));
    const request = existing(found, 'The log no longer has this request.');
    const line = requestLine(request);
    const deal = nameIn(request);
    if (deal !== undefined) return c.redirect(linePath(deal, line.id!), 303);
    const name = `${request.method} ${request.path}`;
    return c.html(<DealPage deal={{ name, lines: [line] }} open={line.id} />);
  });
  app.get('/:name', (c) =>
    c.html(
      <DealPage deal={dealOf(services, log, c.req.param('name'))} open={c.req.query('open')} />,
    ),
  );
  return app;
}
