/**
 * Collects everything about one deal from data that other features store: requests of the API, the
 * case's history, mails, events and their deliveries.
 */
import { clientName } from '../../../service/contract.ts';
import type { LoggedRequest, RequestLog } from '../api/request-log.ts';
import { isRecord } from '../domain/objects.ts';
import type { Parts } from '../domain/services.ts';
import { portalNamed, portalsOf } from '../domain/stored-portals.ts';
import { listMails, type Mail } from '../mail/mails.ts';
import { inWords } from './timeline.tsx';

type Needs = Parts<'store' | 'cases' | 'parties' | 'documents' | 'outbox'>;
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

/**
 * Collects a deal. `name`: the id of its case, its reference, or the id of a portal, party or
 * document.
 */
export function dealOf(services: Needs, log: RequestLog, name: string): Deal {
  const { store, cases, outbox } = services;
  const application_id = caseOf(services, name);
  const found = application_id ? cases.find(application_id) : undefined;
  const { ids, tokens } = idsOf(services, name, application_id);
  const requests = log
    .latest()
    .filter(
      (request) => nameIn(request) === name || isAbout(request, ids, found?.external_reference),
    )
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
    .flatMap((token) => listMails(store, token))
    // The history contains the sandbox's own letters.
    .filter(({ isReceived }) => isReceived)
    .map((mail): Entry => ({ kind: 'mail', at: mail.received_at, mail }));
  // The log has the newest first. Requests of the same millisecond stay in their order.
  const entries = [...requests.toReversed(), ...notes, ...events, ...mails];
  entries.sort((a, b) => a.at.localeCompare(b.at));
  return { name, application_id, client: found && clientName(found), entries };
}
