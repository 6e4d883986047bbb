/** Whose portal a link opens: the case that was asked for, or none ("Portal"). */
import { readDialect } from '../../service/dialect.ts';
import { readInstallation } from '../../client/settings.ts';
import { portalAddress } from '../../client/connection.ts';
import { startStandIn, type Routes, type StandIn } from '../support/stand-in.ts';
import { failure, run } from '../support/app.ts';

type Item = Record<string, any>;

let service: StandIn;
beforeAll(async () => (service = await startStandIn()));
afterAll(() => service.close());
afterEach(() => {
  delete process.env.SERVICE_DIALECT;
});

const portal = (inputData: object, routes: Routes, authData: object = {}): Promise<Item> => {
  service.serve(routes);
  return run('creates.create_portal.operation.perform', {
    authData: { base_url: service.url, api_key: 'key', ...authData },
    inputData,
  });
};
const ofCase = { application_id: 'app_1', redirect_url: 'https://www.example.com/ok' };
const onCase = 'POST /api/applications/app_1/portals';
const theCase = (more: object = {}): Routes => ({
  'GET /api/applications/app_1': [200, { id: 'app_1', status_review: 'pending', ...more }],
});
const withPortal = theCase({ portals: { link: 'tokA' } });

it('makes the portal of a case under the case, in one request', async () => {
  const made = await portal(ofCase, { [onCase]: [201, { id: 'ptl_1', link: 'tok1' }] });
  expect(service.lines()).toEqual([onCase]);
  expect(service.requests[0]!.body).toEqual({ redirect_url: ofCase.redirect_url });
  expect(made).toMatchObject({
    id: 'ptl_1',
    application_id: 'app_1',
    portal_link: `${service.url}/portals/tok1`,
    already_existed: false,
  });
});

it('makes a portal for a new case at /api/portals', async () => {
  const made = await portal({}, { 'POST /api/portals': [201, { data: { link: 'tok1' } }] });
  expect(service.lines()).toEqual(['POST /api/portals']);
  expect(made).toMatchObject({ application_id: null, already_existed: false });
});

it.each([404, 405])('uses /api/portals where the path is not there (%i)', async (status) => {
  const made = await portal(ofCase, {
    [onCase]: [status, { detail: 'Not Found' }],
    ...theCase(),
    'POST /api/portals': ({ body }) => [201, { link: 'tok1', application_id: body.application_id }],
  });
  expect(made).toMatchObject({
    portal_link: `${service.url}/portals/tok1`,
    application_id: 'app_1',
  });
  expect(service.requests.at(-1)!.body).toEqual(ofCase);
});

it('makes no portal for a new case where the case is not known', async () => {
  const error = await failure(portal(ofCase, { 'POST /api/portals': [201, { link: 'tok1' }] }));
  expect(error).toMatchObject({ kind: 'HaltedError' });
  expect(error.message).toContain('The service knows no such case');
  expect(service.lines()).not.toContain('POST /api/portals');
});

it.each([
  ['under the case', { [onCase]: [201, { link: 'tok1', application_id: 'app_9' }] } as Routes],
  [
    'at /api/portals',
    {
      ...theCase(),
      'POST /api/portals': [201, { link: 'tok1', application_id: 'app_9' }],
    } as Routes,
  ],
])('hands out no link of another case, and names both: %s', async (_, routes) => {
  const { kind, message } = await failure(portal(ofCase, routes));
  expect(kind).toBe('HaltedError');
  expect(message).toContain('app_1');
  expect(message).toContain('app_9');
  expect(message).not.toContain('tok1');
});

it('sees by the case that a portal without a name is of another one', async () => {
  process.env.SERVICE_DIALECT = '{"case_portal":null}';
  const routes: Routes = { ...withPortal, 'POST /api/portals': [201, { link: 'tokB' }] };
  expect((await failure(portal(ofCase, routes))).message).toContain('app_1');
  const same: Routes = { ...withPortal, 'POST /api/portals': [201, { link: 'tokA' }] };
  expect(await portal(ofCase, same)).toMatchObject({ application_id: 'app_1' });
  expect(service.lines()).toEqual(['POST /api/portals', 'GET /api/applications/app_1']);
});

it('hands out no link where nothing says of which case it is, unless the dialect says so', async () => {
  const routes: Routes = { ...theCase(), 'POST /api/portals': [201, { link: 'tok1' }] };
  const { kind, message } = await failure(portal(ofCase, routes));
  expect([kind, message]).toEqual(['HaltedError', expect.stringContaining('case_portal')]);
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

  it('does not take the refusal of a value for one', async () => {
    const refusal = { detail: [{ loc: ['body', 'redirect_url'], msg: 'not allowed' }] };
    const { message } = await failure(portal(ofCase, { [onCase]: [422, refusal], ...withPortal }));
    expect(message).toContain('Redirect URL: not allowed');
  });

  it('shows the refusal where the case has no portal after all', async () => {
    const { kind, message } = await failure(
      portal(ofCase, { [onCase]: [409, { detail: 'Case is closed' }], ...theCase() }),
    );
    expect(kind).toBe('HaltedError');
    expect(message).toContain('Case is closed');
  });

  it('opens it again where a setting names how', async () => {
    process.env.SERVICE_DIALECT =
      '{"portal_reopen":"PUT /api/applications/{application_id}/portal"}';
    const found = await portal(ofCase, {
      [onCase]: [409, {}],
      ...withPortal,
      'PUT /api/applications/app_1/portal': [200, { redirect_url: ofCase.redirect_url }],
    });
    expect(service.requests.at(-1)!.body).toEqual({ redirect_url: ofCase.redirect_url });
    expect(found).toMatchObject({
      portal_link: `${service.url}/portals/tokA`,
      already_existed: true,
      not_taken: [],
    });
  });
});

it('sends Additional Fields beside the rest', async () => {
  const routes: Routes = { [onCase]: [201, { link: 'tok1' }] };
  const configuration = { steps: ['documents'] };
  await portal({ ...ofCase, additional_fields: { configuration } }, routes);
  expect(service.requests[0]!.body).toEqual({ redirect_url: ofCase.redirect_url, configuration });
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

  it('known of the public service, whose API is elsewhere', () => {
    const at = (base_url: string, portal_address = '') =>
      portalAddress({
        connection: { base_url, portal_address },
        dialect: readDialect(),
        installation: readInstallation({}),
      });
    expect(at('https://app.ondorse.co/api')).toBe('https://collect.ondorse.co');
    expect(at('https://app.ondorse.co', 'kyc.example.com')).toBe('https://kyc.example.com');
    expect(at('https://app.example.com')).toBe('https://app.example.com');
  });

  it('of the setting, which the connection outweighs', async () => {
    process.env.SERVICE_PORTAL_ADDRESS = 'https://portals.example.com';
    try {
      expect(await linkAt('')).toBe('https://portals.example.com/portals/to%2Fk');
      expect(await linkAt('https://own.example')).toBe('https://own.example/portals/to%2Fk');
    } finally {
      delete process.env.SERVICE_PORTAL_ADDRESS;
    }
  });

  it.each([
    ['nonsense', /Portal Address is not a web address/],
    ['http://collect.example.com', /Portal Address must start with https/],
    ['https://collect.example.com/?a=1', /Portal Address must be the plain address/],
  ])('is checked when the account is connected: %s', async (portal_address, text) => {
    service.serve({ 'GET .*': [404, { detail: 'no' }] });
    const authData = { base_url: service.url, api_key: 'key', portal_address };
    const { kind, message } = await failure(run('authentication.test', { authData }));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(text);
  });
});
