/** What the built app and the sandbox settle between them beside the journey, over real HTTP. */
// @ts-expect-error The bundle has no types.
import app from '../../dist/index.js';
import { listMails } from '../../packages/sandbox/mail/mails.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { noCache, startCache, type Cache } from '../support/cache.ts';
import { listen } from '../support/listen.ts';
import { until } from '../support/until.ts';
import { failure, runner } from '../support/app.ts';

type Item = Record<string, any>;

const zapierWithoutCache = runner(app, noCache);
let zapier: ReturnType<typeof runner>;
let cache: Cache;
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
let received: { headers: object; content: string }[] = [];
let targetUrl: string;
let tests = 0;

beforeAll(async () => {
  cache = await startCache();
  zapier = runner(app, cache.event);
  sandbox = await createSandbox({ deliveryFactor: 0.002 });
  receiver = await listen(({ path, headers, content }, response) => {
    // A delivery of an earlier test may still be under way.
    if (!targetUrl.endsWith(path)) return response.end();
    received.push({ headers, content });
    void held.then(() => response.writeHead(failNext > 0 ? (failNext--, failStatus) : 200).end());
  });
});
afterAll(async () => {
  cache.close();
  receiver.close();
  await sandbox.close();
});
beforeEach(() => {
  cache.clear();
  sandbox.reset();
  received = [];
  targetUrl = `${receiver.url}/hook-${++tests}`;
  failNext = 0;
  failStatus = 500;
  held = Promise.resolve();
});
let failNext = 0;
let failStatus = 500;
/** The receiver answers when this is resolved. */
let held = Promise.resolve();

const run = <T = Item>(method: string, bundle: object = {}) =>
  zapier<T>(method, { authData: { base_url: sandbox.url, api_key: sandbox.apiKey }, ...bundle });
const create = (key: string, inputData: object, more: object = {}) =>
  run(`creates.${key}.operation.perform`, { inputData, ...more });
const search = (key: string, inputData: object) =>
  run<Item[]>(`searches.${key}.operation.perform`, { inputData });
const subscribe = (trigger: string) =>
  run(`triggers.${trigger}.operation.performSubscribe`, { targetUrl });
const business = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};

/** What the trigger makes of the first delivery of its event that starts a Zap. */
async function next(
  trigger: string,
  type: string,
  subscribeData: object,
  inputData = {},
): Promise<Item[]> {
  for (let seen = 0; ; seen++) {
    const delivery = await until(
      `event ${type}${seen ? `, one after the ${seen} that started no Zap` : ''}`,
      () => received.filter(({ content }) => content.includes(`"type":"${type}"`))[seen],
    );
    const items = await run<Item[]>(`triggers.${trigger}.operation.perform`, {
      inputData,
      subscribeData,
      rawRequest: delivery,
      cleanedRequest: JSON.parse(delivery.content),
    });
    if (items.length) return items;
  }
}

it('makes one case of the same deal, however often the step runs', async () => {
  const inputData = { ...business, external_reference: 'deal-9' };
  const first = await create('create_case', inputData);
  const again = await create('create_case', { ...inputData, vat_number: 'changed since' });
  const other = await create('create_case', { ...inputData, external_reference: 'deal-10' });
  expect(again).toMatchObject({ id: first.id, already_existed: true });
  expect(again.business.vat_number).toBeUndefined();
  expect(other.id).not.toBe(first.id);
  expect([first.already_existed, other.already_existed]).toEqual([false, false]);
});

it('knows the deal by the service where the cache does not: the same again, or a clear word', async () => {
  const step = (more: object) =>
    zapierWithoutCache<Item>('creates.create_case.operation.perform', {
      authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
      inputData: { ...business, external_reference: 'deal-12', ...more },
    });
  const first = await step({});
  await create('update_case', { application_id: first.id, vat_number: 'FR1' });
  expect(await step({})).toMatchObject({
    id: first.id,
    already_existed: true,
    business: { vat_number: 'FR1' },
  });
  const { kind, message } = await failure(step({ vat_number: 'FR2' }));
  expect(kind).toBe('HaltedError');
  expect(message).toContain('use Update Case');
  expect(message).toContain(first.id);
});

it.each([
  ['autoapprove', 'approved', 'LOW'],
  ['autoreject', 'rejected', 'HIGH'],
  ['forbidden', 'in_review', 'FORBIDDEN'],
  ['Lumen', 'in_review', 'LOW'],
])('has a case that is no draft in the workflow at once: %s', async (name, status, risk) => {
  const created = await create('create_case', { ...business, organization_name: `${name} Ltd` });
  expect(created).toMatchObject({ status_review: status, risk_level_name: risk });
});

