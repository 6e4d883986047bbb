/**
 * The forms of a body that the API takes: the names and countries of a real client, as the list of
 * public facts has them, what is refused, and a body that is sent twice.
 */
import { until } from '../../../../zapier/local/until.ts';
import { call, sandboxOfTests } from '../visitor.ts';

type Json = any;

const sandbox = sandboxOfTests({ deliveryFactor: 0.01 });

const send = (method: string, path: string, body?: object, headers?: object) =>
  call(sandbox, method, path, body, headers);
const get = async (path: string) => (await send('GET', path)).body;
const post = async (path: string, body: object) => {
  const { status, body: answer } = await send('POST', path, body);
  expect([path, status]).toEqual([path, path.endsWith('/enrich') ? 200 : 201]);
  return answer;
};
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

describe('an update', () => {
  let id: string;
  const stored = () => get(`/api/applications/${id}`);
  beforeEach(() => {
    const body = { business: { organization_name: 'Lumen Studio SAS', country: 'FR' } };
    id = sandbox.act.create(body).application_id;
  });

  it.each([
    [{ organization_name: true }, 'organization_name'],
    [{ organization_name: { a: 1 } }, 'organization_name'],
    [{ country: 'Atlantis' }, 'country'],
    [{ local_number: '' }, 'local_number'],
    [{ registration_date: 'soon' }, 'registration_date'],
    [{ address: { country: 'XX' } }, 'country'],
    [{ business: { organization_name: 7 } }, 'organization_name'],
    [{ person: { last_name: 'A' } }, 'person'],
    [{ business: null }, 'business'],
    [{ business: { organization_name: null } }, 'organization_name'],
    [{ external_reference: 5 }, 'external_reference'],
  ])('with %j is refused and names the field', async (body, field) => {
    const before = await stored();
    const answer = await send('PUT', `/api/applications/${id}`, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      422,
      expect.stringContaining(field),
    ]);
    expect(await stored()).toEqual(before);
  });

  it('never changes ids, status and times', async () => {
    const before = await stored();
    const stray = {
      application_id: 'x',
      business_id: 7,
      person_id: true,
      status_review: 'approved',
      risk_score: 1,
      created_at: 'x',
      updated_at: 3,
    };
    expect((await send('PUT', `/api/applications/${id}`, stray)).status).toBe(200);
    expect({ ...(await stored()), updated_at: before.updated_at }).toEqual(before);
  });
});

it('says of each change when it was, and of no two the same', () => {
  const make = () => sandbox.act.create({ person: { last_name: 'A' } }).updated_at;
  expect(new Set(Array.from({ length: 50 }, make)).size).toBe(50);
});

describe('idempotency keys', () => {
  const create = (body: object, key = 'k') =>
    send('POST', '/api/applications', body, { 'idempotency-key': key });
  const one = { person: { last_name: 'A' } };

  it('give the first answer again, and refuse another body, naming the case', async () => {
    const first = await create(one);
    expect(await create(one)).toEqual(first);
    const other = await create({ person: { last_name: 'B' } });
    expect(other.status).toBe(422);
    expect(JSON.stringify(other.body)).toContain(first.body.application_id);
  });

  it('end after a day', async () => {
    const first = await create(one);
    sandbox.act.advance({ seconds: 24 * 3600 + 1 });
    const later = await create(one);
    expect(later.status).toBe(201);
    expect(later.body).not.toEqual(first.body);
  });
});

it('has its countries kept in one form, but in what is free', async () => {
  sandbox.setUp({ country_codes: 'alpha-2' });
  const inCountries = (france: string, spain: string) => ({
    business: { organization_name: 'A', country: france, address: { country: spain } },
    persons: [{ last_name: 'F', nationalities: [spain, france], address: { country: spain } }],
    custom_fields: { country: 'XY' },
    meta: { country: 'FR' },
  });
  const { id } = await post('/api/applications', { ...inCountries('FRA', 'ESP'), is_draft: true });
  expect(await get(`/api/applications/${id}`)).toMatchObject(inCountries('FR', 'ES'));
});

it('is refused each unknown field by its place, in the form of FastAPI', async () => {
  sandbox.setUp({ unknown_fields: 'refuse' });
  const places = ['line_1', 'building_number', 'street', 'town', 'postcode', 'state', 'moon'];
  const address = Object.fromEntries(places.map((place) => [place, 'A']));
  const business = { ...draft.business, mood: 'calm', address };
  const odd = { ...draft, colour: 'red', business, custom_fields: { anything: 1 } };
  const { status, body } = await send('POST', '/api/applications', odd);
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }: Json) => loc.join('.')).sort()).toEqual([
    'body.business.address.moon',
    'body.business.mood',
    'body.colour',
  ]);
  expect(body.detail[0]).toMatchObject({ type: 'extra_forbidden', msg: expect.any(String) });
});

