/** Whose portal a link opens: the case that was asked for, or none ("Portal"). */
import { testConnection } from '../../client/connection-test.ts';
import { failure, openCore, type Routes } from '../support/core.ts';

const { service, run, perform, fire } = openCore();

const portal = (input: object, routes: Routes, connection: object = {}) => {
  service.serve(routes);
  return perform('create_portal', input, connection);
};
const ofCase = { application_id: 'app_1', redirect_url: 'https://www.example.com/ok' };
const forNewClient = { portal_for: 'client', application_id: '' };
const onCase = 'POST /api/applications/app_1/portals';
const theCase = (more: object = {}): Routes => ({
  'GET /api/applications/app_1': [200, { id: 'app_1', status_review: 'pending', ...more }],
});
const withReopen = '{"portal_reopen":"PUT /api/applications/{application_id}/portal"}';
const reopen = 'PUT /api/applications/app_1/portal';
const withPortal = theCase({ portals: { link: 'tokA' }, status_execution: 'done' });

const { redirect_url } = ofCase;
/** As a portal of a case has it. */
const redirect = { redirect_url, configuration: { redirect_url } };

it.each<[what: string, input: object, routes: Routes, lines: string[], sent: object, made: object]>(
  [
    [
      'under the case, once the case shows no open request',
      ofCase,
      { ...theCase(), [onCase]: [201, { id: 'ptl_1', link: 'tok1' }] },
      ['GET /api/applications/app_1', onCase],
      redirect,
      { id: 'ptl_1', application_id: 'app_1' },
    ],
    [
      'for a new case at /api/portals',
      { ...ofCase, ...forNewClient },
      { 'POST /api/portals': [201, { data: { link: 'tok1' } }] },
      ['POST /api/portals'],
      { redirect_url },
      { application_id: null },
    ],
    ...[404, 405].map((status): [string, object, Routes, string[], object, object] => [
      `at /api/portals where the path is not there (${status})`,
      ofCase,
      {
        [onCase]: [status, { detail: 'Not Found' }],
        ...theCase(),
        'POST /api/portals': ({ body }) => [201, { ...body, link: 'tok1' }],
      },
      ['GET /api/applications/app_1', onCase, 'POST /api/portals'],
      ofCase,
      { application_id: 'app_1' },
    ]),
  ],
)('makes the portal %s', async (_, input, routes, lines, sent, made) => {
  const portal_link = `${service.url}/portals/tok1`;
  expect(await portal(input, routes)).toMatchObject({
    ...made,
    portal_link,
    already_existed: false,
  });
  expect(service.lines()).toEqual(lines);
  expect(service.requests.at(-1)!.body).toEqual(sent);
});

it.each([
  ['under the case', { [onCase]: [201, { link: 'tok1', application_id: 'app_9' }] } as Routes],
  ['as its application', { [onCase]: [201, { link: 'tok1', application: 'app_9' }] } as Routes],
  [
    'at /api/portals',
    {
      ...theCase(),
      'POST /api/portals': [201, { link: 'tok1', application_id: 'app_9' }],
    } as Routes,
  ],
])('hands out no link of another case, and names both: %s', async (_, routes) => {
  const { kind, message } = await failure(portal(ofCase, routes));
  expect(kind).toBe('halt');
  expect(message).toContain('app_1');
  expect(message).toContain('app_9');
  expect(message).not.toContain('tok1');
});

it('the case shows that a portal without a name is of another one', async () => {
  process.env.SERVICE_DIALECT = '{"case_portal":null}';
  const routes: Routes = { ...withPortal, 'POST /api/portals': [201, { link: 'tokB' }] };
  expect((await failure(portal(ofCase, routes))).message).toContain('app_1');
  const same: Routes = { ...withPortal, 'POST /api/portals': [201, { link: 'tokA' }] };
  expect(await portal(ofCase, same)).toMatchObject({ application_id: 'app_1' });
  expect(service.lines().slice(-2)).toEqual(['POST /api/portals', 'GET /api/applications/app_1']);
});

