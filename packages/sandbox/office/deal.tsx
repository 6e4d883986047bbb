/**
 * Collects everything about one deal from data that other features store: requests of the API, the
 * case's history, mails, events and the attempts to deliver them.
 */
import type { Child } from 'hono/jsx';

import { clientName } from '../../../service/contract.ts';
import type { LoggedRequest, RequestLog } from '../api/request-log.ts';
import type { Delivery } from '../domain/deliveries.ts';
import type { HistoryEntry } from '../domain/history.ts';
import { isRecord } from '../domain/objects.ts';
import type { Parts } from '../domain/services.ts';
import { portalNamed, portalsOf } from '../domain/stored-portals.ts';
import { listMails, type Mail } from '../mail/mails.ts';
import { Moment, Press, Tag } from './parts.tsx';
import { inWords } from './timeline.tsx';

type Needs = Parts<'store' | 'clock' | 'cases' | 'parties' | 'documents' | 'outbox'>;
type SentEvent = ReturnType<Needs['outbox']['eventsOf']>[number];

/** What happened in a deal. */
export interface Line {
  at: string;
  /** The person or program. */
  who: string;
  what: Child;
  /** The result. */
  tag?: Child;
  /** Needed by a line with details. */
  id?: string;
  /** The details of an open line; those without a text are left out. */
  details?: [title: string, text: string | undefined][];
  /** What is always seen. */
  below?: Child;
}
export interface Deal {
  /** The name in the search. */
  name: string;
  /** Its case, if it exists. */
  application_id?: string;
  client?: string;
  /** The oldest first. */
  lines: Line[];
}

/** Keys that name a deal in a request or answer, the safest first. */
const names = [
  'application_id',
  'person_id',
  'business_id',
  'document_id',
  'portal_id',
  'external_reference',
];

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
const valueIn = (from: unknown, key: string) =>
  isRecord(from) && typeof from[key] === 'string' ? from[key] : undefined;

/** The names of a request's deal; undefined if it names none. */
export function nameIn({ path, body, answer }: LoggedRequest): string | undefined {
  const [, inPath] = /\/(?:applications|documents)\/([^/?]+)/.exec(path) ?? [];
  if (inPath) return inPath;
  const sent = parsed(body);
  const found = names.map((key) => valueIn(answer, key) ?? valueIn(sent, key));
  return found.find(Boolean);
}

/** The case with this ID or reference, or the case of this portal, party or document. */
const caseOf = ({ store, cases, parties, documents }: Needs, name: string): string | undefined =>
  cases.named(name)?.application_id ??
  portalNamed(store, name)?.application_id ??
  documents.read(name)?.application_id ??
  parties.caseOf(name);

/** The sandbox's IDs are long enough to be found in any text. */
const isId = (name: string) => /^[a-z]+_[\w-]{8,}$/.test(name);

/** The IDs of everything in a case, or in a portal without a case. */
function idsOf({ store, parties, documents }: Needs, name: string, id: string | undefined) {
  const portals = id ? portalsOf(store, id) : [portalNamed(store, name) ?? []].flat();
  const others = id
    ? [...parties.list(id, 'person'), ...parties.list(id, 'business')].map((one) => String(one.id))
    : [];
  const sent = id ? documents.list(id) : [];
  const tokens = portals.map(({ token }) => token);
  const ids = [
    ...[id ?? '', name].filter(isId),
    ...portals.map(({ portal_id }) => portal_id),
    ...others,
    ...sent.flatMap(({ document_id, file_id }) => [document_id, file_id]),
  ];
  return { tokens, ids: [...ids, ...tokens] };
}

/** True if a request concerns one of the IDs, or the reference, which may be any short text. */
function isAbout(request: LoggedRequest, ids: string[], reference?: string | null): boolean {
  const { path, body, answer } = request;
  if (reference) {
    if (valueIn(parsed(body), 'external_reference') === reference) return true;
    if (valueIn(answer, 'external_reference') === reference) return true;
  }
  const content = `${path} ${body} ${JSON.stringify(answer)}`;
  return ids.some((id) => content.includes(id));
}

