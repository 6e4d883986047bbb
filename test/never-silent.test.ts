/** Never silently wrong: what has two readings is refused by its label, and nothing is dropped. */
import { createHmac } from 'node:crypto';

import app from '../index.ts';
import { startStandIn, type Reply, type Routes, type StandIn } from './support/stand-in.ts';
import { startCache, type Cache } from './support/cache.ts';
import { withDialect } from './support/with-dialect.ts';
import { failure, runner } from './support/app.ts';

type Item = Record<string, any>;

let service: StandIn;
let cache: Cache;
beforeAll(async () => {
  service = await startStandIn();
  cache = await startCache();
});
afterAll(() => {
  service.close();
  cache.close();
});

const run = runner();
/** With a memory, which each test begins without. */
const remembering: ReturnType<typeof runner> = (method, event) =>
  runner(undefined, cache.event)(method, event);
const found = { application_id: 'app_1', status_review: 'pending' };
const authData = () => ({ base_url: service.url, api_key: 'key' });
const perform = (key: string, inputData: object, more: object = {}) =>
  run<any>(`${key in app.creates ? 'creates' : 'searches'}.${key}.operation.perform`, {
    authData: authData(),
    inputData,
    ...more,
  });
const serve = (routes: Routes = {}) =>
  service.serve({
    ...routes,
    'POST /api/applications': [201, found],
    'POST /api/applications/app_1/portals': [201, { link: 'tok' }],
    'GET /api/applications/app_1': [200, found],
    'PUT /api/applications/app_1': [200, found],
    'PUT /api/applications/app_1/submit': [200, found],
    'POST .*/decisions': [201, { decision_id: 'dec_1' }],
    'POST /api/files': [201, { file_id: 'fil_1' }],
    'POST /api/documents': [201, { document_id: 'doc_1' }],
    ...routes,
  });
const sent = (path: string) =>
  service.requests.filter(({ method, path: at }) => `${method} ${at}` === path).at(-1)
    ?.body as Item;
const written = () => service.lines().filter((line) => !line.startsWith('GET'));
const halted = async (work: Promise<unknown>) => {
  const { kind, message } = await failure(work);
  expect(kind).toBe('HaltedError');
  return message;
};
beforeEach(() => {
  serve();
  cache.clear();
});

const business = { subject: 'business', organization_name: 'Lumen Studio SAS' };
const created = async (input: object) => {
  await perform('create_case', { ...business, ...input });
  return sent('POST /api/applications');
};
const fire = (trigger: string, event: unknown, inputData: object = {}, more: object = {}) =>
  run<Item[]>(`triggers.${trigger}.operation.perform`, {
    authData: authData(),
    inputData,
    rawRequest: { headers: {}, content: JSON.stringify(event) },
    ...more,
  });
const submitted = {
  event_id: 'evt_1',
  type: 'application.submitted',
  data: { object: { application_id: 'app_1' } },
};
const trade = 'Agriculture, forestry and fishing';

describe('a list is a list', () => {
  it.each([
    [[trade], [trade]],
    [JSON.stringify([trade]), [trade]],
    [['DIRECTOR,UBO'], ['DIRECTOR', 'UBO']],
    [['red;blue'], ['red', 'blue']],
    [['62.01, 62.02'], ['62.01', '62.02']],
    ['red, blue', ['red', 'blue']],
  ])('a custom field with %j', async (value, arrives) => {
    const { custom_fields } = await created({ custom_choices_trade: value });
    expect(custom_fields).toEqual({ trade: arrives });
  });

  it('a filter lets a case with such an option run the Zap', async () => {
    const custom_fields = { trade: [trade] };
    serve({ 'GET /api/applications/app_1': [200, { ...found, custom_fields }] });
    const fired = (value: unknown) =>
      fire('case_submitted', submitted, { custom_choices_trade: value });
    expect(await fired([trade])).toHaveLength(1);
    expect(await fired(['Agriculture'])).toHaveLength(0);
  });

  it('statuses that are typed into one line are each of them, or refused by label', async () => {
    const event = { ...submitted, type: 'application.review_updated' };
    const fired = (status_review: unknown) => fire('case_review_updated', event, { status_review });
    expect(await fired(['approved, pending'])).toHaveLength(1);
    expect(await halted(fired(['approved, open']))).toContain('Only Review Status');
  });
});

describe('roles of a line of two persons', () => {
  const onboard = (roles: unknown, last_name = 'A,B') =>
    perform('start_onboarding', {
      ...business,
      related_persons: [{ last_name, email: 'a@x.example,b@x.example', roles }],
    });
  it.each([['DIRECTOR, UBO'], ['DIRECTOR; UBO'], [['DIRECTOR', 'UBO']]])(
    'are refused where %j may be both for each',
    async (roles) => {
      expect(await halted(onboard(roles))).toMatch(/Related Persons, line 1: .*roles/i);
      expect(written()).toEqual([]);
    },
  );
});

describe('a line of several persons, or with a value that cannot be right', () => {
  it.each([
    [{ last_name: 'A;B' }, 'Last Name'],
    [{ last_name: 'A\nB' }, 'Last Name'],
    [{ last_name: 'A', email: 'a@x.example; b@x.example' }, 'Email'],
    [{ last_name: 'A', email: 'not one' }, 'Email'],
  ])('%j is refused before a case is made', async (line, label) => {
    const work = perform('start_onboarding', { ...business, related_persons: [line] });
    expect(await halted(work)).toContain(`Related Persons, line 1: ${label}`);
    expect(written()).toEqual([]);
  });
});