describe('a case with an open request', () => {
  const open: Routes = {
    ...theCase({ portals: { link: 'tokA' }, status_execution: 'waiting_for_user_input' }),
    [onCase]: [201, { link: 'tokB' }],
  };
  it('keeps it, and says what was left out', async () => {
    const found = await portal({ ...ofCase, ask_for: 'identity' }, open);
    expect(service.lines()).toEqual(['GET /api/applications/app_1']);
    expect(found).toMatchObject({
      portal_link: `${service.url}/portals/tokA`,
      already_existed: true,
      not_taken: ['Redirect URL', 'Ask For'],
      not_taken_text: expect.stringContaining('Ask Again'),
    });
  });
  it('asks again only where that is wanted', async () => {
    const found = await portal({ ...ofCase, ask_again: 'yes' }, open);
    expect(service.lines()).toEqual([onCase]);
    expect(found).toMatchObject({ portal_link: `${service.url}/portals/tokB` });
  });
});

it.each([
  [{ ask_for: 'documents' }, 'Documents is empty'],
  [{ documents: ['ed-1'] }, 'Ask For is not "Some documents"'],
  [{ ask_for: 'identity', documents: ['ed-1'] }, 'Ask For is not "Some documents"'],
  [{ ask_for: 'all of it' }, 'Ask For must be one of: everything, documents, identity'],
  [{ ask_for: 'identity', ...forNewClient }, 'Ask For needs an existing case'],
  [{ portal_for: 'client' }, 'Case is filled in, but For is "A New Client"'],
  [{ portal_for: 'all' }, 'For must be one of: case, client'],
  [
    { deal_id: '4711', default_custom_fields: { deal_id: '4712' } },
    'Default Custom Fields: "deal_id" is also filled in as Deal. Keep one of the two.',
  ],
  [{ sign_in_email: 'somebody' }, 'Email for Sign-in'],
])('refuses what has two readings: %j', async (more, text) => {
  const { message } = await failure(portal({ ...ofCase, ...more }, theCase()));
  expect(message).toContain(text);
  expect(service.lines()).not.toContain(onCase);
});

it('a portal does not know what became of what the answer does not show', async () => {
  const routes: Routes = { ...theCase(), [onCase]: [201, { id: 'ptl_1', link: 'tok1' }] };
  const made = await portal({ ...ofCase, ask_for: 'identity' }, routes);
  expect(made).toMatchObject({
    not_taken: [],
    not_taken_text: expect.stringMatching(/Ask For: sent .*, not shown/),
  });
});

it('hands out no link where nothing says of which case it is, unless the dialect says so', async () => {
  const routes: Routes = { ...theCase(), 'POST /api/portals': [201, { link: 'tok1' }] };
  const { kind, message } = await failure(portal(ofCase, routes));
  expect([kind, message]).toEqual(['halt', expect.stringContaining('case_portal')]);
  expect(message).not.toContain('tok1');
  process.env.SERVICE_DIALECT = '{"case_portal":null}';
  expect(await portal(ofCase, routes)).toMatchObject({ application_id: 'app_1' });
});

describe('a case that has a portal already', () => {
  it.each([
    [409, { detail: 'Conflict' }],
    [400, { detail: 'A collect portal exists already.' }],
    [422, { message: 'portal exists' }],
  ])('gives its link from the case (%i)', async (status, body) => {
    const found = await portal(ofCase, { [onCase]: [status, body], ...withPortal });
    expect(found).toMatchObject({
      application_id: 'app_1',
      portal_link: `${service.url}/portals/tokA`,
      already_existed: true,
      not_taken: ['Redirect URL'],
    });
    expect(found.not_taken_text).toContain('Redirect URL');
  });

  it('opens it again where a setting names how', async () => {
    process.env.SERVICE_DIALECT = withReopen;
    const found = await portal(ofCase, {
      [onCase]: [409, {}],
      ...withPortal,
      [reopen]: [200, { redirect_url }],
    });
    expect(service.requests.at(-1)!.body).toEqual({ redirect_url });
    expect(found).toMatchObject({
      portal_link: `${service.url}/portals/tokA`,
      already_existed: true,
      not_taken: [],
    });
  });
});

