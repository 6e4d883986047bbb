/** Requests of reviewers to clients. A request is open until the client submits it. */
import type { Clock } from './clock.ts';
import { newId, type Store } from './store.ts';

/** The content of a request. */
export interface InformationRequest {
  reason: string;
  /** Names of form fields. */
  fields: string[];
  /** Kinds of documents. */
  documents: string[];
  /** The ID of the owner of each document, in the same order; empty for the client. */
  of?: string[];
  /** IDs of expected documents, wanted from all their owners. */
  expected?: string[];
  /** The client must verify its identity. */
  identity?: boolean;
  /** The last day, `2026-12-06`. */
  due_at?: string | null;
}

export interface ClientRequest extends InformationRequest {
  request_id: string;
  application_id: string;
  state: 'open' | 'answered' | 'withdrawn';
  of: string[];
  asked_by: string;
  asked_at: string;
  due_at: string | null;
  answered_at: string | null;
  /** The client submitted it and changed nothing. */
  unchanged?: boolean;
}

type Data = Pick<ClientRequest, 'fields' | 'documents' | 'of' | 'identity' | 'unchanged'>;
type Row = Omit<ClientRequest, keyof Data> & { seq: number; data: string };
function parsed(row: Row): ClientRequest {
  const { seq: _, data, ...rest } = row;
  return { ...rest, ...(JSON.parse(data) as Data) };
}

/** Stores a request. */
export function addRequest(
  store: Store,
  application_id: string,
  { reason, fields, documents, of = [], identity, due_at }: InformationRequest,
  by: Pick<ClientRequest, 'asked_by' | 'asked_at'>,
): ClientRequest {
  const data: Data = { fields, documents, of, ...(identity && { identity }) };
  const what = { request_id: newId('req'), application_id, state: 'open' as const, reason };
  const when = { ...by, due_at: due_at ?? null };
  store.insert('requests', { ...what, ...when, data: JSON.stringify(data) });
  return { ...what, ...data, ...when, answered_at: null };
}

/** All requests of a case, the oldest first. */
export const requestsOf = (store: Store, application_id: string): ClientRequest[] =>
  store.all<Row>`select * from requests where application_id = ${application_id} order by seq`.map(
    parsed,
  );

const unique = (list: string[]) => [...new Set(list)];

/** Each kind of document and its owner, once. */
function uniqueDocuments(requests: ClientRequest[]): Pick<ClientRequest, 'documents' | 'of'> {
  const pairs = new Map(
    requests.flatMap(({ documents, of }) =>
      documents.map((type, index) => {
        const whose = of[index] ?? '';
        return [`${type} ${whose}`, [type, whose] as const] as const;
      }),
    ),
  );
  return {
    documents: [...pairs.values()].map(([type]) => type),
    of: [...pairs.values()].map(([, whose]) => whose),
  };
}

/** All open requests combined: the content of the portal; null without any. */
export function combinedRequest(store: Store, application_id: string): InformationRequest | null {
  const open = requestsOf(store, application_id).filter(({ state }) => state === 'open');
  if (!open.length) return null;
  return {
    reason: unique(open.map(({ reason }) => reason)).join('\n\n'),
    fields: unique(open.flatMap(({ fields }) => fields)),
    ...uniqueDocuments(open),
    ...(open.some(({ identity }) => identity) && { identity: true }),
    // The earliest of several days.
    due_at: open.flatMap(({ due_at }) => due_at ?? []).sort()[0],
  };
}

/** Closes the requests after the client submitted. */
export const answerRequests = (
  store: Store,
  clock: Clock,
  application_id: string,
  unchanged: boolean,
) =>
  store.run`update requests set state = 'answered', answered_at = ${clock.iso()},
    data = json_patch(data, ${JSON.stringify(unchanged ? { unchanged } : {})})
    where application_id = ${application_id} and state = 'open'`;

/**
 * Closes the requests and the open portals of a case, without an answer.
 * @returns the number of each.
 */
export function withdrawRequests(store: Store, clock: Clock, application_id: string) {
  const requests = store.run`update requests set state = 'withdrawn', answered_at = ${clock.iso()}
    where application_id = ${application_id} and state = 'open'`;
  const portals = store.run`update portals set state = 'closed', request = null
    where application_id = ${application_id} and state = 'open'`;
  return { requests, portals };
}

/** The waiting cases among these -> since when, and until when. */
export function waitingSince(store: Store, ids: string[]) {
  const rows = store.all<{ id: string; since: string; due: string | null }>`
    select application_id as id, min(asked_at) as since, min(due_at) as due from requests
    where state = 'open'
      and application_id in (select value from json_each(${JSON.stringify(ids)}))
    group by application_id`;
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
