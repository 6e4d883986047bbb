/** Whose portal a link opens: the case that was asked for, or none ("Portal"). */
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
    const authData = { base_url: service.url, api_key: 'key', portal_address };
    const { kind, message } = await failure(run('authentication.test', { authData }));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(text);
  });
});