it.each<[how: string, status: number, shown: object]>([
  ['open', 404, { portals: { link: 'tokA' } }],
  ['open', 409, { portals: { link: 'tokA' } }],
  ['of a client who is done', 405, { portals: { link: 'tokA' }, status_execution: 'done' }],
  ['closed', 404, { portals: { link: 'tokA', status: 'closed' } }],
])('opens a portal that is %s after %i', async (_, status, shown) => {
  process.env.SERVICE_DIALECT = withReopen;
  const opened: Routes = { [reopen]: [200, { link: 'tokA' }] };
  const routes = { ...theCase(shown), [onCase]: [status, {}], ...opened } as Routes;
  await portal({ ...ofCase, ask_again: 'yes' }, routes);
  expect(service.lines()).toEqual([onCase, 'GET /api/applications/app_1', reopen]);
});

it('makes no portal for a case that the service does not know', async () => {
  const routes: Routes = { 'GET .*': [404, {}], [onCase]: [404, {}] };
  expect((await failure(portal(ofCase, routes))).message).toContain('knows no such case');
  expect(service.lines()).not.toContain('POST /api/portals');
});

const [past, future] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000));
const closed: [how: string, portal: object][] = [
  ['by its status', { status: 'closed' }],
  ['by another status', { status: 'EXPIRED' }],
  ['because it is not open', { is_open: false }],
  ['since a time', { closed_at: past }],
  ['because it expired', { expires_at: past, status: 'open' }],
];
const waits = { status_execution: 'waiting_for_user_input' };

describe.each(closed)('a portal that is closed %s', (_, how) => {
  const found = { ...waits, portals: [{ link: 'tokA', ...how }] };

  it('is no open request, and its link is not given', async () => {
    const made = await portal(ofCase, { ...theCase(found), [onCase]: [201, { link: 'tokB' }] });
    expect(service.lines()).toEqual(['GET /api/applications/app_1', onCase]);
    expect(made.portal_link).toBe(`${service.url}/portals/tokB`);
    service.serve(theCase(found));
    const [shown] = await perform<Record<string, unknown>[]>('find_case', {
      application_id: 'app_1',
    });
    expect(shown).toMatchObject({ portal_link: null, status_text: 'In Review' });
  });

  it.each<[string, Routes]>([
    ['a refusal', { [onCase]: [409, {}] }],
    ['an answer', { [onCase]: [200, { link: 'tokA', ...how }] }],
  ])('stays closed after %s', async (_answer, routes) => {
    const { kind, message } = await failure(portal(ofCase, { ...theCase(found), ...routes }));
    expect([kind, message]).toEqual(['halt', expect.stringContaining('did not open it again')]);
  });

  it('is opened again where a setting names how', async () => {
    process.env.SERVICE_DIALECT = withReopen;
    const routes: Routes = { [onCase]: [409, {}], ...theCase(found) };
    const opened = await portal(ofCase, { ...routes, [reopen]: [200, { link: 'tokA' }] });
    expect(opened.portal_link).toBe(`${service.url}/portals/tokA`);
    const failed = await failure(portal(ofCase, { ...routes, [reopen]: [200, {}] }));
    expect(failed.message).toContain('did not open it again');
  });
});

it.each<[string, object]>([
  ['later', { expires_at: future }],
  ['once, and is open again', { closed_at: past, status: 'open' }],
  ['never', { closed_at: null, expires_at: null }],
])('a portal that closes %s is an open request', async (_, how) => {
  const found = await portal(ofCase, theCase({ ...waits, portal: { link: 'tokA', ...how } }));
  expect(found.portal_link).toBe(`${service.url}/portals/tokA`);
});

