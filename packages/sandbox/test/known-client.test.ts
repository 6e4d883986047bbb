/**
 * A real client of the service, a headless portal, in our own words: its requests as the list of
 * public facts has them, with the raw key, alpha-3 countries and the service's own names.
 */
import { listen } from '../../../test/support/listen.ts';
import { createSandbox, type Sandbox } from '../server.tsx';
import { until } from '../../../test/support/until.ts';

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
const types = () => got.map(({ type }) => type);
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
const fileOf = () => {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'card.pdf');
  return form;
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

it('finds a company, in the form it reads', async () => {
  const [found] = await get('/api/companies/FRA/search?q=lumen');
  expect(found).toMatchObject({
    name: 'Lumen Studio SAS',
    registration_number: '552100554',
    source: expect.any(String),
  });
  expect(await get('/api/companies/FRA/552100554')).toMatchObject({
    organization_name: 'Lumen Studio SAS',
    registration_number: '552100554',
    legal_type: 'SAS',
    legal_type_raw: 'SAS',
    country_code: 'FRA',
    official_address: { town: 'Paris', country: 'FRA' },
  });
});

it('makes a draft, reads it by its id, and changes one part of it', async () => {
  const { id } = await post('/api/applications', draft);
  const read = await get(`/api/applications/${id}`);
  expect(read).toMatchObject({
    id,
    application_id: id,
    persons: [],
    status_execution: 'waiting_for_user_input',
    business: { legal_type: 'SAS', address: { single_line: draft.business.address.single_line } },
  });
  const changed = await send('PUT', `/api/applications/${id}`, { custom_fields: { plan: 'Pro' } });
  expect(changed.body).toMatchObject({
    custom_fields: { plan: 'Pro' },
    business: { organization_name: 'Lumen Studio SAS' },
  });
  expect(await eventOf('application.created')).toMatchObject({ data: { object: { id } } });
  expect((await eventOf('application.updated')).data.object.custom_fields).toEqual({ plan: 'Pro' });
});

