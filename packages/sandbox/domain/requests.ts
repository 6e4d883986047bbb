/** Requests of reviewers to clients. A request is open until the client submits it. */
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
}

/** The requests of all cases. */
const requestsIn = (store: Store) =>
  store.collection<ClientRequest>('requests', ({ application_id }) => ({ ref: application_id }));

/** Stores a request. */
export function addRequest(
  store: Store,
  application_id: string,
  { reason, fields, documents, of = [], identity, due_at }: InformationRequest,
  by: Pick<ClientRequest, 'asked_by' | 'asked_at'>,
): ClientRequest {
  const request: ClientRequest = {
    request_id: newId('req'),
    application_id,
    state: 'open',
    reason,
    fields,
    documents,
    of,
    ...(identity && { identity }),
    ...by,
    due_at: due_at ?? null,
  };
  requestsIn(store).put(request.request_id, request);
  return request;
}

/** All requests of a case, the oldest first. */
const requestsOf = (store: Store, application_id: string): ClientRequest[] =>
  requestsIn(store).list({ ref: application_id });

/** Those that the client has not answered. */
export const openRequests = (store: Store, application_id: string): ClientRequest[] =>
  requestsOf(store, application_id).filter(({ state }) => state === 'open');

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
  const open = openRequests(store, application_id);
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

/** Ends the open requests of a case. @returns their number. */
export function endRequests(
  store: Store,
  application_id: string,
  state: 'answered' | 'withdrawn',
): number {
  const open = openRequests(store, application_id);
  for (const request of open) {
    requestsIn(store).put(request.request_id, { ...request, state });
  }
  return open.length;
}
