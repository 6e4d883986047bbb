/**
 * A decided client is asked again on purpose only. Each way to a portal in the built app, on the
 * platform's handler and with its cache. The sandbox's part is in on-sandbox.test.ts.
 */
// @ts-expect-error The bundle has no types.
import built from '../../dist/app.cjs';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { until } from '../../zapier/local/until.ts';
import { failure, runner } from '../support/app.ts';
import { startStandIn, type Reply, type StandIn } from '../support/stand-in.ts';

type Item = Record<string, any>;

let service: StandIn;
let cache: Cache;
let run: ReturnType<typeof runner>;
beforeAll(async () => {
  service = await startStandIn();
  cache = await startCache();
  run = runner(built as object, cache.event);
});
afterAll(() => {
  service.close();
  cache.close();
});
afterEach(() => delete process.env.SERVICE_DIALECT);

const client = { business: { organization_name: 'Lumen Studio SAS' } };
const newCase = {
  id: 'app_1',
  ...client,
  external_reference: 'deal-1',
  custom_fields: { deal_id: '4711' },
  status_review: 'pending',
};

/** The case as the service shows it, and its answer to one more POST of it. */
let found: Item;
let repeat: (() => Reply) | undefined;
const isPortal = (line: string) => /^P.*portal/.test(line);

function serve() {
  cache.clear();
  found = { ...newCase, is_draft: true };
  repeat = undefined;
  const portal = { link: 'new', application_id: 'app_1' };
  service.serve({
    'POST /api/applications': () => repeat?.() ?? [201, found],
    'GET /api/applications/app_1': () => [200, found],
    'P.*portals?': [201, portal],
  });
}

const perform = (method: string, bundle: object) =>
  run(`${method}.operation.perform`, {
    authData: { base_url: service.url, api_key: 'key' },
    ...bundle,
  });
const start = (more: object = {}) =>
  perform('creates.start_onboarding', {
    inputData: {
      subject: 'business',
      ...client.business,
      external_reference: 'deal-1',
      custom_fields: newCase.custom_fields,
      ...more,
    },
  });
const createPortal = (inputData: object) => perform('creates.create_portal', { inputData });

/** What comes before the decision, and the step that comes after it. */
const ways: Record<
  string,
  { before: () => Promise<unknown>; step: (more?: object) => Promise<Item> }
> = {
  'Start Onboarding again': { before: start, step: start },
  'Start Onboarding that broke off before its portal': {
    async before() {
      service.fail(/portal/, 503);
      expect((await failure(start())).message).toContain('Case app_1 exists already');
      cache.advance(16);
    },
    step: start,
  },
  'Start Onboarding, of which only the service knows': {
    before: async () => (repeat = () => [409, { application_id: 'app_1' }]),
    step: start,
  },
  'Start Onboarding, whose answer is repeated': {
    before: async () => (repeat = () => [200, { id: 'app_1' }, { 'idempotent-replayed': 'true' }]),
    step: start,
  },
  'Start Onboarding, whose answer is the old case': {
    before: async () => (repeat = () => [200, found]),
    step: start,
  },
  'Create Portal Link': {
    before: start,
    step: (more) => createPortal({ application_id: 'app_1', ...more }),
  },
  'Create Portal Link of a deal': {
    async before() {
      const event = { event_id: 'e1', type: 'application.submitted', application_id: 'app_1' };
      const rawRequest = { content: JSON.stringify(event), headers: {} };
      await perform('triggers.case_submitted', { rawRequest, subscribeData: { id: 'wh_1' } });
      await until('the note', () => cache.entries.size > 2);
    },
    step: (more) => createPortal({ portal_for: 'client', deal_id: '4711', ...more }),
  },
};

const [approved, rejected] = [{ status_review: 'approved' }, { status_review: 'Rejected' }];
const waits = { status_execution: 'waiting_for_user_input' };
const done = { status_execution: 'done' };
const open = { portals: { link: 'old' } };
const closed = { portals: { link: 'old', status: 'closed' } };
/** What the service shows -> the link of the step: the case's own, a new one or none. */
const cases: [facts: Item, link: 'old' | 'new' | null][] = [
  [{ ...approved, ...done, ...closed }, null],
  [{ ...rejected, ...done, portals: null }, null],
  [{ ...approved, ...done }, null],
  [{ ...approved, ...done, ...open }, null],
  // The service does not tell how far its work is.
  [approved, null],
  [{ ...rejected, ...open }, null],
  // The service asks again by itself.
  [{ ...approved, ...waits, ...open }, 'old'],
  [{ ...approved, ...waits, ...closed }, null],
  [{ ...approved, ...waits }, null],
  // Not decided: the client needs a link.
  [{ status_review: 'on_hold', ...done, ...closed }, 'new'],
  [{ status_review: 'in_review', ...done }, 'new'],
  [{ status_review: 'pending', ...waits, ...open }, 'old'],
];

const dialects = [
  {},
  { case_portal: null },
  { case_portal: '/api/cases/{application_id}/portals' },
  { portal_reopen: 'PUT /api/applications/{application_id}/portal' },
];
const rows = dialects.flatMap((dialect) =>
  Object.keys(ways).map((way) => [JSON.stringify(dialect), way] as const),
);

it.each(rows)('with the dialect %s: %s', async (dialect, name) => {
  process.env.SERVICE_DIALECT = dialect;
  const { before, step } = ways[name]!;
  for (const [facts, link] of cases) {
    serve();
    await before();
    found = { ...found, is_draft: false, ...facts };
    service.requests.length = 0;
    const made = await step();
    const opened = service.lines().filter(isPortal).length;
    const given = made.portal_link && new URL(made.portal_link).pathname;
    expect([facts, given, opened]).toEqual([
      facts,
      link && `/portals/${link}`,
      link === 'new' ? 1 : 0,
    ]);
    if (link) continue;
    expect(made).toMatchObject({ application_id: 'app_1', already_existed: expect.any(Boolean) });
    expect(made.not_taken_text).toMatch(
      /Case app_1 is decided \((approved|Rejected)\).*use Create Portal Link with Yes in Ask Again/,
    );
    if (!name.startsWith('Create')) continue;
    expect((await step({ ask_again: true })).portal_link).toMatch(/new$/);
  }
});