it.each<[string, object, string]>([
  ['record_decision', { decision: 'approved, rejected' }, 'Decision'],
  ['upload_document', { type: 'ID; OTHER', file: 'some words of a text' }, 'Document Type'],
  ['update_case', { first_name: 'Ana', organization_name: 'A' }, 'First Name'],
  ['update_case', { subject: 'person', organization_name: 'A' }, 'Organization Name'],
  ['update_case', { organization_name: ['Lumen', 'Harbour'] }, 'Organization Name has 2 values'],
  ['update_case', { custom_text_note: ['a', 'b'] }, 'Custom Field "note" has 2 values'],
  ['record_decision', { decision: 'rejected', text: ['a', 'b'] }, 'Reason has 2 values'],
  ['update_case', { custom_fields: '{"plan":null,"seats":3}' }, 'Custom Fields: "plan" is null'],
  ['update_case', { custom_fields: { plan: 'null' } }, 'Custom Fields: "plan" is null'],
  ['update_case', { meta: '{"origin":null}' }, 'Meta: "origin" is null'],
  [
    'create_case',
    { ...business, custom_fields: { plan: 'null' } },
    'Custom Fields: "plan" is null',
  ],
])('%s refuses %j', async (key, input, label) => {
  expect(await halted(perform(key, { application_id: 'app_1', ...input }))).toContain(label);
  expect(written()).toEqual([]);
});

describe('a share', () => {
  const added = (direct_ownership_percentage: unknown) => {
    serve({ 'POST .*/persons': [201, { person_id: 'per_1' }] });
    const inputData = { application_id: 'app_1', last_name: 'Ferrer', direct_ownership_percentage };
    return perform('add_related_person', inputData);
  };
  it.each(['0.25', '0,5', 0.25, '1', 1, '1.0'])(
    'of %j may be a percentage or a part of one',
    async (share) => {
      expect(await halted(added(share))).toMatch(/^Direct Ownership Percentage: .* %.* or /);
      expect(written()).toEqual([]);
    },
  );
  it.each([
    ['0.25 %', 0.25],
    ['1%', 1],
    [0, 0],
    [1.5, 1.5],
    ['100', 100],
  ])('of %j is %d percent', async (share, percentage) => {
    await added(share);
    const body = sent('POST /api/applications/app_1/persons');
    expect(body.direct_ownership_percentage).toBe(percentage);
  });
});

describe('a field that is there twice on the wire', () => {
  it.each<[object, string, string]>([
    [{ business_address_city: 'A' }, 'business.address.city', 'Business Address City'],
    [{ business_address_city: 'A' }, 'business.address', 'Business Address City'],
    [
      { subject: 'person', organization_name: '', first_name: 'A', last_name: 'B' },
      'person.first_name',
      'First Name',
    ],
  ])('%j refuses %s, the name of the editor', async (input, name, label) => {
    const value = name.endsWith('address') ? '{"city":"B"}' : 'B';
    const work = created({ ...input, additional_fields: { [name]: value } });
    expect(await halted(work)).toContain(label);
    expect(written()).toEqual([]);
  });

  const renamed = {
    names: { 'person.given_names': 'first_name', 'case.external_reference': 'reference' },
  };
  it.each<[string, string, object, string]>([
    [
      'create_case',
      'person.first_name',
      { subject: 'person', first_name: 'Ana', last_name: 'A' },
      'First Name',
    ],
    [
      'create_case',
      'reference',
      { ...business, external_reference: 'deal-1' },
      'External Reference',
    ],
    [
      'add_related_person',
      'first_name',
      { application_id: 'app_1', first_name: 'Ana', last_name: 'A' },
      'First Name',
    ],
    [
      'update_case',
      'person.first_name',
      { application_id: 'app_1', first_name: 'Ana' },
      'First Name',
    ],
  ])('%s refuses %s beside its own field', async (key, name, input, label) => {
    const work = () => perform(key, { ...input, additional_fields: { [name]: 'Bo' } });
    const message = await withDialect(renamed, () => halted(work()));
    expect(message).toContain(`is also filled in as ${label}. Choose one of the two.`);
    expect(written()).toEqual([]);
  });

  it.each([
    [
      { decision_text_key: 'comment' },
      { text: 'why', additional_fields: { comment: 'x' } },
      'Reason',
    ],
    [{ decision_status_key: 'result' }, { additional_fields: { result: 'x' } }, 'Decision'],
    [{ decision_status_key: 'text' }, { text: 'why' }, 'Decision'],
  ])('of a decision: %j', async (dialect, more, label) => {
    const input = { application_id: 'app_1', decision: 'approved', ...more };
    const message = await withDialect(dialect, () => halted(perform('record_decision', input)));
    expect(message).toContain(label);
    expect(written()).toEqual([]);
  });

  it.each(['file_id', 'document_files'])('of a document: %s', async (name) => {
    const input = { application_id: 'app_1', type: 'ID', file: 'some words of a text' };
    const additional_fields = { [name]: 'fil_other' };
    const message = await halted(perform('upload_document', { ...input, additional_fields }));
    expect(message).toContain('is also filled in as File');
    expect(written()).toEqual([]);
  });

  it('of a case that carries its parties', async () => {
    const input = {
      ...business,
      related_persons: [{ last_name: 'A' }],
      additional_fields: { persons: '[{"last_name":"B"}]' },
    };
    const work = () => perform('start_onboarding', input);
    const message = await withDialect({ related_parties: 'inline' }, () => halted(work()));
    expect(message).toContain('Related Persons');
    expect(written()).toEqual([]);
  });
});

