/**
 * Collects everything about one deal from data that other features store: requests of the API, the
 * case's history, mails, events and their deliveries.
 */
import type { LoggedRequest, RequestLog } from '../api/request-log.ts';
import { isRecord } from '../domain/objects.ts';
import type { Parts } from '../domain/services.ts';
import { listMails, type Mail } from '../mail/mails.ts';
import { inWords } from './timeline.tsx';

type Needs = Parts<'store' | 'cases' | 'parties' | 'outbox'>;
type SentEvent = ReturnType<Needs['outbox']['eventsOf']>[number];

export type Entry = { at: string } & (
  | { kind: 'request'; request: LoggedRequest }
  | { kind: 'note'; who: string; what: string }
  | { kind: 'mail'; mail: Mail }
  | { kind: 'event'; event: SentEvent }
);
export interface Deal {
  /** The name in the search. */
  name: string;
  /** Its case, if it exists. */
  application_id?: string;
  client?: string;
  /** The oldest first. */
  entries: Entry[];
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
const caseOf = ({ store, parties }: Needs, name: string): string | undefined =>
  store.get<{ id: string | null }>`
    select application_id as id from cases where application_id = ${name}
    union all select application_id from portals where ${name} in (portal_id, token)
    union all select application_id from documents where document_id = ${name}
    union all select application_id from (select application_id from cases
      where external_reference = ${name} order by seq desc)`?.id ?? parties.caseOf(name);

/** The sandbox's IDs are long enough to be found in any text. */
const isId = (name: string) => /^[a-z]+_[\w-]{8,}$/.test(name);

/** The IDs of everything in a case, or in a portal without a case. */
function idsOf({ store }: Needs, name: string, application_id: string | undefined) {
  const of = application_id ?? '';
  const portals = store.all<{ portal_id: string; token: string }>`select portal_id, token
    from portals where application_id = ${of} or ${name} in (portal_id, token)`;
  const others = store.all<{ id: string }>`
    select id from parties where application_id = ${of}
    union all select document_id from documents where application_id = ${of}
    union all select json_extract(data, '$.file_id') from documents where application_id = ${of}`;
  const tokens = portals.map(({ token }) => token);
  const own = [application_id ?? '', name].filter(isId);
  const ids = [...own, ...portals.map(({ portal_id }) => portal_id), ...others.map(({ id }) => id)];
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

/**
 * Collects a deal. `name`: the id of its case, its reference, or the id of a portal, party or
 * document.
 */
export function dealOf(services: Needs, log: RequestLog, name: string): Deal {
  const { store, cases, outbox } = services;
  const application_id = caseOf(services, name);
  const row = store.get<{ name: string; external_reference: string | null }>`
    select name, external_reference from cases where application_id = ${application_id ?? ''}`;
  const { ids, tokens } = idsOf(services, name, application_id);
  const requests = log
    .latest()
    .filter((request) => nameIn(request) === name || isAbout(request, ids, row?.external_reference))
    .map((request): Entry => ({ kind: 'request', at: request.at, request }));
  const notes = (application_id ? cases.timeline(application_id) : []).map((entry): Entry => ({
    kind: 'note',
    at: entry.at,
    who: entry.who,
    what: inWords(entry),
  }));
  const events = outbox
    .eventsOf(application_id ?? name)
    .map((event): Entry => ({ kind: 'event', at: event.created_at, event }));
  const mails = tokens
    .flatMap((token) => listMails(store, `/portals/${token}`))
    // The history contains the sandbox's own letters.
    .filter(({ isReceived }) => isReceived)
    .map((mail): Entry => ({ kind: 'mail', at: mail.received_at, mail }));
  // The log has the newest first. Requests of the same millisecond stay in their order.
  const entries = [...requests.toReversed(), ...notes, ...events, ...mails];
  entries.sort((a, b) => a.at.localeCompare(b.at));
  return { name, application_id, client: row?.name, entries };
}