it('may have custom fields of the types that the account lists alone', async () => {
  const types = { note: 'text', seats: 'number', vip: 'boolean', since: 'date' };
  const colours = { name: 'colours', type: 'dropdown_multiple', accepted_values: ['A'] };
  const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
  sandbox.setUp({ custom_fields: [...fields, colours] });
  const right = { note: '5', seats: 5, vip: true, since: '2024-05-31', colours: ['A'], other: 1 };
  const wrong = { note: 5, seats: '5', vip: 'yes', since: 'soon', colours: 'A', other: 1 };
  const { id } = await post('/api/applications', { ...draft, custom_fields: right });
  for (const [method, path, key] of [
    ['POST', '/api/applications', 'custom_fields'],
    ['PUT', `/api/applications/${id}`, 'custom_fields'],
    ['POST', '/api/portals', 'default_custom_fields'],
  ] as const) {
    const { status, body } = await send(method, path, { ...draft, [key]: wrong });
    expect([path, status]).toEqual([path, 422]);
    const places = ['note', 'seats', 'vip', 'since', 'colours'].map((name) => ['body', key, name]);
    expect(body.detail.map(({ loc }: Json) => loc)).toEqual(places);
  }
  const emptied = { note: null, seats: 6 };
  const change = await send('PUT', `/api/applications/${id}`, { custom_fields: emptied });
  expect(change.body.custom_fields).toMatchObject(emptied);
});

it('has a reference that is one per subject, or free, where the account says so', async () => {
  const create = async (body: object) => (await send('POST', '/api/applications', body)).status;
  const person = { person: { last_name: 'Ferrer' }, external_reference: 'client-1' };
  expect(await create(draft)).toBe(201);
  sandbox.setUp({ external_reference: 'unique_per_subject' });
  expect([await create(draft), await create(person)]).toEqual([409, 201]);
  sandbox.setUp({ external_reference: 'free' });
  expect(await create(draft)).toBe(201);
});

it('gets officers and owners of the registry a moment later, each once', async () => {
  const { id } = await post('/api/applications', draft);
  for (let times = 0; times < 2; times++) {
    await post(`/api/applications/${id}/enrich`, { force_fetch_official_data: true });
    await until('two persons', async () => (await get(`/api/applications/${id}`)).persons[1]);
  }
  const { persons } = await get(`/api/applications/${id}`);
  expect(persons.map(({ roles }: Json) => roles)).toEqual([['DIRECTOR'], ['UBO', 'SHAREHOLDER']]);
});

const deep = `{"person":{"last_name":"A"},"custom_fields":{"a":${'['.repeat(60)}${']'.repeat(60)}}}`;
it.each<[string, BodyInit]>([
  ['broken UTF-8', Uint8Array.from(Buffer.from('7b2261223a22c328227d', 'hex'))],
  ['a body of many levels', deep],
  ['a body of very many levels', '['.repeat(10_000)],
])('%s is refused with 400, and nothing is stored', async (_, body) => {
  const headers = { authorization: sandbox.apiKey, 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}/api/applications`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(sandbox.act.counts().cases).toBe(0);
});

/** The cases that the list of the office has for a text, in its order. */
async function foundBy(text: string): Promise<string[]> {
  const page = await fetch(`${sandbox.url}/back-office?text=${encodeURIComponent(text)}`);
  const links = (await page.text()).matchAll(/\/back-office\/cases\/(app_[\w-]+)/g);
  return [...new Set([...links].map(([, id]) => id!))];
}

it.each([
  ['control characters', '\u0001\u0002'],
  ['a control character in it', 'Lu\u0000men'],
  ['blanks', ' \t'],
  ['nothing to see', '\u200B\u2060'],
])('a text of %s is refused at its place, for a case, a party and a change', async (_, text) => {
  const { id } = await post('/api/applications', draft);
  const of = `/api/applications/${id}`;
  for (const [method, path, body, place] of [
    ['POST', '/api/applications', { person: { last_name: text } }, 'person.last_name'],
    ['POST', `${of}/persons`, { last_name: text }, 'last_name'],
    ['PUT', of, { business: { organization_name: text } }, 'organization_name'],
  ] as const) {
    const { status, body: answer } = await send(method, path, body);
    expect([path, status]).toEqual([path, 422]);
    expect(answer.detail[0].loc.join('.')).toContain(place);
  }
});

it('takes texts of several lines', async () => {
  const { meta } = await post('/api/applications', { ...draft, meta: { note: 'a\n\tb\r\n' } });
  expect(meta.note).toBe('a\n\tb\r\n');
});

it('finds a case by each of its texts in any spelling, the latest first', async () => {
  const business = { organization_name: 'Łódź Œuvres', registration_number: '552 100 554' };
  const custom_fields = { email: 'contact@lumen.example' };
  const persons = [{ last_name: 'Größe', roles: ['DIRECTOR'] }];
  const create = async (external_reference: string, more: object = {}) =>
    (await post('/api/applications', { ...draft, external_reference, ...more })).application_id;
  const [one, ten] = [await create('deal-1'), await create('deal-10')];
  const number = await create('2024-001', { business, custom_fields, persons });
  const pairs: [text: string, first: string[]][] = [
    ['552100554', [number]],
    ['552.100 554', [number]],
    ['2024001', [number]],
    ['lodz œuvres', [number]],
    ['grösse', [number]],
    ['contact@lumen', [number]],
    [number.slice(3, 12), [number]],
    ['552 100 555', []],
    ['DEAL-1', [ten, one]],
    ['deal-10', [ten]],
  ];
  for (const [text, found] of pairs) expect([text, await foundBy(text)]).toEqual([text, found]);
});