describe('the type of a document', () => {
  const upload = (more: object = {}) =>
    perform('upload_document', {
      application_id: 'app_1',
      type: 'ID',
      file: 'some words of a text',
      ...more,
    }) as Promise<Item>;

  it('is not taken in a form that has the name alone', () =>
    withDialect({ documents: 'files' }, async () => {
      const named = await upload({ name: 'Passport' });
      expect(JSON.stringify(sent('POST /api/documents'))).not.toContain('ID');
      expect(named).toMatchObject({ not_taken: ['Document Type'] });
      expect(named.type).toBeUndefined();
      expect(await upload()).toMatchObject({ not_taken: [] });
      expect(sent('POST /api/documents')).toMatchObject({ name: 'ID' });
    }));

  it.each([[{ type: null }], [{ name: 'Passport', type: '' }]])(
    'is not taken where the answer is %j',
    async (shown) => {
      serve({ 'POST /api/documents': [201, { document_id: 'doc_1', ...shown }] });
      expect(await upload({ name: 'Passport' })).toMatchObject({
        not_taken: expect.arrayContaining(['Document Type']),
      });
    },
  );
});

it.each([
  ['phone_number', 'text'],
  ['registration number', 'text'],
  ['PhoneNumber', 'text'],
  ['updated_by', 'text'],
  ['postal_code', 'text'],
  ['datetime', 'text'],
  ['number', 'number'],
  ['Number (decimal)', 'number'],
  ['integer', 'number'],
  ['date', 'date'],
  ['industry_codes', 'codes'],
])('a custom field of type %s is read as %s', async (type, kind) => {
  serve({ 'GET /api/custom_fields': [200, [{ name: 'x', type }]] });
  const fields = await run<Item[]>('creates.create_case.operation.inputFields', {
    authData: authData(),
    inputData: {},
  });
  expect(fields.map(({ key }) => key as string)).toContain(`custom_${kind}_x`);
});

it.each<[string, object, string]>([
  ['two options of a dropdown', { custom_choice_plan: ['A', 'B'] }, 'Custom Field "plan"'],
  ['a number that was rounded', { external_reference: 2 ** 60 }, 'External Reference'],
  ['the same in a field', { custom_number_x: 2 ** 60 }, 'Custom Field "x"'],
  ['the same among others', { custom_fields: { x: { y: [2 ** 53] } } }, 'Custom Fields'],
  ['a German thousand', { custom_number_x: '12.345' }, 'Custom Field "x"'],
  [
    'midnight of another zone',
    { registration_date: '1985-11-01T23:00:00.000Z' },
    'Registration Date',
  ],
  ['the same', { registration_date: '1985-11-01 22:00 UTC' }, 'Registration Date'],
  ['the same', { registration_date: '1985-11-01T18:30:00+00:00' }, 'Registration Date'],
  ['two subjects', { additional_fields: { 'person.email': 'a@b.example' } }, 'Subject'],
  ['the same', { additional_fields: { person: '{"last_name":"A"}' } }, 'Subject'],
])('%s is refused: %j', async (_, input, label) => {
  expect(await halted(created(input))).toContain(label);
  expect(written()).toEqual([]);
});
it.each<[unknown, object]>([
  [{ registration_date: '1985-11-02T05:00:00Z' }, { registration_date: '1985-11-02' }],
  [{ registration_date: '1985-11-02T23:59:59Z' }, { registration_date: '1985-11-02' }],
  [{ registration_date: '1985-11-02T23:00:00+01:00' }, { registration_date: '1985-11-02' }],
])('a time of day is left out where the day is sure: %j', async (input, sentBusiness) =>
  expect((await created(input as object)).business).toMatchObject(sentBusiness),
);
it.each([12.345, '1.5', '1.2345', '0.125', '1234.567'])('%j is a number', async (value) =>
  expect((await created({ custom_number_x: value })).custom_fields).toEqual({ x: Number(value) }),
);

it.each(['15 listopada 2024', '15 lip 2024', '15. listopad 2024'])(
  'refuses the date %j: Croatian and Polish mean two months',
  async (registration_date) => {
    expect(await halted(created({ registration_date }))).toContain('is not a clear date');
  },
);
it('reads the other Polish months', async () =>
  expect((await created({ registration_date: '15 grudnia 2024' })).business).toMatchObject({
    registration_date: '2024-12-15',
  }));

it('a reference in composed and in decomposed letters is one deal', async () => {
  const make = (external_reference: string) =>
    remembering<Item>('creates.create_case.operation.perform', {
      authData: authData(),
      inputData: { ...business, external_reference },
    });
  await make('Mu\u0308ller');
  expect(await make('M\u00fcller')).toMatchObject({ already_existed: true });
  expect(written()).toEqual(['POST /api/applications']);
  expect(sent('POST /api/applications').external_reference).toBe('Müller');
});

