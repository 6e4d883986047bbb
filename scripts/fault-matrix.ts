/**
 * docs/fault-matrix.md: every operation under every fault, against the sandbox. For each: the
 * platform's error, its message, the requests sent, what the service holds afterwards, and what
 * it holds once the fault is gone and the step is replayed.
 */

import app from '../index.ts';
import { createAppHandler, stepFailure } from './app-handler.ts';
import type { Fault } from '../sandbox/faults.ts';
import { createSandbox, type Sandbox } from '../sandbox/server.tsx';

const answer = (status: number, more: Partial<Fault> = {}): Partial<Fault> => ({ status, ...more });
const retryAfter = (value: string) => answer(429, { headers: { 'retry-after': value } });

const faults: Record<string, Partial<Fault>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 409, 413, 415, 422].map((status) => [status, answer(status)]),
  ),
  '429, Retry-After 7': retryAfter('7'),
  '429, Retry-After as date': retryAfter('Wed, 01 Jan 2025 00:00:00 GMT'),
  '429, no Retry-After': answer(429),
  '429, unreadable Retry-After': retryAfter('soon'),
  ...Object.fromEntries([500, 502, 503, 504].map((status) => [status, answer(status)])),
  'connection reset': { kind: 'drop' },
  'answer lost after the work was done': { kind: 'lost' },
  'time-out': { delay: 900 },
  'cut-off JSON': { kind: 'cut' },
  'web page': { kind: 'html' },
  'empty 200': answer(200, { body: '' }),
  '204': answer(204),
  'wrong content type': answer(200, {
    body: 'plain text',
    headers: { 'content-type': 'text/plain' },
  }),
  'redirect to another host': answer(302, { headers: { location: 'https://elsewhere.example/' } }),
  'very large body': { kind: 'huge' },
};

export interface Cell {
  operation: string;
  fault: string;
  kind: string;
  message: string;
  requests: number;
  after: string;
  replayed: string;
}

const business = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'FR' };
/** Operation -> its method's group, its input for a prepared draft, and the path that is disturbed. */
const operations: Record<string, [group: string, input: (id: string) => object, path: string]> = {
  start_onboarding: [
    'creates',
    () => ({ ...business, external_reference: 'deal-1' }),
    '/api/portals',
  ],
  create_case: [
    'creates',
    () => ({ ...business, external_reference: 'deal-1' }),
    '/api/applications',
  ],
  create_portal: ['creates', (application_id) => ({ application_id }), '/api/portals'],
  add_related_person: [
    'creates',
    (application_id) => ({ application_id, last_name: 'Ferrer' }),
    '/api/applications',
  ],
  add_related_business: [
    'creates',
    (application_id) => ({ application_id, organization_name: 'Nordwind GmbH' }),
    '/api/applications',
  ],
  upload_document: [
    'creates',
    (application_id) => ({ application_id, file: 'text', type: 'ID' }),
    '/api/files',
  ],
  update_case: [
    'creates',
    (application_id) => ({ application_id, vat_number: 'FR1' }),
    '/api/applications',
  ],
  submit_case: ['creates', (application_id) => ({ application_id }), '/api/applications'],
  record_decision: ['creates', (application_id) => ({ application_id, decision: 'approved' }), '/'],
  call_api: [
    'creates',
    (id) => ({ method: 'GET', path: `/api/applications/${id}` }),
    '/api/applications',
  ],
  find_case: ['searches', (application_id) => ({ application_id }), '/api/applications'],
  search_companies: ['searches', () => ({ country: 'FR', q: 'lumen' }), '/api/companies'],
  get_company: [
    'searches',
    () => ({ country: 'FR', registration_number: '552100554' }),
    '/api/companies',
  ],
};

/** What the service holds: cases, parties, documents, portals and decisions, the prepared case aside. */
function holdings({ services }: Sandbox): string {
  const tables = {
    cases: 'case',
    parties: 'party',
    documents: 'document',
    portals: 'portal',
    decisions: 'decision',
  };
  const found = Object.entries(tables).flatMap(([table, name]) => {
    const count =
      Number(services.store.get(`select count(*) as n from ${table}`)?.n) -
      (table === 'cases' ? 1 : 0);
    return count ? [`${count} ${name}`] : [];
  });
  return found.join(', ') || 'nothing new';
}

