/** Reading the thing in a good answer: about whom it is, and whether anything was done. */
import { resourceIn } from '../../../client/exchange/answer-body.ts';
import { failure, halted, openCore, type Reply, type Routes } from '../../support/core.ts';

const { service, perform, fire, written } = openCore();

const found = { application_id: 'app_1', status_review: 'pending' };
const inCase = { application_id: 'app_1' };
const passport = { file: 'some words of a text', type: 'ID' };
const aCase = 'GET /api/applications/app_1';
const submitted = {
  event_id: 'evt_1',
  type: 'application.submitted',
  data: { object: { application_id: 'app_1' } },
};
const files: Routes = {
  'POST /api/files': [201, { file_id: 'fil_1' }],
  [aCase]: [200, found],
};

describe('an answer about another case', () => {
  const whole = { ...found, application_id: 'app_2' };
  const thing = { id: 'x_1', application_id: 'app_2' };
  it.each<[string, object, string, unknown]>([
    ['find_case', inCase, aCase, whole],
    ['update_case', { ...inCase, risk_level: '1' }, 'PUT /api/applications/app_1', whole],
    ['submit_case', inCase, 'PUT /api/applications/app_1/submit', whole],
    ['record_decision', { ...inCase, decision: 'approved' }, 'POST .*/decisions', thing],
    ['add_related_person', { ...inCase, last_name: 'A' }, 'POST .*/persons', thing],
    ['add_related_business', { ...inCase, organization_name: 'A' }, 'POST .*/businesses', thing],
    ['upload_document', { ...inCase, ...passport }, 'POST /api/documents', thing],
    [
      'upload_document',
      { person_id: 'app_1', ...passport },
      'POST /api/documents',
      { person_id: 'app_2' },
    ],
    ['find_related_persons', inCase, 'GET .*/persons', [{ id: 'x_2' }, thing]],
  ])('ends %s with both ids', async (key, input, route, body) => {
    service.serve({ ...files, [route]: [route.startsWith('POST') ? 201 : 200, body] });
    expect(await halted(perform(key, input))).toMatch(/app_2.*app_1/);
  });

  it.each(['case_submitted', 'event_received'])('fires no %s', async (trigger) => {
    service.serve({ [aCase]: [200, whole] });
    expect(await halted(fire(trigger, submitted))).toMatch(/app_2.*app_1/);
  });

  it('is not the case that a new person is shown in', async () => {
    service.serve({
      'POST .*/persons': [
        201,
        { id: 'app_1', status_review: 'pending', persons: [{ id: 'per_1' }] },
      ],
    });
    const added = await perform('add_related_person', { ...inCase, last_name: 'A' });
    expect(added).toMatchObject({ application_id: 'app_1', last_name: 'A' });
    expect([added.id, added.person_id]).toEqual([undefined, undefined]);
  });

  it('is the whole case under its application_id: the person is made once', async () => {
    const persons = [{ person_id: 'per_1', last_name: 'A' }];
    service.serve({ 'POST .*/persons': [200, { application_id: 'app_1', persons }] });
    const add = () => perform('add_related_person', { ...inCase, last_name: 'A' });
    expect(await add()).toMatchObject({ last_name: 'A', already_existed: false });
    expect(await add()).toMatchObject({ last_name: 'A', already_existed: true });
    expect(written()).toEqual(['POST /api/applications/app_1/persons']);
  });

  const share = 'Direct Ownership Percentage';
  it.each<[shown: object[], notTaken: string[]]>([
    [[{ id: 'per_1', last_name: 'A', direct_ownership_percentage: 60 }], []],
    [[{ id: 'per_1', last_name: 'A', direct_ownership_percentage: 40 }], [share]],
    [[{ id: 'per_1', last_name: 'B', direct_ownership_percentage: 40 }], []],
  ])('is compared with the person %j that the case shows', async (persons, notTaken) => {
    service.serve({ 'POST .*/persons': [201, { id: 'app_1', persons }] });
    const input = { ...inCase, last_name: 'A', direct_ownership_percentage: 60 };
    expect(await perform('add_related_person', input)).toMatchObject({ not_taken: notTaken });
  });
});

it.each(['', { status: 'ok' }])('201 with %j says that a person was added', async (body) => {
  service.serve({ 'POST .*/persons': [201, body] });
  const added = await perform('add_related_person', { ...inCase, last_name: 'Tok' });
  expect(added).toMatchObject({ id: undefined, application_id: 'app_1', last_name: 'Tok' });
});

it('a step keeps the case where the answer shows null', async () => {
  const nulls = { application_id: null, person_id: null, file_id: null };
  service.serve({
    ...files,
    'POST /api/documents': [201, { document_id: 'doc_1', ...nulls }],
    'POST .*/persons': [201, { id: 'per_1', ...nulls }],
    'POST .*/decisions': [201, { status: 'approved', ...nulls }],
    'PUT .*/app_1': [200, { ...found, ...nulls, id: null }],
  });
  const ofCase = { application_id: 'app_1' };
  expect(await perform('upload_document', { ...inCase, ...passport })).toMatchObject({
    ...ofCase,
    file_id: 'fil_1',
  });
  expect(await perform('add_related_person', { ...inCase, last_name: 'A' })).toMatchObject(ofCase);
  expect(await perform('update_case', { ...inCase, risk_level: '1' })).toMatchObject({
    ...ofCase,
    id: 'app_1',
  });
  expect(await perform('record_decision', { ...inCase, decision: 'approved' })).toMatchObject(
    ofCase,
  );
});

describe('a web page in place of the API', () => {
  const page: Reply = [404, '<!doctype html><title>We will be back soon</title>'];
  it('is no case that is gone: no second one is made', async () => {
    const make = () =>
      perform('create_case', {
        subject: 'business',
        organization_name: 'Lumen',
        external_reference: 'deal-1',
      });
    const created = { ...found, business: { organization_name: 'Lumen' } };
    service.serve({ 'POST /api/applications': [201, created] });
    await make();
    service.serve({ 'POST /api/applications': [201, created], [aCase]: page });
    expect((await failure(make())).message).toContain('web page');
    expect(written()).toEqual([]);
  });
});

it.each<[string, Routes, string]>([
  ['the case', {}, 'knows no such case'],
  ['the path', { [aCase]: [200, found] }, 'not offer this call'],
])('404 says whether it is %s that is not there', async (_, routes, text) => {
  service.serve(routes);
  expect(await halted(perform('enrich_case', inCase))).toContain(text);
});

it('a reader looks for the ID in no field of the thing that is called data', () => {
  const thing = { application_id: 'app_1', data: { id: 'other' } };
  expect(resourceIn(thing, 'application_id')).toBe(thing);
  expect(resourceIn({ data: [1] })).toEqual([1]);
});

it.each([
  { id: 'app_1', data: { id: 'app_2' } },
  { application_id: 'app_1', data: { application_id: 'app_2' } },
])('refuses an answer whose whole and data name two: %j', (body) =>
  expect(() => resourceIn(body, 'application_id')).toThrow(/app_1 and app_2 at once/),
);

it('an answer is read after a byte order mark', async () => {
  service.serve({
    [aCase]: [200, `\ufeff${JSON.stringify(found)}`, { 'content-type': 'application/json' }],
  });
  expect(await perform('find_case', inCase)).toMatchObject([{ application_id: 'app_1' }]);
});