describe('a filter', () => {
  it.each([
    [{ risk_level: ['3'] }, { risk_level: '3' }, 1],
    [{ risk_level: ['FORBIDDEN'] }, { risk_level: 'Forbidden' }, 1],
    [{ risk_level: ['2'] }, { risk_level: '3' }, 0],
    [{ risk_level: ['0'] }, { risk_level: null }, 0],
    [{ skip_drafts: 'yes' }, { is_draft: 'true' }, 0],
    [{ custom_fields: { city: 'Zu\u0308rich' } }, { custom_fields: { city: 'Z\u00fcrich' } }, 1],
    // The same value in another form of the service.
    [{ custom_fields: { x: 'A' } }, { custom_fields: { x: ['A', 'B'] } }, 1],
    [{ custom_fields: { x: 'C' } }, { custom_fields: { x: ['A', 'B'] } }, 0],
    [{ custom_fields: { x: '["A","B"]' } }, { custom_fields: { x: ['A', 'B'] } }, 1],
    [{ custom_country_x: 'France' }, { custom_fields: { x: 'FR' } }, 1],
    [{ custom_countries_x: ['FRA'] }, { custom_fields: { x: ['ES', 'FR'] } }, 1],
    [{ custom_countries_x: ['FRA'] }, { custom_fields: { x: ['ES', 'DE'] } }, 0],
    [{ custom_date_x: '31.05.2024' }, { custom_fields: { x: '2024-05-31T00:00:00Z' } }, 1],
    [{ custom_number_x: '25' }, { custom_fields: { x: '25.0' } }, 1],
    [{ custom_number_x: '25' }, { custom_fields: { x: 'about 25' } }, 0],
    [{ custom_boolean_x: 'yes' }, { custom_fields: { x: 1 } }, 1],
    [{ custom_boolean_x: 'no' }, { custom_fields: { x: 'Yes' } }, 0],
    [{ custom_boolean_x: 'no' }, { custom_fields: {} }, 0],
    [{ custom_choices_x: [trade] }, { custom_fields: { x: trade } }, 1],
  ])('%j of a case with %j', async (inputData, more, count) => {
    serve({ 'GET /api/applications/app_1': [200, { ...found, ...more }] });
    expect(await fire('case_submitted', submitted, inputData)).toHaveLength(count);
  });
});

describe('another case than was asked for', () => {
  const other: Reply = [200, { ...found, application_id: 'app_2' }];
  it.each([
    ['find_case', 'GET /api/applications/app_1'],
    ['update_case', 'PUT /api/applications/app_1'],
    ['submit_case', 'PUT /api/applications/app_1/submit'],
  ])('%s halts with both ids', async (key, route) => {
    serve({ [route]: other });
    const message = await halted(
      perform(key, { application_id: 'app_1', ...(key === 'update_case' && { risk_level: '1' }) }),
    );
    expect(message).toMatch(/app_2.*app_1/);
  });
  it.each(['case_submitted', 'event_received'])('%s fires nothing', async (trigger) => {
    serve({ 'GET /api/applications/app_1': other });
    expect(await halted(fire(trigger, submitted))).toMatch(/app_2.*app_1/);
  });
});

describe('what was done to another case', () => {
  const other = { id: 'x_1', application_id: 'app_2' };
  const inCase = { application_id: 'app_1' };
  const file = { file: 'some words of a text', type: 'ID' };
  it.each<[string, object, string, unknown]>([
    ['record_decision', { ...inCase, decision: 'approved' }, 'POST .*/decisions', other],
    ['add_related_person', { ...inCase, last_name: 'A' }, 'POST .*/persons', other],
    ['add_related_business', { ...inCase, organization_name: 'A' }, 'POST .*/businesses', other],
    ['upload_document', { ...inCase, ...file }, 'POST /api/documents', other],
    [
      'upload_document',
      { person_id: 'app_1', ...file },
      'POST /api/documents',
      { person_id: 'app_2' },
    ],
    ['find_related_persons', inCase, 'GET .*/persons', [{ id: 'x_2' }, other]],
  ])('is no success of %s', async (key, input, route, body) => {
    serve({ [route]: [key.startsWith('find') ? 200 : 201, body] });
    expect(await halted(perform(key, input))).toMatch(/app_2.*app_1/);
  });

  it('is not the case that a new person is shown in', async () => {
    const whole = { id: 'app_1', status_review: 'pending', persons: [{ id: 'per_1' }] };
    serve({ 'POST .*/persons': [200, whole] });
    const added = await perform('add_related_person', { ...inCase, last_name: 'A' });
    expect(added).toMatchObject({ application_id: 'app_1', last_name: 'A' });
    expect([added.id, added.person_id]).toEqual([undefined, undefined]);
  });
});

describe('a 422 about a file', () => {
  it.each([
    [['body', 'document_files', 0, 'file_id'], 'Unknown file fil_1', 'value_error'],
    [['body', 'document_files'], 'Unknown file fil_1', 'value_error'],
  ])('is not told as one about the form (%j)', async (loc, msg, type) => {
    serve({ 'POST /api/documents': [422, { detail: [{ loc, msg, type }] }] });
    const message = await halted(
      perform('upload_document', {
        application_id: 'app_1',
        type: 'ID',
        file: 'some words of a text',
        back_file: 'other words of a text',
      }),
    );
    expect(message).toContain('Unknown file');
    expect(message).not.toContain('one file per document');
    expect(written().filter((line) => line.endsWith('/documents'))).toHaveLength(1);
  });
});

describe('what is no file', () => {
  const passport = (reply: Reply) => {
    serve({ 'GET /passport': reply });
    const file = `${service.url}/passport`;
    return perform('upload_document', { application_id: 'app_1', type: 'ID', file });
  };
  const page = '\ufeff<!-- page -->\n<!DOCTYPE HTML><title>Sign in</title>';
  it.each<[string, Reply]>([
    ['TEXT/HTML', [200, 'Sign in', { 'content-type': 'TEXT/HTML; charset=utf-8' }]],
    ['XHTML', [200, 'Sign in', { 'content-type': 'application/xhtml+xml' }]],
    ['an unknown type', [200, page, { 'content-type': 'application/octet-stream' }]],
    ['no type', [200, page, { 'content-type': '' }]],
    ['the type of a PDF', [200, '<html><body>', { 'content-type': 'application/pdf' }]],
  ])('a page with %s', async (_, reply) => {
    expect(await halted(passport(reply))).toContain('leads to a web page');
    expect(service.lines()).not.toContain('POST /api/documents');
  });

  it.each([206, 300, 203])('an answer with %i', async (status) => {
    const message = await halted(
      passport([status, 'part of it', { 'content-type': 'application/pdf' }]),
    );
    expect(message).toContain(`its address answers ${status}`);
    expect(written()).toEqual([]);
  });

  it('a text that only speaks of pages is one', async () => {
    await passport([200, 'a text about <html>', { 'content-type': 'text/plain' }]);
    expect(written()).toEqual(['POST /api/files', 'POST /api/documents']);
  });
});