it('sends Additional Fields beside the rest, those with dots as objects', async () => {
  const routes: Routes = { ...theCase(), [onCase]: [201, { link: 'tok1' }] };
  const additional_fields = { 'configuration.steps': '["documents"]', 'look.colour.main': 'red' };
  await portal({ ...ofCase, additional_fields }, routes);
  expect(service.requests.at(-1)!.body).toEqual({
    redirect_url,
    configuration: { redirect_url, steps: ['documents'] },
    look: { colour: { main: 'red' } },
  });
});

describe('a token becomes a link at the portal address', () => {
  const routes: Routes = { [onCase]: [201, { link: 'to/k' }] };
  const linkAt = async (portal_address: string) =>
    (await portal(ofCase, routes, { portal_address })).portal_link as string;

  it.each([
    ['https://collect.example.com', 'https://collect.example.com/portals/to%2Fk'],
    ['https://collect.example.com/', 'https://collect.example.com/portals/to%2Fk'],
    ['collect.example.com', 'https://collect.example.com/portals/to%2Fk'],
    ['https://example.com/kyc/portals', 'https://example.com/kyc/portals/to%2Fk'],
  ])('of the connection: %s', async (address, link) => expect(await linkAt(address)).toBe(link));

  it.each([
    ['nonsense', /Portal Address is not a web address/],
    ['http://collect.example.com', /Portal Address must start with https/],
    ['https://collect.example.com/?a=1', /Portal Address must be the plain address/],
  ])('is checked when the account is connected: %s', async (portal_address, text) => {
    service.serve({ 'GET .*': [404, { detail: 'no' }] });
    const { kind, message } = await failure(testConnection(run({ portal_address })));
    expect(kind).toBe('halt');
    expect(message).toMatch(text);
  });
});

it.each([
  ['/portals/tok', 'https://collect.example.com/portals/tok'],
  ['/p/tok?lang=fr', 'https://collect.example.com/p/tok?lang=fr'],
  ['//other.example.com/p/tok', 'https://other.example.com/p/tok'],
  ['https://other.example.com/tok', 'https://other.example.com/tok'],
  ['tok', 'https://collect.example.com/portals/tok'],
])('a link %s leads to %s', async (link, address) => {
  const routes: Routes = { ...theCase(), [onCase]: [201, { link }] };
  const made = await portal(ofCase, routes, { portal_address: 'https://collect.example.com' });
  expect(made.portal_link).toBe(address);
});