it('runs a Zap for approved cases once, though the status moved twice in a moment', async () => {
  const hook = await subscribe('case_review_updated');
  const created = await create('create_case', {
    ...business,
    organization_name: 'autoapprove Ltd',
    is_draft: true,
  });
  await create('submit_case', { application_id: created.id });
  await until('two deliveries', () => received.length >= 2);
  const statuses = received.map(({ content }) => JSON.parse(content).data.object.status_review);
  expect(statuses.sort()).toEqual(['approved', 'in_review']);
  const fired = await Promise.all(
    received.map((delivery) =>
      run<Item[]>('triggers.case_review_updated.operation.perform', {
        inputData: { status_review: ['approved'] },
        subscribeData: hook,
        rawRequest: delivery,
      }),
    ),
  );
  expect(fired.flat()).toHaveLength(1);
});

it('continues start_onboarding where it stopped', async () => {
  const inputData = { ...business, external_reference: 'deal-11' };
  await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ path: '/api/applications/', times: 1, status: 400 }),
  });
  expect((await failure(create('start_onboarding', inputData))).kind).toBe('HaltedError');
  expect((await create('start_onboarding', inputData)).portal_link).toMatch(/^http/);
  expect(sandbox.services.cases.list({}, 10)).toHaveLength(1);
});

it('delivers again until the receiver takes the event, with the same id', async () => {
  await subscribe('case_review_updated');
  const created = await create('create_case', business);
  await until('the event of its creation', () => received.length === 1);
  failNext = 3;
  await create('record_decision', { application_id: created.id, decision: 'rejected' });
  await until('four deliveries more', () => received.length >= 5);
  const ids = received.slice(1).map(({ content }) => JSON.parse(content).event_id);
  expect(new Set(ids).size).toBe(1);
});

it('switches off twice without an error', async () => {
  const subscribeData = await subscribe('case_submitted');
  const off = () => run('triggers.case_submitted.operation.performUnsubscribe', { subscribeData });
  expect([await off(), await off()]).toEqual([{}, {}]);
});

const deliveries = (state: string) =>
  sandbox.services.store.all('select * from deliveries where state = ?', state).length;

it('drops what is left of a Zap that is switched off while an event is under way', async () => {
  const subscribeData = await subscribe('case_submitted');
  let release = () => {};
  held = new Promise((done) => (release = done));
  for (let index = 0; index < 10; index++) {
    const { id } = await create('create_case', { ...business, is_draft: true });
    await create('submit_case', { application_id: id });
    sandbox.services.workflow.emit('main', 'application.submitted', id);
  }
  await until('a delivery', () => received.length > 0);
  const underWay = received.length;
  failNext = 1;
  await run('triggers.case_submitted.operation.performUnsubscribe', { subscribeData });
  release();
  await until('an empty outbox', () => sandbox.services.outbox.waiting() === 0);
  await new Promise((done) => setTimeout(done, 100));
  // One of those under way was refused: it is not tried again, nor is any other sent.
  expect(deliveries('pending')).toBe(0);
  expect(received.length).toBeLessThanOrEqual(underWay + 4);
  const { id: late } = await create('create_case', business);
  sandbox.services.workflow.emit('main', 'application.submitted', late);
  await new Promise((done) => setTimeout(done, 100));
  expect(received.filter(({ content }) => content.includes(late))).toHaveLength(0);
  // What had left the service already is still the service's own current data when it arrives.
  const [item] = await next('case_submitted', 'application.submitted', subscribeData);
  expect(item).toMatchObject({ is_draft: false });
});

it('ends a subscription whose hook address is gone', async () => {
  const subscribeData = await subscribe('case_review_updated');
  failNext = 1;
  failStatus = 410;
  const { id } = await create('create_case', business);
  await create('record_decision', { application_id: id, decision: 'approved' });
  await until('a dropped delivery', () => deliveries('dropped') > 0);
  expect(sandbox.services.store.all('select * from webhooks')).toEqual([]);
  expect(
    await run('triggers.case_review_updated.operation.performUnsubscribe', { subscribeData }),
  ).toEqual({});
});