it.each([
  ['/portals/tok', 'https://collect.example.com/portals/tok'],
  ['/p/tok?lang=fr', 'https://collect.example.com/p/tok?lang=fr'],
  ['//other.example.com/p/tok', 'https://other.example.com/p/tok'],
  ['tok', 'https://collect.example.com/portals/tok'],
])('a link %s leads to %s', async (link, address) => {
  serve({ 'POST /api/applications/app_1/portals': [201, { link }] });
  process.env.SERVICE_PORTAL_ADDRESS = 'https://collect.example.com';
  const made = await perform('create_portal', { application_id: 'app_1' }).finally(
    () => delete process.env.SERVICE_PORTAL_ADDRESS,
  );
  expect(made.portal_link).toBe(address);
});

describe('a registration', () => {
  const targetUrl = 'https://hooks.example.com/1';
  const subscribe = (reply: Reply) => {
    service.serve({ 'POST /api/webhooks': reply });
    return run<Item>('triggers.case_submitted.operation.performSubscribe', {
      authData: authData(),
      targetUrl,
    });
  };
  it.each<[Reply, object]>([
    [[201, { webhook_id: 'wh_1' }], { id: 'wh_1' }],
    [[201, { id: 'req_1', webhook_id: 'wh_1', secret: 's' }], { id: 'wh_1', secret: 's' }],
    [[201, { id: 'wh_1' }], { id: 'wh_1' }],
    [[409, { detail: 'exists', webhook_id: 'wh_7' }], { id: 'wh_7' }],
    [[409, { detail: 'exists', id: 'wh_7', url: targetUrl }], { id: 'wh_7' }],
  ])('answered %j is %j', async (reply, kept) => expect(await subscribe(reply)).toEqual(kept));

  it.each([
    [{ id: 'err_1', detail: 'exists' }],
    [{ id: 'wh_7', url: 'https://hooks.example.com/2' }],
    [{ data: { id: 'err_1' } }],
  ])('refused as %j is not taken over', async (body) =>
    expect(await halted(subscribe([409, body]))).toContain('Remove it in the webhook settings'),
  );
});

describe('the end of a registration', () => {
  const unsubscribe = (reply: Reply) => {
    service.serve({ 'DELETE /api/webhooks/wh_1': reply });
    return run<Item>('triggers.case_submitted.operation.performUnsubscribe', {
      authData: authData(),
      subscribeData: { id: 'wh_1' },
    });
  };
  it.each<Reply>([
    [200, { success: false, message: 'Webhook is locked' }],
    [200, { error: 'Webhook is locked' }],
  ])('is not reached by %j', async (...reply) =>
    expect(await halted(unsubscribe(reply as Reply))).toContain('Webhook is locked'),
  );
  it.each<Reply>([
    [200, { deleted: true }],
    [200, 'OK'],
    [204, undefined],
    [404, { error: 'not found' }],
    [410, { success: false }],
  ])('is reached by %j', async (...reply) => {
    expect(await unsubscribe(reply as Reply)).toEqual({});
  });
});

describe('a missing status of the case proves nothing', () => {
  const now = '2026-01-02T10:00:00Z';
  it.each([
    ['case_status_updated', 'application.status_updated', 'status_execution', 'done'],
    ['case_review_updated', 'application.review_updated', 'status_review', 'approved'],
  ])('%s', async (trigger, type, field, status) => {
    for (const missing of [{}, { [field]: null }]) {
      const { [field as keyof typeof found]: _, ...rest } = found;
      serve({ 'GET /api/applications/app_1': [200, { ...rest, ...missing, updated_at: now }] });
      const object = { application_id: 'app_1', [field]: status };
      const event = { event_id: 'e', type, created_at: '2026-01-01T10:00:00Z', data: { object } };
      const [item] = await fire(trigger, event, { [field]: [status] });
      expect(item).toMatchObject({ [field]: status });
    }
  });
});

