/** Requests of reviewers to clients. A request is open until the client submits it. */

/** What a client is asked for: by a reviewer, or by the steps of its portal. */
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

/** A request of a reviewer. */
export interface ClientRequest extends InformationRequest {
  request_id: string;
  application_id: string;
  state: 'open' | 'answered' | 'withdrawn';
  of: string[];
  asked_by: string;
  asked_at: string;
  due_at: string | null;
}

/** Those that the client has not answered. */
export const openRequests = (requests: ClientRequest[]): ClientRequest[] =>
  requests.filter(({ state }) => state === 'open');

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
export function combinedRequest(requests: ClientRequest[]): InformationRequest | null {
  const open = openRequests(requests);
  if (!open.length) return null;
  return {
    reason: unique(open.map(({ reason }) => reason)).join('\n\n'),
    fields: unique(open.flatMap(({ fields }) => fields)),
    ...uniqueDocuments(open),
    // The earliest of several days.
    due_at: open.flatMap(({ due_at }) => due_at ?? []).sort()[0],
  };
}