it('adds persons, inline and later, and lists them', async () => {
  const inline = {
    persons: [{ given_names: 'Marie', last_name: 'Dupont', roles: ['ACCOUNT_OWNER'] }],
    businesses: [{ organization_name: 'Holding', country: 'DEU', roles: ['SHAREHOLDER'] }],
  };
  const { id } = await post('/api/applications', { ...draft, ...inline });
  const added = await post(`/api/applications/${id}/persons`, {
    given_names: 'Inés',
    last_name: 'Ferrer',
    email: 'ines@example.com',
    roles: ['DIRECTOR', 'UBO'],
    direct_ownership_percentage: 60,
    birth_date: '1988-04-02',
    nationalities: ['ESP'],
    address_single_line: 'Calle Mayor 1, Madrid',
  });
  expect(added.id).toEqual(expect.any(String));
  const persons = await get(`/api/applications/${id}/persons`);
  expect(persons.map(({ last_name }: Json) => last_name)).toEqual(['Dupont', 'Ferrer']);
  expect(persons[1]).toMatchObject({ id: added.id, address_single_line: 'Calle Mayor 1, Madrid' });
  expect(await get(`/api/applications/${id}/businesses`)).toMatchObject([
    { organization_name: 'Holding' },
  ]);
  expect((await get(`/api/applications/${id}`)).persons).toHaveLength(2);
  expect((await send('GET', '/api/applications/app_none/persons')).status).toBe(404);
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

it('attaches a document of two sides to a person, which is judged and removed', async () => {
  const { id } = await post('/api/applications', draft);
  const person = await post(`/api/applications/${id}/persons`, { last_name: 'Ferrer' });
  const expected = await get('/api/expected_documents_configuration');
  const card = expected.find(({ attached_to }: Json) => attached_to === 'PERSON');
  const [front, back] = [await post('/api/files', fileOf()), await post('/api/files', fileOf())];
  const unexpected = { file_id: front.id, person_id: person.id, expected_document_id: null };
  expect((await post('/api/documents', unexpected)).expected_document_id).toBeNull();
  const document = await post('/api/documents', {
    name: 'Identity card',
    expected_document_id: card.id,
    document_files: [
      { file_id: front.id, side: 'front' },
      { file_id: back.id, side: 'back' },
    ],
    person_id: person.id,
  });
  const [, read] = (await get(`/api/applications/${id}`)).documents;
  expect(read).toMatchObject({
    id: document.id,
    name: 'Identity card',
    type: card.slug,
    person_id: person.id,
    validity: 'unset',
    document_files: [
      { file_id: front.id, side: 'front' },
      { file_id: back.id, side: 'back' },
    ],
  });
  expect(JSON.stringify(read)).not.toContain('_metadata');
  const path = `/api/documents/${document.id}`;
  const judged = { validity: 'invalid', validity_reason: 'The back cannot be read.' };
  expect((await send('PUT', path, judged)).body).toMatchObject(judged);
  await fetch(sandbox.url + path, {
    method: 'DELETE',
    headers: { authorization: sandbox.apiKey },
  });
  expect((await get(`/api/applications/${id}`)).documents).toHaveLength(1);
  for (const type of ['document.created', 'document.updated', 'document.deleted']) {
    const about = () =>
      got.some((event) => event.type === type && event.data.object.document.id === document.id);
    await until(`the event ${type}`, about);
  }
});

it('reads what the account has set up', async () => {
  const change = { name: 'segment', type: 'dropdown_single', accepted_values: ['a', 'b'] };
  const [first] = await get('/api/custom_fields');
  sandbox.services.account.change('main', { custom_fields: [{ ...first, ...change }] });
  expect(await get('/api/custom_fields')).toMatchObject([change]);
  const { portal_type, steps, name } = await get('/api/portal/configuration');
  expect([portal_type, name]).toEqual([expect.any(String), expect.any(String)]);
  const [{ step, data }] = steps;
  const expected = await get('/api/expected_documents_configuration');
  expect(step).toBe('documents');
  expect(data.expectedDocumentsIds).toEqual(expected.map(({ id }: Json) => id));
});

describe('opens a portal for a case', () => {
  const open = async (steps?: object[]) => {
    const { id } = await post('/api/applications', draft);
    const path = `/api/applications/${id}/portals`;
    const body = steps ? { configuration: { steps } } : {};
    return { id, path, link: (await post(path, body)).link as string };
  };

  it('for everything', async () => {
    const { link } = await open();
    expect(await (await fetch(link)).text()).toContain('Lumen Studio SAS');
  });

  it.each([
    [[{ type: 'documents', documents: ['exp_registration'] }], 'Registration certificate'],
    [[{ type: 'identity-verification' }], 'Identity document'],
  ])('for %j alone', async (steps, shown) => {
    const { link } = await open(steps);
    const page = await (await fetch(link, { headers: { 'accept-language': 'en' } })).text();
    const options = [...page.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(options).toHaveLength(1);
    expect(page.toLowerCase()).toContain(shown.toLowerCase().split(' ')[0]);
    expect(page).not.toContain('name="organization_name"');
  });

  it('and opens it again after it was submitted, under the same link', async () => {
    const { id, path, link } = await open();
    sandbox.services.portals.submit(link.split('/').pop()!);
    expect(types()).not.toContain('collect.opened');
    expect((await post(path, {})).link).toBe(link);
    expect(await (await fetch(link)).text()).toContain('Lumen Studio SAS');
    const { data } = await eventOf('collect.opened');
    expect(data.object).toMatchObject({ id, portals: { link } });
  });
});

it('submits: the case is seen in portal, back office and events', async () => {
  const { id } = await post('/api/applications', draft);
  const { link } = await post(`/api/applications/${id}/portals`, {});
  expect(await (await fetch(link)).text()).toContain('Lumen Studio SAS');
  expect((await send('PUT', `/api/applications/${id}/submit`)).body).toMatchObject({
    id,
    is_draft: false,
    status_execution: 'done',
  });
  const office = await (await fetch(`${sandbox.url}/back-office`)).text();
  expect(office).toContain('Lumen Studio SAS');
  expect((await eventOf('application.review_updated')).data.object.id).toBe(id);
  expect((await eventOf('application.status_updated')).data.object.status_execution).toBe('done');
});

describe('a reference', () => {
  const again = () => send('POST', '/api/applications', draft);
  const person = { person: { last_name: 'Ferrer' }, external_reference: 'client-1' };

  it('is that of one case of the account, and the refusal names it', async () => {
    const { id } = await post('/api/applications', draft);
    const { status, body } = await again();
    expect([status, body.detail]).toEqual([409, expect.stringContaining(id)]);
    expect((await send('POST', '/api/applications', person)).status).toBe(409);
    const other = await post('/api/applications', { ...draft, external_reference: 'client-2' });
    const path = `/api/applications/${other.id}`;
    expect((await send('PUT', path, { external_reference: 'client-1' })).status).toBe(409);
    expect((await send('PUT', path, { external_reference: 'client-2' })).status).toBe(200);
  });

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

  it('is one, by whichever names it is changed', async () => {
    const { id } = await create(older);
    const path = `/api/applications/${id}`;
    const changed = await send('PUT', path, { business: { address: { town: 'Lyon' } } });
    expect(changed.body.business.address).toMatchObject({ town: 'Lyon', postcode: '75002' });
    const read = (await get(path)).business.address;
    expect(Object.keys(read)).toHaveLength(4);
    expect(Object.values(read)).toContain('Lyon');
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

  it('are kept', async () => {
    expect(await post('/api/applications', odd)).toMatchObject({
      colour: 'red',
      business: { mood: 'calm' },
    });
  });
  it('are dropped, those of the account aside', async () => {
    set('drop');
    const { colour, business, custom_fields } = await post('/api/applications', odd);
    expect([colour, business.mood, business.address]).toEqual([
      undefined,
      undefined,
      { single_line: 'A' },
    ]);
    expect(custom_fields).toEqual({ anything: 1 });
  });
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
