/**
 * Whose case it is: Start Onboarding finds the case of a reference, and gives a link only to the
 * client whose case it is.
 */
import { failure, openCore } from '../support/core.ts';

type Item = Record<string, any>;

const { service, perform } = openCore();
const reference = { external_reference: 'deal-17' };

/** The fields of a step for a client. */
function inputOf({ business, person }: Item): Item {
  if (business) return { subject: 'business', ...business };
  const { given_names: first_name, ...more } = person as Item;
  return { subject: 'person', first_name, ...more };
}

const startOnboarding = (input: Item) => perform('start_onboarding', input);

// No minute ends between two times of one test.
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T09:30:20Z'));
});

/** The time of a case that is so old when the service answers, in seconds. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** When the case was made, by the answer, and the statuses that then say that it is new. */
const times: [what: string, time: () => string | undefined, isNew: number[]][] = [
  ['now', () => ago(0), [200, 201]],
  ['now, in whole seconds', () => ago(0).replace(/\.\d+/, ''), [200, 201]],
  ['now, in whole minutes', () => ago(0).replace(/:\d\d\.\d+/, ''), [200, 201]],
  ['now, without a zone', () => ago(0).slice(0, -1), [201]],
  ['5 minutes ago', () => ago(300), []],
  ['3 hours ago', () => ago(3 * 3600), []],
  ['3 hours ago, without a zone', () => ago(3 * 3600).slice(0, -1), []],
  ['in 30 minutes', () => ago(-1800), []],
  ['at a time that it does not show', () => undefined, [201]],
  ['today, by a date alone', () => ago(0).slice(0, 10), [201]],
  ['years ago, by a date alone', () => '2020-01-01', []],
];
const answers = [200, 201].flatMap((status) => times.map((row) => [status, ...row] as const));
/** Without its zone, or without any time, nothing says that a case existed. */
const isSilent = /zone|not show|today/;
const omega = { business: { organization_name: 'Omega NV' } };
const ana = { person: { given_names: 'Ana', last_name: 'Ruiz', email: 'ana@b.co' } };

/** The service answers with that case. */
function serve(status: number, client: Item, time: () => string | undefined) {
  const found = () => ({ id: 'app_1', ...reference, ...client, created_at: time() });
  // Its clock says what is now.
  const clock = () => ({ date: new Date(Date.now()).toUTCString() });
  service.serve({
    'POST /api/applications': () => [status, found(), clock()],
    'GET /api/applications/app_1': () => [200, found(), clock()],
    'POST /api/applications/app_1/portals': [201, { link: 'token' }],
  });
}

describe.each([
  [omega, { business: { organization_name: 'Alpha SARL' } }],
  [omega, { business: { organization_name: 'Омега НВ' } }],
  [ana, { person: { given_names: 'Ива', last_name: 'Петрова', email: 'iva@c.co' } }],
  // A household.
  [ana, { person: { given_names: 'Eva', last_name: 'Ruiz', email: 'ana@b.co' } }],
])('for %j, a service that answers with the case of %j', (ours, theirs) => {
  it.each(answers)('%i, made %s', async (status, _, time, isNew) => {
    serve(status, theirs, time);
    const step = startOnboarding({ ...inputOf(ours), ...reference });
    // Another client's run may have made it in the same seconds.
    const isOther = status === 200 && /Alpha SARL|Ruiz/.test(JSON.stringify(theirs));
    if (isNew.includes(status) && !isOther) {
      expect(await step).toMatchObject({ already_existed: false });
      return;
    }
    const { kind, message } = await failure(step);
    expect([kind, message]).toEqual([
      'halt',
      expect.stringMatching(/other client, app_1|app_1, and it is unclear/),
    ]);
    expect(service.lines()).not.toContain('POST /api/applications/app_1/portals');
  });
});

it.each(answers)('%i with the own case, made %s', async (status, what, time, isNew) => {
  serve(status, omega, time);
  const { already_existed, portal_link } = await startOnboarding({
    ...inputOf(omega),
    ...reference,
  });
  expect(already_existed).toBe(!isNew.includes(status) && !isSilent.test(what));
  expect(portal_link).toContain('token');
});
