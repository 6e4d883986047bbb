/**
 * A real client of the service, a headless portal, in our own words: its requests as the list of
 * public facts has them, with the raw key, alpha-3 countries and the service's own names.
 */
import { listen } from '../../../../test/support/listen.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { until } from '../../../../test/support/until.ts';

type Json = any;
interface Event {
  type: string;
  data: { object: Json };
}

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
const got: Event[] = [];

const send = async (method: string, path: string, body?: object) => {
  const form = body instanceof FormData;
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: {
      authorization: sandbox.apiKey,
      ...(body && !form && { 'content-type': 'application/json' }),
    },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
};
const get = async (path: string) => (await send('GET', path)).body;
const post = async (path: string, body: object) => {
  const { status, body: answer } = await send('POST', path, body);
  expect([path, status]).toEqual([path, path.endsWith('/enrich') ? 200 : 201]);
  return answer;
};
const eventOf = (type: string) =>
  until(`the event ${type}`, () => got.find((event) => event.type === type));

const subscribed = [
  'application.created',
  'application.updated',
  'application.submitted',
  'application.review_updated',
  'application.status_updated',
  'collect.opened',
  'collect.closed',
  'document.created',
  'document.updated',
  'document.deleted',
];
const draft = {
  business: {
    organization_name: 'Lumen Studio SAS',
    country: 'FRA',
    legal_type: 'SAS',
    // The client sends the number of the company here.
    local_number: '552100554',
    address: { single_line: '12 rue de la Paix, 75002 Paris' },
  },
  external_reference: 'client-1',
  is_draft: true,
};

beforeAll(async () => {
  sandbox = await createSandbox({ deliveryFactor: 0.01 });
  receiver = await listen(({ content }, response) => {
    got.push(JSON.parse(content) as Event);
    response.end();
  });
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});
beforeEach(async () => {
  sandbox.reset();
  got.length = 0;
  await post('/api/webhooks', { url: receiver.url, events: subscribed });
});

it('gets officers and owners of the registry a moment later, each once', async () => {
  const { id } = await post('/api/applications', draft);
  for (let times = 0; times < 2; times++) {
    await post(`/api/applications/${id}/enrich`, { force_fetch_official_data: true });
    await until('two persons', async () => (await get(`/api/applications/${id}`)).persons[1]);
  }
  await eventOf('application.updated');
  const { persons } = await get(`/api/applications/${id}`);
  expect(persons.map(({ roles }: Json) => roles)).toEqual([['DIRECTOR'], ['UBO', 'SHAREHOLDER']]);
});

describe('a reference', () => {
  const again = () => send('POST', '/api/applications', draft);
  const person = { person: { last_name: 'Ferrer' }, external_reference: 'client-1' };

  it('is one per subject, or free, where the account says so', async () => {
    await post('/api/applications', draft);
    sandbox.services.account.change('main', { external_reference: 'unique_per_subject' });
    expect((await again()).status).toBe(409);
    await post('/api/applications', person);
    sandbox.services.account.change('main', { external_reference: 'free' });
    expect((await again()).status).toBe(201);
  });
});

describe('an address', () => {
  const parts = {
    line_1: 'Hall 4',
    building_number: '12',
    street: 'rue de la Paix',
    town: 'Paris',
    postcode: '75002',
    state: 'Île-de-France',
    country: 'FRA',
  };
  const older = {
    street: 'rue de la Paix',
    city: 'Paris',
    postal_code: '75002',
    region: 'Île-de-France',
  };
  const create = (address: object) =>
    post('/api/applications', { ...draft, business: { ...draft.business, address } });

  it('is answered by the names the request used, whichever they are', async () => {
    expect((await create(parts)).business.address).toEqual(parts);
    sandbox.reset();
    expect((await create(older)).business.address).toEqual(older);
  });

  it('is refused with a part under two names, or one that is no text', async () => {
    const twice = await send('POST', '/api/applications', {
      business: { organization_name: 'A', address: { town: 'Paris', city: 'Paris' } },
    });
    expect([twice.status, JSON.stringify(twice.body)]).toEqual([
      422,
      expect.stringMatching(/"body","business","address","city".*twice/),
    ]);
    const number = { business: { organization_name: 'A', address: { building_number: 12 } } };
    expect((await send('POST', '/api/applications', number)).status).toBe(422);
  });

  it('has all of its parts where unknown fields are refused', async () => {
    sandbox.services.account.change('main', { unknown_fields: 'refuse' });
    expect((await create(parts)).business.address).toEqual(parts);
  });
});

it('leaves an open request of a reviewer as it is, where its portal is opened again', async () => {
  const { id } = await post('/api/applications', draft);
  const ask = { reason: 'Your VAT number, please', fields: ['vat_number'], documents: [] };
  sandbox.services.portals.requestInformation('main', id, ask);
  const { link } = await post(`/api/applications/${id}/portals`, {});
  const page = await (await fetch(link)).text();
  expect(page).toContain(ask.reason);
  expect(page).toContain('name="vat_number"');
  expect(page).not.toContain('name="organization_name"');
});

describe('fields that nobody knows', () => {
  const odd = {
    ...draft,
    colour: 'red',
    business: { ...draft.business, mood: 'calm', address: { single_line: 'A', moon: 1 } },
    custom_fields: { anything: 1 },
  };
  const set = (unknown_fields: 'keep' | 'drop' | 'refuse') =>
    sandbox.services.account.change('main', { unknown_fields });

  it('are refused, each by its place, in the form of FastAPI', async () => {
    set('refuse');
    const { status, body } = await send('POST', '/api/applications', odd);
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: Json) => loc.join('.')).sort()).toEqual([
      'body.business.address.moon',
      'body.business.mood',
      'body.colour',
    ]);
    expect(body.detail[0]).toMatchObject({ type: 'extra_forbidden', msg: expect.any(String) });
  });
});