it.each([
  ['create_case', { subject: 'business' }, 'Organization Name is empty'],
  ['create_case', { subject: 'person' }, 'Last Name is empty'],
  ['create_case', { subject: 'robot', last_name: 'x' }, 'Subject must be'],
  ['create_case', { ...business, country: 'Atlantis' }, 'Country: "Atlantis" is not a country'],
  [
    'create_case',
    { ...business, organization_name: 'x'.repeat(1001) },
    'Organization Name: must not be longer',
  ],
  [
    'create_case',
    { subject: 'person', last_name: 'A', email: 'not mail' },
    'Email: must be an e-mail address',
  ],
  [
    'create_case',
    { subject: 'person', last_name: 'A', birth_date: '03/04/2020' },
    'Birth Date: "03/04/2020"',
  ],
  ['create_case', { ...business, is_draft: 'maybe' }, 'Create as Draft'],
  [
    'create_case',
    { ...business, additional_fields: { business: '{"country":"DE"}' } },
    '"business.country" is also filled in as Country',
  ],
  ['create_case', { ...business, first_name: 'A' }, 'First Name is filled in, but the Subject'],
  [
    'start_onboarding',
    { ...business, related_persons: '[{"nickname":"A"}]' },
    'Related Persons, line 1: "nickname" is not a field of a line',
  ],
  ['create_portal', { redirect_url: 'javascript:alert(1)' }, 'Redirect URL'],
  ['create_portal', { application_id: 'app_unknown' }, 'no case app_unknown'],
  ['submit_case', { application_id: '' }, 'Case is empty'],
  ['submit_case', { application_id: '../x' }, 'knows no such case'],
  ['update_case', { application_id: 'app_1' }, 'Nothing to update'],
  ['update_case', { application_id: 'app_1', risk_level: 'EXTREME' }, 'Risk Level: "EXTREME"'],
  [
    'update_case',
    { application_id: 'app_1', additional_fields: { country: 'FR' } },
    'Use business.country instead',
  ],
  [
    'add_related_person',
    { application_id: 'app_1', last_name: 'A', direct_ownership_percentage: '120' },
    'between 0 and 100',
  ],
  ['upload_document', { file: 'x', type: 'ID' }, 'exactly one of Case, Person and Business'],
  [
    'upload_document',
    { file: 'x', type: 'ID', application_id: 'a', person_id: 'b' },
    'exactly one',
  ],
  ['upload_document', { application_id: 'a', type: 'ID', file: '' }, 'File is empty'],
  ['call_api', { method: 'GET', path: '//evil.example/x' }, 'Path must start with'],
  ['call_api', { method: 'GET', path: 'https://evil.example' }, 'Path must start with'],
  ['call_api', { method: 'POST', path: '/api/x', body: 'nope' }, 'Body is not JSON'],
])('%s refuses %j', async (key, inputData, text) => {
  const { kind, message } = await failure(create(key, inputData));
  expect(kind).toBe('HaltedError');
  expect(message).toContain(text);
});

it('names a wrong key', async () => {
  const error = await failure(
    run('authentication.test', { authData: { base_url: sandbox.url, api_key: 'wrong_key_123' } }),
  );
  expect(error).toMatchObject({ kind: 'ExpiredAuthError' });
  expect(error.message).not.toContain('wrong_key_123');
});

it('keeps {{curly}} text, scripts and every alphabet as they are', async () => {
  const organization_name = '{{x}} {{bundle.authData.api_key}} <b>Łódź</b> 株式会社 🚀';
  const created = await create('create_case', { subject: 'business', organization_name });
  expect(created.name).toBe(organization_name);
  expect((await search('find_case', { application_id: created.id }))[0]!.name).toBe(
    organization_name,
  );
});

it('does not approve a forbidden case', async () => {
  const created = await create('create_case', business);
  await create('update_case', { application_id: created.id, risk_level: 'FORBIDDEN' });
  const { message } = await failure(
    create('record_decision', { application_id: created.id, decision: 'approved' }),
  );
  expect(message).toContain('FORBIDDEN');
});

it('takes additional fields into what is filled in, at any depth', async () => {
  const created = await create('create_case', {
    ...business,
    vat_number: 'FR1',
    business_address_city: 'Paris',
    additional_fields: { business: '{"legal_form":"SAS"}', 'business.address.floor': '"3"' },
  });
  expect(created.business).toMatchObject({
    organization_name: 'Lumen Studio SAS',
    vat_number: 'FR1',
    legal_form: 'SAS',
    address: { city: 'Paris', floor: '3' },
  });
});

it('calls an endpoint without an action', async () => {
  const created = await create('create_case', business);
  const called = await create('call_api', {
    method: 'GET',
    path: `/api/applications/${created.id}`,
  });
  expect(called).toMatchObject({ status: 200, data: { application_id: created.id } });
});