/** The error's name and the text the reader sees, without what changes from run to run. */
function described(error: unknown): [kind: string, message: string] {
  const { kind, message, delay } = stepFailure(error as Error);
  const text = delay === undefined ? message : `${message} (after ${delay} s)`;
  return [kind, text.replace(/127\.0\.0\.1:\d+/g, '{host}').replace(/app_[\w-]+/g, '{case}')];
}

/** Runs the whole matrix. */
export async function faultMatrix(): Promise<Cell[]> {
  const sandbox = await createSandbox();
  const handle = createAppHandler(app);
  const settings = { SERVICE_TIMEOUT_SECONDS: '0.3', SERVICE_RETRY_DELAY_MS: '1' };
  const saved = { ...process.env };
  Object.assign(process.env, settings);
  const authData = { base_url: sandbox.url, api_key: sandbox.apiKey };
  const cells: Cell[] = [];
  try {
    for (const [operation, [group, input, path]] of Object.entries(operations)) {
      for (const [fault, disturbance] of Object.entries(faults)) {
        sandbox.reset();
        const { application_id } = sandbox.services.cases.create(
          'main',
          {
            business: { organization_name: 'Prepared Ltd' },
            is_draft: operation === 'submit_case',
          },
          'API',
        );
        const run = () =>
          handle({
            command: 'execute',
            method: `${group}.${operation}.operation.perform`,
            calledFromCli: true,
            bundle: { authData, inputData: input(application_id), meta: { zap: { id: '1' } } },
          });
        sandbox.faults.add({ path, ...disturbance });
        const outcome = await run().then(
          ({ results }): [string, string] => [
            'none',
            Array.isArray(results) && !results.length ? 'finds nothing' : 'goes on',
          ],
          described,
        );
        // A request that timed out may still be under way in the sandbox.
        if (fault === 'time-out') await new Promise((resolve) => setTimeout(resolve, 800));
        const [requests, after] = [sandbox.requests().length, holdings(sandbox)];
        sandbox.faults.clear();
        const replayed = await run().then(
          () => holdings(sandbox),
          (error) => `${holdings(sandbox)}; ${described(error)[1]}`,
        );
        cells.push({
          operation,
          fault,
          kind: outcome[0],
          message: outcome[1],
          requests,
          after,
          replayed,
        });
      }
    }
  } finally {
    for (const name of Object.keys(settings)) {
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
    }
    await sandbox.close();
  }
  return cells;
}

/** Cells that end in a raw stack, a leaked key, an unclear message, or something done twice. */
export const badCells = (cells: Cell[]): Cell[] =>
  cells.filter(
    ({ message, after, replayed, requests }) =>
      /undefined|\[object|NaN|sandbox_key|\bat \S+ \(/.test(message) ||
      /[2-9] (case|party|document|portal|decision)/.test(`${after}, ${replayed}`) ||
      requests > 6,
  );

/** The matrix as a page. */
export const faultMatrixPage = (cells: Cell[]) =>
  [
    '# Fault matrix',
    '',
    `Every operation under every fault: ${cells.length} cells, run by \`npm run docs\` and by the tests against the sandbox.`,
    '"Afterwards" is what the service holds after the failed step, "replayed" once the fault is gone and Zapier runs the step again.',
    '',
    ...[...new Set(cells.map(({ operation }) => operation))].flatMap((operation) => [
      `## ${operation}`,
      '',
      '| Fault | Error | Message | Requests | Afterwards | Replayed |',
      '|---|---|---|---|---|---|',
      ...cells
        .filter((cell) => cell.operation === operation)
        .map(
          ({ fault, kind, message, requests, after, replayed }) =>
            `| ${[fault, kind, message, requests, after, replayed].map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`,
        ),
      '',
    ]),
  ].join('\n');