describe('a signed event', () => {
  const hour = 3600;
  const secret = 'aplainsecretofours';
  const send = (at: string, authMore: object = { webhook_secret: secret }) => {
    const content = JSON.stringify(submitted);
    const mark = createHmac('sha256', secret).update(`m.${at}.${content}`).digest('base64');
    const headers = {
      'webhook-id': 'm',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${mark}`,
    };
    return fire(
      'case_submitted',
      submitted,
      {},
      {
        authData: { ...authData(), ...authMore },
        rawRequest: { content, headers },
      },
    );
  };
  const before = (hours: number) => String(Math.floor(Date.now() / 1000) - hours * hour);

  it.each([0, 35, -1])('runs %i hours later', async (hours) =>
    expect(await send(before(hours))).toHaveLength(1),
  );
  it.each([before(37), before(30 * 24), before(-37), 'x', ''])(
    'is refused at %s, beyond what a retry takes',
    async (at) => {
      expect(await halted(send(at))).toContain('SERVICE_EVENT_AGE_HOURS');
      expect(service.lines()).toEqual([]);
    },
  );
  it('is not judged where signatures are not checked', async () =>
    expect(await send(before(30 * 24), {})).toHaveLength(1));
});

describe('a 2xx that says that nothing was done', () => {
  const failed: Item[] = [
    { success: false, message: 'Case is locked' },
    { '@context': '/contexts/Error', '@type': 'hydra:Error', error: 'Case is locked' },
    { ok: false, error: 'Case is locked' },
    { error: { code: 'locked', message: 'Case is locked' } },
    { errors: [{ message: 'Case is locked' }], data: null },
    { status: 'error', message: 'Case is locked' },
    { status: 'fail', data: { case: 'Case is locked' } },
  ];
  const steps: [string, object, string][] = [
    ['record_decision', { decision: 'approved' }, 'POST .*/decisions'],
    ['submit_case', {}, 'PUT /api/applications/app_1/submit'],
    ['update_case', { risk_level: '1' }, 'PUT /api/applications/app_1'],
    ['enrich_case', {}, 'POST .*/enrich'],
    ['create_portal', {}, 'POST /api/applications/app_1/portals'],
    ['add_related_person', { last_name: 'A' }, 'POST .*/persons'],
  ];
  it.each(steps)('is no success of %s', async (key, input, route) => {
    for (const body of failed) {
      serve({ [route]: [200, body] });
      const message = await halted(perform(key, { application_id: 'app_1', ...input }));
      expect(message).toContain('did not do this');
      if (!body.data) expect(message).toContain('Case is locked');
    }
  });
  it('is read again by a trigger', async () => {
    serve({ 'GET /api/applications/app_1': [200, { success: false, error: 'busy' }] });
    expect((await failure(fire('case_submitted', submitted))).kind).toBe('ThrottledError');
  });
  it.each([
    { message: 'Decision recorded', error: null, errors: [] },
    { id: 'dec_1', errors: [{ message: 'A warning' }] },
    { id: 'dec_1', status: 'error' },
    { success: true, error: '' },
  ])('is not %j', async (body) => {
    serve({ 'POST .*/decisions': [200, body] });
    await perform('record_decision', { application_id: 'app_1', decision: 'approved' });
  });
});

describe('a web page in place of the API', () => {
  const page: Reply = [404, '<!doctype html><title>We will be back soon</title>'];
  it.each([
    ['find_case', { application_id: 'app_1' }],
    ['find_related_persons', { application_id: 'app_1' }],
    ['get_company', { country: 'FR', registration_number: '1' }],
    ['search_companies', { country: 'FR', q: 'Lumen' }],
  ])('is nothing that %s did not find', async (key, input) => {
    service.serve({ 'GET .*': page });
    expect((await failure(perform(key, input))).message).toContain('web page');
  });

  it('is no case that is gone: no second one is made', async () => {
    const make = () =>
      remembering<Item>('creates.create_case.operation.perform', {
        authData: authData(),
        inputData: { ...business, external_reference: 'deal-1' },
      });
    await make();
    serve({ 'GET /api/applications/app_1': page });
    expect((await failure(make())).message).toContain('web page');
    expect(written()).toEqual([]);
  });

  it('is no reason to forget an event', async () => {
    serve({ 'GET /api/applications/app_1': page });
    expect((await failure(fire('case_submitted', submitted))).kind).toBe('ThrottledError');
  });
});

describe('what the service did not take', () => {
  const change = async (body: Item, input: object): Promise<string[]> => {
    serve({ 'PUT /api/applications/app_1': [200, { ...found, ...body }] });
    return (await perform('update_case', { application_id: 'app_1', ...input })).not_taken;
  };
  it.each<[string, Item, object, string[]]>([
    [
      'a subject the case has not',
      { business: {}, person: null },
      { first_name: 'Ana' },
      ['First Name'],
    ],
    [
      'an object that stays empty',
      { business: { organization_name: 'A', address: null } },
      { organization_name: 'A', business_address_city: 'Paris' },
      ['Business Address City'],
    ],
    [
      'custom fields',
      { custom_fields: null },
      { custom_fields: { plan: 'A' } },
      ['Custom Fields: Plan'],
    ],
    ['a risk level', { risk_level: 0 }, { risk_level: '2' }, ['Risk Level']],
    [
      'a name',
      { business: { organization_name: 'Old' } },
      { organization_name: 'New' },
      ['Organization Name'],
    ],
    ['a country', { business: { country: 'DE' } }, { country: 'FR' }, ['Country']],
    [
      'a date',
      { business: { registration_date: '2024-05-30' } },
      { registration_date: '2024-05-31' },
      ['Registration Date'],
    ],
    [
      'a reference',
      { external_reference: 'deal-10' },
      { external_reference: 'deal-1' },
      ['External Reference'],
    ],
    [
      'a number',
      { custom_fields: { seats: 5 } },
      { custom_fields: { seats: '6' } },
      ['Custom Fields: Seats'],
    ],
    [
      'one of several',
      { person: { nationalities: ['FRA'] } },
      { nationality: 'FR, ES' },
      ['Nationality'],
    ],
  ])('%s', async (_, body, input, labels) => expect(await change(body, input)).toEqual(labels));

  it.each<[string, Item, object]>([
    ['an object by its id', { business: null, business_id: 'b_1' }, { organization_name: 'A' }],
    ['a country by another code', { business: { country: 'at' } }, { country: 'AUT' }],
    [
      'a date with a time',
      { business: { registration_date: '2024-05-31T00:00:00Z' } },
      { registration_date: '2024-05-31' },
    ],
    [
      'a name in full',
      { business: { organization_name: 'LUMEN STUDIO S.A.S.' } },
      { organization_name: 'Lumen Studio' },
    ],
    [
      'a number with blanks',
      { business: { registration_number: '552 100 554' } },
      { registration_number: '552100554' },
    ],
    ['a level by its name', { risk_level: 'HIGH' }, { risk_level: '2' }],
    ['a number as text', { custom_fields: { seats: '6.0' } }, { custom_fields: { seats: '6' } }],
    [
      'an option by its id',
      { custom_fields: { plan: 'opt_1' } },
      { custom_fields: { plan: 'Premium' } },
    ],
    ['a nationality alone', { person: { nationalities: 'FRA' } }, { nationality: 'FR' }],
  ])('is not %s', async (_, body, input) => expect(await change(body, input)).toEqual([]));

  it('is a field that was emptied and stays', async () => {
    const kept = { business: { vat_number: 'FR1' }, custom_fields: { plan: 'A', seats: 0 } };
    const clear_fields = ['business.vat_number', 'custom_fields.plan', 'custom_fields.seats'];
    const labels = ['VAT Number', 'Custom Fields: Plan'];
    expect(await change(kept, { clear_fields })).toEqual(labels);
  });

  it('is a decision that was recorded as another', async () => {
    serve({ 'POST .*/decisions': [201, { id: 'dec_1', status: 'rejected' }] });
    const inputData = { application_id: 'app_1', decision: 'approved' };
    expect(await perform('record_decision', inputData)).toMatchObject({ not_taken: ['Decision'] });
  });

  it('is a draft that is none', async () => {
    serve({ 'POST /api/applications': [201, { ...found, is_draft: false }] });
    const made = await perform('create_case', { ...business, is_draft: true });
    expect(made).toMatchObject({ is_draft: false, not_taken: ['Create as Draft'] });
  });

  it('is the submission of a case that stays a draft', async () => {
    serve({
      'PUT /api/applications/app_1/submit': [200, {}],
      'GET /api/applications/app_1': [200, { ...found, is_draft: true }],
    });
    const work = perform('submit_case', { application_id: 'app_1' });
    expect((await failure(work)).message).toContain('still a draft');
  });
});

describe('an event', () => {
  const hook = { subscribeData: { id: 'wh_1' } };
  const started = async (event: unknown, trigger = 'case_submitted') =>
    (
      await remembering<Item[]>(`triggers.${trigger}.operation.perform`, {
        authData: authData(),
        inputData: {},
        rawRequest: { headers: {}, content: JSON.stringify(event) },
        ...hook,
      })
    ).length;
  const changed = (more: object) =>
    serve({ 'GET /api/applications/app_1': [200, { ...found, ...more }] });
  const type = 'application.updated';

  // "Payload content: application_id; custom_fields": neither an id nor a time.
  it.each<[string, Item]>([
    ['an id of its own', { type, application_id: 'app_1', custom_fields: { deal: '1' } }],
    ['a time of the event', { type, application_id: 'app_1', timestamp: 1 }],
  ])('without %s is no repeat once the case has changed', async (_, event) => {
    for (const trigger of ['case_updated', 'event_received']) {
      changed({ risk_level: 1 });
      expect([await started(event, trigger), await started(event, trigger)]).toEqual([1, 0]);
      changed({ risk_level: 2 });
      expect([await started(event, trigger), await started(event, trigger)]).toEqual([1, 0]);
    }
  });

  it('that is the case itself is told from the next by what it says', async () => {
    const flat = { type, id: 17, application_id: 'app_1' };
    const states = [{ risk_level: 1 }, { risk_level: 2 }, { risk_level: 2 }];
    const counts = [];
    for (const state of states) counts.push(await started({ ...flat, ...state }, 'case_updated'));
    expect(counts).toEqual([1, 1, 0]);
  });

  it.each<[string, unknown]>([
    ['several events at once', [submitted, { ...submitted, event_id: 'evt_2' }]],
    ['which case', { type: 'application.submitted', case_id: 'app_1' }],
    ['which case', { type: 'application.submitted', data: { applicationId: 'app_1' } }],
    ['which case', { event: { kind: 'submitted' }, subject: 'app_1' }],
  ])('is not dropped in silence: %s', async (text, event) =>
    expect(await halted(fire('case_submitted', event, {}, hook))).toContain(text),
  );
  it.each([null, [], {}, 'ping', { type: 'webhooks.test' }, { type: 'document.created' }])(
    'is none of the trigger: %j',
    async (event) => expect(await fire('case_submitted', event, {}, hook)).toEqual([]),
  );

  it('is run again later where the service still shows what was before', async () => {
    changed({ status_review: 'pending', updated_at: '2026-01-01T09:00:00Z' });
    const event = {
      event_id: 'e',
      type: 'application.review_updated',
      data: { object: { ...found, status_review: 'approved', updated_at: '2026-01-01T10:00:00Z' } },
    };
    expect((await failure(started(event, 'case_review_updated'))).kind).toBe('ThrottledError');
    changed({ status_review: 'approved', updated_at: '2026-01-01T10:00:00Z' });
    expect(await started(event, 'case_review_updated')).toBe(1);
  });

  it('with the status in other capitals is not out of date', async () => {
    changed({ status_review: 'approved', updated_at: '2026-01-01T10:00:01Z' });
    const object = { application_id: 'app_1', status_review: 'APPROVED' };
    const event = {
      event_id: 'e',
      type: 'application.review_updated',
      created_at: '2026-01-01T10:00:00Z',
      data: { object },
    };
    expect(await started(event, 'case_review_updated')).toBe(1);
  });
});

describe('a list that is not whole, or not one of things', () => {
  const all = 'GET /api/applications/app_1/persons';
  const persons = (reply: Reply | ((asked: { path: string }) => Reply), more: Item = {}) => {
    serve({ [all]: reply, 'GET /api/applications/app_1': [200, { ...found, ...more }] });
    return perform('find_related_persons', { application_id: 'app_1' }) as Promise<Item[]>;
  };
  const one = [{ id: 'per_1', last_name: 'A' }];
  const link = '</api/applications/app_1/persons?page=2>; rel="next", </x>; rel="last"';

  it.each<[string, object]>([
    ['count', { count: 30, next: null, results: one }],
    ['next_cursor', { data: one, next_cursor: 'abc' }],
    ['meta.total', { data: one, meta: { total: 9 } }],
    ['hasNextPage', { items: one, pageInfo: {}, pagination: { hasNextPage: true } }],
    ['page of pages', { items: one, page: 1, pages: 3 }],
    ['beside an inner list', { data: { items: one }, total: 2 }],
  ])('says so: %s', async (_, body) =>
    expect(await persons([200, body])).toMatchObject([{ id: 'per_1', more_exist: true }]),
  );
  const next = '/api/applications/app_1/persons?page=2';
  it.each<[string, Reply, Item]>([
    ['a Link header', [200, one, { link }], one],
    [
      '_links',
      [200, { items: one, total: 2, _links: { next: { href: next } } }],
      { items: one, total: 2 },
    ],
    ['beside an inner list', [200, { data: { items: one }, next }], { data: { items: one } }],
  ])('is read to its end: %s', async (_, first, last) => {
    const listed = await persons(({ path }) => (path === next ? [200, last] : first));
    expect(listed.map(({ more_exist }) => more_exist)).toEqual([false, false]);
  });
  it.each<[string, Reply, Item]>([
    ['ids', [200, ['per_1']], {}],
    ['ids in the case', [404], { persons: ['per_1'] }],
    ['a map in the case', [404], { persons: { per_1: {} } }],
    ['nothing in the case', [404], {}],
  ])('is not none: %s', async (_, reply, more) => {
    const { message } = await failure(persons(reply, more));
    expect(message).toMatch(/cannot be read|not known whether there are any/);
  });
  it('is none where the case says so', async () =>
    expect(await persons([404], { persons: [] })).toEqual([]));
});

describe('a company with another number', () => {
  const company = (registration_number: unknown, wanted: string) => {
    serve({ 'GET /api/companies/.*': [200, { name: 'Lumen', registration_number }] });
    return perform('get_company', { country: 'FR', registration_number: wanted });
  };
  it('is not the one that was asked for', async () =>
    expect(await halted(company('999999999', '552100554'))).toMatch(/999999999.*552100554/));
  it.each([
    ['552 100 554', '552100554'],
    [445790, '00445790'],
    ['552100554', '55210055400013'],
    ['HRB 12345', '12345'],
  ])('%s is %s', async (number, wanted) => expect(await company(number, wanted)).toHaveLength(1));
});

describe('a service that answers a new case with the one it has', () => {
  const reference = { external_reference: 'deal-1' };
  const old = { id: 'app_9', ...reference, business: { organization_name: 'Lumen Studio SAS' } };
  const input = { ...business, ...reference, related_persons: [{ last_name: 'A' }] };
  const answer = (reply: Item, more: Routes = {}) =>
    serve({
      'POST /api/applications': [200, reply],
      'GET /api/applications/app_9': [200, reply],
      'POST .*/persons': [201, { id: 'per_1' }],
      'POST .*/portals': [201, { link: 'tok' }],
      ...more,
    });
  const lastYear = new Date(Date.now() - 366 * 24 * 3600 * 1000).toISOString();

  it('gets its parties once', async () => {
    answer({ ...old, created_at: lastYear });
    const shown = await perform('start_onboarding', input);
    expect(shown).toMatchObject({ id: 'app_9', already_existed: true });
    expect(shown.not_taken_text).toContain('related parties were not changed');
    expect(written().filter((line) => line.endsWith('/persons'))).toEqual([]);
  });
  it('is stopped at where the step says so', async () => {
    answer({ ...old, created_at: lastYear });
    expect(await halted(perform('create_case', { ...input, when_exists: 'stop' }))).toContain(
      'app_9',
    );
  });
  it('makes a new one of today', async () => {
    answer({ ...old, created_at: new Date().toISOString() });
    const shown = await perform('start_onboarding', input);
    expect(shown).toMatchObject({ already_existed: false });
    expect(written().filter((line) => line.endsWith('/persons'))).toHaveLength(1);
  });
  it('never gives the case of a person for that of a business', async () => {
    answer({ id: 'app_9', ...reference, person: { last_name: 'A' }, business: null });
    expect(await halted(perform('create_case', input))).toMatch(/app_9.*about a business/);
  });
});

it.each<[string, object[], string]>([
  ['several portals', [{ link: 'old' }, { link: 'new' }], 'null'],
  ['one portal twice', [{ link: 'one' }, { link: 'one' }], '/portals/one'],
])('of a case with %s no link is guessed', async (_, portals, link) => {
  serve({ 'GET /api/applications/app_1': [200, { ...found, portals }] });
  const [shown] = await perform('find_case', { application_id: 'app_1' });
  expect(String(shown.portal_link)).toMatch(new RegExp(`${link}$`));
});

describe('a secret that the service repeats', () => {
  const secret = 'sk/live+Ab?cd==';
  const forms = [
    secret,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
  it.each(
    forms.flatMap((form) => [{ detail: `x ${form}` }, { detail: [{ loc: [form], msg: 'x' }] }]),
  )('is in no message: %j', async (body) => {
    for (const name of ['api_key', 'webhook_secret']) {
      serve({ 'GET /api/applications/app_1': [422, body] });
      const work = run('searches.find_case.operation.perform', {
        authData: { ...authData(), [name]: secret },
        inputData: { application_id: 'app_1' },
      });
      const message = (await halted(work)).toLowerCase();
      expect(message).toContain('[key]');
      for (const form of forms) expect(message).not.toContain(form.toLowerCase());
    }
  });
});
