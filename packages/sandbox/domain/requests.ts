/** What clients are asked for. */

/** What a client is asked for: by reviewers, or by the steps of its portal. */
export interface InformationRequest {
  reason: string;
  /** Names of form fields. */
  fields: string[];
  /** Kinds of documents, each with the ID of its owner if it is not the client's: `ID per_…`. */
  documents: string[];
  /** IDs of expected documents, wanted from all their owners. */
  expected?: string[];
  /** The client must verify its identity. */
  identity?: boolean;
  /** The last day, `2026-12-06`. */
  due_at?: string | null;
}

/** A requested document: its kind, and its owner's ID. */
export function documentIn(requested: string): { type: string; owner?: string } {
  const [, type, owner] = /^(.*?)(?: ((?:per|biz)_\S+))?$/s.exec(requested)!;
  return { type: type!, owner };
}

const unique = (list: string[]) => [...new Set(list)];

/** All that is asked for together, until the earliest day: the content of the portal. */
export const combined = (asks: InformationRequest[]): InformationRequest => ({
  reason: unique(asks.map(({ reason }) => reason)).join('\n\n'),
  fields: unique(asks.flatMap(({ fields }) => fields)),
  documents: unique(asks.flatMap(({ documents }) => documents)),
  due_at: asks.flatMap(({ due_at }) => due_at ?? []).sort()[0] ?? null,
});