/** Green, amber or red. */
export const kindOf = (status: number) =>
  status === 0 ? 'failed' : status < 400 ? 'ok' : status < 500 ? 'pending' : 'failed';
export const statusOf = ({ status }: LoggedRequest) => (status ? String(status) : 'no answer');

/** JSON for people; any other text as it is. */
const pretty = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
const headersIn = (headers: object): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** A request with all details. */
export const requestLine = (request: LoggedRequest): Line => ({
  at: request.at,
  who: 'API',
  what: <code>{`${request.method} ${request.path}`}</code>,
  tag: <Tag text={statusOf(request)} kind={kindOf(request.status)} />,
  id: `request-${request.id}`,
  details: [
    ['Fault on demand', request.fault && JSON.stringify(request.fault)],
    ['Body', request.body && pretty(parsed(request.body) ?? request.body)],
    ['Answer', request.answer === undefined ? undefined : pretty(request.answer)],
    ['Headers', headersIn(request.headers)],
    ['Time of the answer', `${request.ms} ms`],
  ],
});

interface AttemptProps {
  delivery: Pick<Delivery, 'state' | 'next_at'>;
  now: string;
}

/** The next attempt of a waiting delivery; empty for any other. */
export function NextAttempt({ delivery: { state, next_at }, now }: AttemptProps) {
  if (state !== 'pending') return null;
  const next = new Date(next_at).toISOString();
  return next <= now ? <>next in turn</> : ['next ', <Moment iso={next} />];
}

/** The deliveries of an event, each with a button that repeats it. */
const Deliveries = ({ event, now }: { event: SentEvent; now: string }) => (
  <>
    {event.deliveries.map((delivery) => (
      <div class="delivery hstack justify-between">
        <p class="line">
          <Tag text={delivery.state} /> {`To ${delivery.url ?? 'a deleted subscription'} `}
          <NextAttempt delivery={delivery} now={now} />
        </p>
        {delivery.url && (
          <Press
            action={`/back-office/developer/deliveries/${delivery.id}/again`}
            class="outline small"
            aria-label={`Replay ${event.type} to ${delivery.url}`}
          >
            Replay
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
  return [
    {
      at: event.created_at,
      who: 'Event',
      what: event.type,
      tag: deliveries.length ? undefined : <span class="meta">no subscriber</span>,
      id: `event-${event.event_id}`,
      details: [['Body', pretty(body)]],
      below: <Deliveries event={event} now={now} />,
    },
    ...attempts,
  ];
}

const noteLine = (entry: HistoryEntry): Line => ({
  at: entry.at,
  who: entry.who,
  what: inWords(entry),
});

const mailLine = ({ received_at, seq, subject, to }: Mail): Line => ({
  at: received_at,
  who: 'Mail',
  what: [
    <a href={`/back-office/mailbox/${seq}`}>{subject || 'No subject'}</a>,
    ` to ${to.join(', ')}`,
  ],
});

/**
 * Collects a deal. `name`: the id of its case, its reference, or the id of a portal, party or
 * document.
 */
export function dealOf(services: Needs, log: RequestLog, name: string): Deal {
  const { store, clock, cases, outbox } = services;
  const application_id = caseOf(services, name);
  const found = application_id ? cases.find(application_id) : undefined;
  const { ids, tokens } = idsOf(services, name, application_id);
  const requests = log
    .latest()
    .filter(
      (request) => nameIn(request) === name || isAbout(request, ids, found?.external_reference),
    );
  const mails = tokens
    .flatMap((token) => listMails(store, token))
    // The history contains the sandbox's own letters.
    .filter(({ isReceived }) => isReceived);
  const lines = [
    // The log has the newest first. Requests of the same millisecond stay in their order.
    ...requests.toReversed().map(requestLine),
    ...(application_id ? cases.timeline(application_id) : []).map(noteLine),
    ...outbox.eventsOf(application_id ?? name).flatMap((event) => eventLines(event, clock.iso())),
    ...mails.map(mailLine),
  ];
  lines.sort((a, b) => a.at.localeCompare(b.at));
  return { name, application_id, client: found && clientName(found), lines };
}
