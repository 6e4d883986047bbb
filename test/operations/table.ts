/**
 * The table of operations. A row says in words what an operation does with an input: which requests
 * it sends, what the service answers, and what comes out. faults.ts has what may go wrong with any
 * of them.
 */
import type { Exchange } from '../known-service/answers.ts';

export type { Exchange };

/** A tool through which people use operations. Each has words of its own. */
type Tool = 'zapier' | 'n8n' | 'mcp';
/** A whole message, or one per tool if they differ. */
export type Sentence = string | Record<Tool, string>;

/** How a step ends: with a part of what comes out of it, or with a message. */
export type End =
  | { returns: object }
  /** Nothing can be done by a repeat: the input or the case is to be changed. */
  | { halts: Sentence }
  /** The platform runs the step again, after these seconds. */
  | { throttles: Sentence; seconds: number }
  /** The account needs another key. */
  | { reconnects: Sentence }
  | { fails: Sentence };

export type Row = End & {
  /** What people filled in. */
  input: Record<string, unknown>;
  /** The event that a trigger gets. */
  event?: object;
  /** In their order; without them nothing is sent. */
  requests?: Exchange[];
};

/** The rows of an operation by what they are about. The usual one is its example everywhere. */
export type Rows = Record<string, Row> & { usual: Row & { returns: object; requests: Exchange[] } };

export const get = (path: string, answer: unknown, status = 200): Exchange => ({
  method: 'GET',
  path,
  answer,
  status,
});
export const post = (
  path: string,
  body: Exchange['body'],
  answer: unknown,
  status = 201,
  headers?: Exchange['headers'],
): Exchange => ({ method: 'POST', path, body, answer, status, headers });
export const put = (
  path: string,
  body: Exchange['body'],
  answer: unknown,
  status = 200,
): Exchange => ({ method: 'PUT', path, body, answer, status });

/** Another address in place of the answer to a request. */
export const redirected = (
  { method, path, body }: Exchange,
  location: string,
  status = 301,
): Exchange => ({ method, path, body, answer: '', status, headers: { location } });

/** The words in which the tools differ. */
const words = {
  zapier: {
    map: 'Map',
    step: 'step',
    earlier: 'an earlier step',
    replay: 'A replay',
    createPortal: 'Create Portal Link',
    updateCase: 'Update Case',
    unit: 'step',
  },
  n8n: {
    map: 'Take',
    step: 'node',
    earlier: 'an earlier node',
    replay: 'A retry',
    createPortal: '"Portal: Create Link"',
    updateCase: '"Case: Update"',
    unit: 'node',
  },
  mcp: {
    map: 'Take',
    step: 'tool',
    earlier: 'an earlier result',
    replay: 'Another call',
    createPortal: 'create_portal',
    updateCase: 'update_case',
    unit: 'call',
  },
};
/** A sentence in the words of each tool. */
export const inEach = (sentence: (own: (typeof words)[Tool]) => string): Sentence => ({
  zapier: sentence(words.zapier),
  n8n: sentence(words.n8n),
  mcp: sentence(words.mcp),
});

/** The case of all rows. */
export const id = 'app_1';
export const aCase = {
  application_id: id,
  business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
  person: null,
  external_reference: 'deal-1',
  is_draft: false,
  custom_fields: { plan: 'Premium' },
  status_review: 'approved',
  risk_score: 12,
  risk_level: 0,
};

/** The case of all rows leads to another one: nothing of that is read, used or said. */
export const merged = {
  halts: inEach(
    ({ unit }) =>
      `The service leads from case app_1 to case app_2, as after a merge. The ${unit} stopped, and used nothing of that case. If it is the right one, use its ID.`,
  ),
};

/** What the platform hands to the step of a row. */
export const bundleOf = ({ input, event }: Pick<Row, 'input' | 'event'>) => ({
  inputData: input,
  ...(event && { subscribeData: { id: 'wh_1' }, rawRequest: { content: JSON.stringify(event) } }),
});

/** The end of a row in the words of a tool. */
export const endIn = (tool: Tool, row: End): object =>
  Object.fromEntries(
    (['returns', 'halts', 'throttles', 'seconds', 'reconnects', 'fails'] as const).flatMap(
      (key) => {
        const value = (row as unknown as Record<string, object | string>)[key];
        const isPerTool = key !== 'returns' && typeof value === 'object';
        if (value === undefined) return [];
        return [[key, isPerTool ? (value as Record<Tool, string>)[tool] : value]];
      },
    ),
  );