describe('the link of an event', () => {
  const connection = { portal_address: 'https://collect.example.com' };
  const problem = async (portals: unknown) => {
    service.serve(theCase());
    const object = { application_id: 'app_1', portals };
    const event = { type: 'collect.opened', data: { object } };
    const fired = ['collect_opened', 'event_received'].map((trigger) =>
      fire(trigger, event, {}, { connection }),
    );
    const [opened, received] = (await Promise.all(fired)).flat();
    expect(received!.portal_link_problem).toBe(opened!.portal_link_problem);
    return opened!;
  };

  it.each([
    ['tok', 'https://collect.example.com/portals/tok'],
    ['/p/tok', 'https://collect.example.com/p/tok'],
    ['https://collect.example.com/p/tok', 'https://collect.example.com/p/tok'],
    ['https://API.example.com/p/tok', 'https://api.example.com/p/tok'],
    ['javascript:alert(1)', 'https://collect.example.com/portals/javascript%3Aalert(1)'],
  ])('%j of the service or its portals leads to %s', async (link, address) => {
    const opened = await problem({ link });
    expect([opened.portal_link, opened.portal_link_problem]).toEqual([address, undefined]);
  });

  it.each([
    'https://evil.example/p/tok',
    'https://collect.example.com.evil/p/tok',
    'https://collect.example.com@evil.example/p/tok',
    'https://collect.example.com:8443/p/tok',
    'http://collect.example.com/p/tok',
    '//evil.example/p/tok',
    '/\\evil.example/p/tok',
    '\\\\evil.example',
    '/\t/evil.example',
    '\thttps://evil.example',
    ' https://evil.example',
    'https:evil.example',
    'https:/\\evil.example',
  ])('%j elsewhere is dropped, and its host is named', async (link) => {
    const opened = await problem({ link });
    expect(opened.portal_link).toBeNull();
    expect(opened.portal_link_problem).toMatch(/dropped: its host (evil|collect)[.\w:]* is not/);
  });

  it.each<[string, unknown, string | null]>([
    ['the same twice', [{ link: 'a' }, { link: 'a' }], 'a'],
    [
      'one of them open',
      [
        { link: 'a', status: 'closed' },
        { link: 'b', status: 'open' },
      ],
      'b',
    ],
    ['none said to be open', [{ link: 'a' }, { link: 'b' }], null],
    [
      'both open',
      [
        { link: 'a', is_open: true },
        { link: 'b', is_open: true },
      ],
      null,
    ],
  ])('of several: %s', async (_, portals, token) => {
    const opened = await problem(portals);
    expect(opened.portal_link).toBe(token && `https://collect.example.com/portals/${token}`);
    expect(Boolean(opened.portal_link_problem?.includes('several portal links'))).toBe(!token);
  });
});

it('gives a deal the link of its case only while the case shows that deal', async () => {
  let deal = '7';
  service.serve({
    'POST /api/portals': [201, { link: 'new' }],
    'GET /api/applications/app_1': () => [
      200,
      {
        id: 'app_1',
        status_review: 'pending',
        custom_fields: { deal_id: deal },
        portals: { link: 'ofCase', is_open: true },
        status_execution: 'done',
      },
    ],
  });
  const ofDeal = async (deal_id: string) =>
    (await perform('create_portal', { portal_for: 'client', deal_id })).portal_link as string;
  const event = { event_id: 'evt_1', type: 'application.submitted', application_id: 'app_1' };
  await fire('case_submitted', event, {}, { flow: 'zap_1' });
  await new Promise(setImmediate);
  expect(await ofDeal('7')).toContain('ofCase');
  expect(service.lines()).not.toContain(onCase);
  deal = '8';
  // What the service does not show yet may come; after that, the deal gets its own link.
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + 3 * 60_000);
  expect(await ofDeal('7')).toContain('new');
});

it('the options that an open portal does not get are named as they were filled in', async () => {
  const portals = { link: 'tok' };
  service.serve({ 'GET /api/applications/app_1': [200, { id: 'app_1', portals }] });
  const create = (input: object) => perform('create_portal', { ...ofCase, ...input });
  const additional_fields = { configuration: { theme: 'dark', greeting: 'Hello' } };
  const { not_taken, not_taken_text } = await create({ additional_fields });
  const [theme, greeting] = ['theme', 'greeting'].map(
    (name) => `Additional Field "configuration.${name}"`,
  );
  expect(not_taken).toEqual(['Redirect URL', theme, greeting]);
  expect(not_taken_text).toContain(
    ` Not used: Redirect URL "${redirect_url}", ${theme} "dark", ${greeting} "Hello".`,
  );
  expect((await create({ ask_for: 'identity' })).not_taken).toEqual(['Redirect URL', 'Ask For']);
});

it('an option that is not shown is told as it was filled in', async () => {
  const additional_fields = { 'configuration.theme': 'dark' };
  const routes: Routes = { ...theCase(), [onCase]: [201, { link: 'tok1' }] };
  const { not_taken_text } = await portal({ ...ofCase, additional_fields }, routes);
  expect(not_taken_text).toContain(
    '\nAdditional Field "configuration.theme": sent "dark", not shown.',
  );
});
