/** What this server has seen of cases while it runs: for names in questions, and for timelines. */

export interface Seen {
  /** When this server saw it (ISO 8601). */
  at: string;
  /** The tool that was called. */
  tool: string;
  status_review?: unknown;
  is_draft?: unknown;
}
export interface KnownCase {
  name?: string;
  seen: Seen[];
}

const mostCases = 500;
const mostEntries = 50;

export function openKnown() {
  const cases = new Map<string, KnownCase>();
  return {
    ids: () => [...cases.keys()],
    find: (application_id: string) => cases.get(application_id),
    /** Keeps what a result says of its case. */
    note(tool: string, { application_id, name, status_review, is_draft }: Record<string, unknown>) {
      if (typeof application_id !== 'string') return;
      const known = cases.get(application_id) ?? { seen: [] };
      cases.delete(application_id);
      if (typeof name === 'string') known.name = name;
      known.seen.push({ at: new Date().toISOString(), tool, status_review, is_draft });
      if (known.seen.length > mostEntries) known.seen.shift();
      if (cases.size >= mostCases) cases.delete(cases.keys().next().value!);
      cases.set(application_id, known);
    },
  };
}

export type Known = ReturnType<typeof openKnown>;