it('streams a file from its address and keeps name and type', async () => {
  const content = Buffer.alloc(3_000_000, 7);
  const source = await listen((_, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9%20%E6%97%A5.pdf",
        'content-length': content.length,
      })
      .end(content),
  );
  const file = `${source.url}/x`;
  const created = await create('create_case', business);
  await create('upload_document', { application_id: created.id, type: 'OTHER', file });
  const [found] = await search('find_case', { application_id: created.id });
  expect(found!.documents).toMatchObject([
    { name: 'résumé 日.pdf', content_type: 'application/pdf', size: content.length },
  ]);
  source.close();
});

it.each([
  [404, {}, 'may have expired'],
  [200, { 'content-length': '0' }, 'File is empty'],
  [200, { 'content-type': 'text/html' }, 'web page'],
])('attaches nothing when the file answers %i %j', async (status, headers, text) => {
  const source = await listen((_, response) => response.writeHead(status, headers).end());
  const created = await create('create_case', business);
  const file = `${source.url}/x`;
  expect(
    (await failure(create('upload_document', { application_id: created.id, type: 'ID', file })))
      .message,
  ).toContain(text);
  expect((await search('find_case', { application_id: created.id }))[0]!.documents).toEqual([]);
  source.close();
});

describe('asks for exactly what is missing', () => {
  const draft = { ...business, is_draft: true };
  const askedOf = async (link: string) => (await fetch(link)).text();

  it('asks for one document or the identity alone, and keeps the request that is open', async () => {
    sandbox.services.account.change('main', { unknown_fields: 'refuse' });
    const { application_id } = await create('create_case', draft);
    const form = await run<Item[]>('creates.create_portal.operation.inputFields', {
      inputData: {},
    });
    const { choices } = form.find(({ key }) => key === 'documents')!;
    const [{ value }] = choices as [Item];
    const redirect_url = 'https://www.example.com/thanks';
    const asked = { application_id, ask_for: 'documents', documents: [value], redirect_url };
    const more = { sign_in_email: 'ines@lumen.example', theme: 'night' };
    const first = await create('create_portal', { ...asked, ...more });
    expect(first).toMatchObject({ already_existed: false, not_taken: [] });
    const page = await askedOf(first.portal_link);
    expect(page).toContain('Registration certificate');
    const [letter] = listMails(sandbox.services.store);
    expect(letter).toMatchObject({ to: ['ines@lumen.example'], links: [first.portal_link] });

    const kept = await create('create_portal', { application_id, ask_for: 'identity' });
    expect(kept).toMatchObject({ portal_link: first.portal_link, not_taken: ['Ask For'] });
    expect(await askedOf(first.portal_link)).toBe(page);
    const again = { application_id, ask_for: 'identity', ask_again: true };
    const anew = await create('create_portal', again);
    expect(anew).toMatchObject({ portal_link: first.portal_link, not_taken: [] });
    expect(await askedOf(first.portal_link)).not.toContain('Registration certificate');
  });

  it('waits for the officers of the registry, and keeps the whole profile of each party', async () => {
    const field = { ...sandbox.services.account.read('main').custom_fields[0]!, name: 'mandate' };
    sandbox.services.account.change('main', {
      unknown_fields: 'refuse',
      custom_fields: [{ ...field, display_name: 'Mandate', attached_to: 'PERSON' }],
    });
    const profile = { business_phone: '+33 1 42', iban: 'FR76', trading_address_line_1: '3 rue' };
    const { application_id } = await create('create_case', { ...draft, ...profile });
    const form = await run<Item[]>('creates.add_related_person.operation.inputFields', {
      inputData: {},
    });
    const { key } = form.find(({ label }) => label === 'Mandate')!;
    const person = { last_name: 'Novak', person_phone: '+34 6', birth_country: 'ES', gender: 'f' };
    await create('add_related_person', { application_id, ...person, [key]: 'M-1' });
    const enriched = await create('enrich_case', { application_id });
    expect(enriched).toMatchObject({ has_arrived: true, not_yet_text: null });
    expect(enriched.persons.length).toBeGreaterThan(1);
    expect(enriched.persons[0]).toMatchObject({ ...person, birth_country: 'ESP' });
    expect(enriched.persons[0].custom_fields).toEqual({ mandate: 'M-1' });
    const [found] = await search('find_case', { application_id });
    const { business_phone, iban, trading_address_line_1: line_1 } = profile;
    expect(found!.business).toMatchObject({ business_phone, iban, trading_address: { line_1 } });
    // It knows no more: that is no failure, and the step ends in its time.
    process.env.SERVICE_STEP_SECONDS = '4';
    const { has_arrived, not_yet_text } = await create('enrich_case', { application_id });
    delete process.env.SERVICE_STEP_SECONDS;
    expect(has_arrived).toBe(false);
    expect(not_yet_text).toContain('Find Related Persons');
  });
});
