/**
 * A decided client is asked again on purpose only: each way to a portal, with each dialect.
 * on-sandbox.test.ts does the same on the sandbox.
 */
import { failure, openCore, type Reply } from '../support/core.ts';

type Item = Record<string, any>;

const { service, memory, perform, fire } = openCore();

const id = 'app_1';
const business = { organization_name: 'Lumen Studio SAS' };
const deal = { external_reference: 'deal-1', custom_fields: { deal_id: '4711' } };

/** The case as the service shows it, its answer to a POST of it, and to one of a portal. */
let found: Item;
let answer: () => Reply;
let portal: Reply;

/** A service with a new case. */
function serve() {
  memory.forget();
  found = { id, business, ...deal, is_draft: true, status_review: 'pending' };
  answer = () => [201, found];
  portal = [201, { link: 'new', application_id: id }];
  service.serve({
    'POST /api/applications': () => answer(),
    'GET /api/applications/app_1': () => [200, found],
    'POST .*/persons': [201, { id: 'p_1', ...persons[0] }],
    'GET .*/persons': [200, []],
    'P.*portals?': () => portal,
  });
}

const persons = [{ first_name: 'Ana', last_name: 'Ruiz', roles: ['director'] }];
const start = () =>
  perform('start_onboarding', {
    subject: 'business',
    ...business,
    ...deal,
    related_persons: persons,
  });
const createPortal = (input: object) => perform('create_portal', input);
const answers = (...reply: Reply) => [async () => (answer = () => reply), start] as const;

/** What comes before the decision, and the step after it. */
type Way = readonly [before: () => Promise<unknown>, step: (more?: object) => Promise<Item>];
const ways: Record<string, Way> = {
  'Start Onboarding again': [start, start],
  'Start Onboarding that broke off before its portal': [
    async () => {
      const usual = portal;
      portal = [503];
      expect((await failure(start())).message).toContain('Case app_1 exists already');
      portal = usual;
      memory.later(16);
    },
    start,
  ],
  'Start Onboarding, of which only the service knows': answers(409, { application_id: id }),
  'Start Onboarding, whose answer is repeated': answers(
    200,
    { id },
    { 'idempotent-replayed': '1' },
  ),
  'Start Onboarding, whose answer is the old case': [
    async () => (answer = () => [200, found]),
    start,
  ],
  'Create Portal Link': [start, (more) => createPortal({ application_id: id, ...more })],
  'Create Portal Link of a deal': [
    async () => {
      const event = { event_id: 'e1', type: 'application.submitted', application_id: id };
      await fire('case_submitted', event, {}, { flow: 'wh_1' });
    },
    (more) => createPortal({ portal_for: 'client', deal_id: '4711', ...more }),
  ],
};

const [approved, rejected] = [{ status_review: 'approved' }, { status_review: 'Rejected' }];
const waits = { status_execution: 'waiting_for_user_input' };
const done = { status_execution: 'done' };
const open = { portals: { link: 'old' } };
const closed = { portals: { link: 'old', status: 'closed' } };
/** What the service shows, and the link of the step: that of the case, a new one or none. */
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
  // Without a decision, the client needs a link.
  [{ status_review: 'on_hold', ...done, ...closed }, 'new'],
  [{ status_review: 'in_review', ...done }, 'new'],
  [{ status_review: 'pending', ...waits, ...open }, 'old'],
];

const reopen = 'PUT /api/applications/{application_id}/portal';
const rows = [{}, { case_portal: null }, { portal_reopen: reopen }].flatMap((dialect) =>
  Object.keys(ways).map((way) => [JSON.stringify(dialect), way] as const),
);

it.each(rows)('with the dialect %s: %s', async (dialect, name) => {
  process.env.SERVICE_DIALECT = dialect;
  const [before, step] = ways[name]!;
  for (const [facts, link] of cases) {
    serve();
    await before();
    found = { ...found, is_draft: false, ...facts };
    service.requests.length = 0;
    const { portal_link, not_taken_text, application_id } = await step();
    const asked = service.lines().filter((line) => /^P.*portal/.test(line)).length;
    const path = portal_link && new URL(portal_link as string).pathname;
    const wanted = [id, link && `/portals/${link}`, link === 'new' ? 1 : 0];
    expect([facts, application_id, path, asked]).toEqual([facts, ...wanted]);
    if (link) continue;
    expect(service.lines().filter((line) => /^P.*person/.test(line))).toEqual([]);
    expect(not_taken_text).toMatch(
      /Case app_1 is decided \((approved|Rejected)\).*use Create Portal Link with Yes in Ask Again/,
    );
    if (!name.startsWith('Create')) continue;
    expect((await step({ ask_again: true })).portal_link).toMatch(/new$/);
  }
});
