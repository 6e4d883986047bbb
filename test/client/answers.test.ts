/** What is read from answers of different forms, and what a step says of what was not taken. */
import { readDialect } from '../../service/dialect.ts';
import { thingIn } from '../../client/envelope.ts';
import { asNotTaken } from '../../client/not-taken.ts';
import { startStandIn, type Reply, type Routes, type StandIn } from '../support/stand-in.ts';
import { failure, run } from '../support/app.ts';

type Item = Record<string, any>;

let service: StandIn;
beforeAll(async () => (service = await startStandIn()));
afterAll(() => service.close());
afterEach(() => delete process.env.SERVICE_DIALECT);

const perform = <T = Item>(key: string, inputData: object, routes: Routes): Promise<T> => {
  service.serve(routes);
  const authData = { base_url: service.url, api_key: 'key' };
  return run<T>(`${key}.operation.perform`, { authData, inputData });
};
const create = (key: string, inputData: object, routes: Routes) =>
  perform(`creates.${key}`, inputData, routes);
const bodies = () => service.requests.map(({ body }) => body as Item);

const business = { subject: 'business', organization_name: 'Lumen', vat_number: 'FR1' };
const referenced = { ...business, external_reference: 'deal-1' };
const made = (reply: Reply): Routes => ({ 'POST /api/applications': reply });

describe('a thing and its id', () => {
  it('as a number', async () =>
    expect((await create('create_case', business, made([201, { id: 17 }]))).id).toBe('17'));

  const added: Item = { application_id: 'app_1', last_name: 'Tok' };
  const persons = 'POST /api/applications/app_1/persons';

  it.each(['', { status: 'ok' }])(
    'may be missing of a person that 201 says was added: %j',
    async (body) => {
      const shown = await create('add_related_person', added, { [persons]: [201, body] });
      expect(shown).toMatchObject({ id: undefined, application_id: 'app_1', last_name: 'Tok' });
    },
  );

  it('is not looked for in a field of the thing that is called data', () => {
    const thing = { application_id: 'app_1', data: { id: 'other' } };
    expect(thingIn(readDialect(), thing, 'application_id')).toBe(thing);
    expect(thingIn(readDialect(), { data: [1] })).toEqual([1]);
  });

  it.each([
    { id: 'app_1', data: { id: 'app_2' } },
    { application_id: 'app_1', data: { application_id: 'app_2' } },
  ])('is not chosen where the whole and its data name two: %j', async (thing) => {
    const { kind, message } = await failure(create('create_case', business, made([201, thing])));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(/app_1 and app_2 at once.*set envelope in its dialect/);
  });
});

describe('a reference that is taken', () => {
  const existing: Routes = {
    'GET /api/applications/app_7': [
      200,
      { id: 'app_7', external_reference: 'deal-1', business: {}, status_review: 'approved' },
    ],
  };

  it.each<[string, Reply]>([
    ['under a key', [409, { detail: 'exists', application_id: 'app_7' }]],
    ['in an object', [409, { detail: { msg: 'exists', application: { id: 'app_7' } } }]],
    ['in its text', [409, { detail: 'external_reference is used by app_7.' }]],
    ['in a header', [409, { detail: 'exists' }, { location: '/api/applications/app_7' }]],
    ['with 400', [400, { detail: 'external_reference already exists: app_7' }]],
  ])('gives the case that the refusal names %s', async (_, reply) => {
    const found = await create('create_case', referenced, { ...made(reply), ...existing });
    expect(found).toMatchObject({ id: 'app_7', already_existed: true, status_review: 'approved' });
  });

  it.each<[string, Item, RegExp]>([
    [
      'of another reference',
      { external_reference: 'deal-2', business: {} },
      /may have been made: look for the External Reference "deal-1"/,
    ],
    [
      'of another subject',
      { external_reference: 'deal-1', person: {} },
      /case app_7 has "deal-1" and is not shown to be about a business.*"deal-1-kyb"/,
    ],
    [
      'that does not say whom it is about',
      { external_reference: 'deal-1' },
      /case app_7 has "deal-1" and is not shown to be about a business/,
    ],
  ])('gives no case %s', async (_, other, text) => {
    const routes = {
      ...made([409, { application_id: 'app_7' }]),
      'GET /api/applications/app_7': [200, { id: 'app_7', ...other }] as Reply,
    };
    const { kind, message } = await failure(create('create_case', referenced, routes));
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(text);
  });
});

describe('what the service did not take', () => {
  it.each<[string, Item, string[]]>([
    ['a field it leaves out', { business: { organization_name: 'Lumen' } }, ['VAT Number']],
    [
      'a field it shows as null',
      { business: { vat_number: null } },
      ['Organization Name', 'VAT Number'],
    ],
    ['a bare id is no evidence', {}, []],
    ['an object that is not shown', { status_review: 'pending' }, []],
    ['an object that is only named', { business: { id: 'biz_1' } }, []],
    ['an object that is null', { business: null, external_reference: 'deal-1' }, []],
    ['another form of a value', { business: { organization_name: 'LUMEN', vat_number: 1 } }, []],
    [
      'a field of the case',
      { business: { organization_name: 'L', vat_number: 'F' } },
      ['External Reference'],
    ],
  ])('%s', async (name, answer, labels) => {
    const inputData = name === 'a field of the case' ? referenced : business;
    const shown = await create('create_case', inputData, made([201, { id: 'app_1', ...answer }]));
    expect(shown.not_taken).toEqual(labels);
    expect(shown.not_taken_text).toEqual(labels.length ? asNotTaken(labels).not_taken_text : null);
    for (const label of labels) expect(shown.not_taken_text).toContain(label);
  });
});

describe('a decision', () => {
  const decision = { application_id: 'app_1', decision: 'approved', text: 'ok' };
  const beside = 'POST /applications/app_1/decisions';
  const under = 'POST /api/applications/app_1/decisions';

  it.each<[string, Reply]>([
    ['a page with 200', [200, '<!doctype html><title>App</title>']],
    ['a page with 403', [403, '<h1>Forbidden</h1>']],
    ['a page with 401', [401, '<h1>Log in</h1>']],
    ['a page of another type', [200, '<p>App</p>', { 'content-type': 'Application/XHTML+xml' }]],
    ['a page without a type', [200, ' <HTML>', { 'content-type': 'text/plain' }]],
    ['404', [404, { detail: 'Not Found' }]],
    ['405', [405, { detail: 'Method Not Allowed' }]],
    ['301', [301, '', { location: '/x' }]],
    ['307', [307, '', { location: '/x' }]],
    ['308', [308, '', { location: '/x' }]],
  ])('goes under /api where the first path answers with %s', async (_, reply) => {
    const recorded = await create('record_decision', decision, {
      [beside]: reply,
      [under]: [201, { id: 'dec_1' }],
    });
    expect(recorded).toMatchObject({ id: 'dec_1', status: 'approved' });
    expect(bodies().at(-1)).toEqual({ status: 'approved', text: 'ok' });
    expect(service.lines()).toEqual([beside, under]);
  });

  it.each<[number, string]>([
    [401, 'ExpiredAuthError'],
    [403, 'AppError'],
    [400, 'HaltedError'],
  ])('is refused by the API itself with JSON (%i)', async (status, kind) => {
    const work = create('record_decision', decision, { [beside]: [status, { detail: 'no' }] });
    expect((await failure(work)).kind).toBe(kind);
    expect(service.lines()).toEqual([beside]);
  });

  it.each([302, 303])('is neither recorded nor repeated after %i', async (status) => {
    const page: Reply = [status, '<html>', { location: '/login' }];
    const { kind, message } = await failure(
      create('record_decision', decision, { [beside]: page, [under]: [201, {}] }),
    );
    expect(kind).toBe('HaltedError');
    expect(message).toMatch(/may have been recorded.*case app_1.*set decisions in its dialect/);
    expect(service.lines()).toEqual([beside]);
  });

  it('is not repeated where the dialect names a path of the API', async () => {
    process.env.SERVICE_DIALECT = '{"decisions":"/api/applications/{application_id}/decisions"}';
    await failure(create('record_decision', decision, { [under]: [404, { detail: 'no' }] }));
    expect(service.lines()).toEqual([under]);
  });

  it('is none where both paths are pages', async () => {
    const page: Reply = [200, '<p>'];
    const { message } = await failure(
      create('record_decision', decision, { [beside]: page, [under]: page }),
    );
    expect(message).toContain('web page');
  });
});

describe('a document', () => {
  let count = 0;
  const routes: Routes = {
    'POST /api/files': () => [201, { id: `fil_${++count}` }],
    'POST /api/documents': [201, { id: 'doc_1' }],
  };
  beforeEach(() => (count = 0));
  const document = { application_id: 'app_1', type: 'ID', file: 'front text' };
  const sent = () => bodies().at(-1);

  it('has a front and a back', async () => {
    const more = { back_file: 'back text', name: 'Identity card', expected_document_id: 'exp_1' };
    await create('upload_document', { ...document, ...more }, routes);
    const uploads = service.requests.filter(({ path }) => path === '/api/files');
    const idOf = (text: string) =>
      `fil_${1 + uploads.findIndex(({ content }) => content.includes(text))}`;
    expect(sent()).toMatchObject({
      name: 'Identity card',
      expected_document_id: 'exp_1',
      file_id: idOf('front text'),
      document_files: [
        { file_id: idOf('front text'), side: 'front' },
        { file_id: idOf('back text'), side: 'back' },
      ],
    });
  });

  it('is not sent again after a 400, whatever that says of its keys', async () => {
    const refused: Reply = [400, { detail: 'file_id is not permitted' }];
    const { message } = await failure(
      create('upload_document', document, { ...routes, 'POST /api/documents': refused }),
    );
    expect(message).toMatch(
      /File: is not permitted.*set documents in its dialect to flat or files/,
    );
    expect(service.lines()).toEqual(['POST /api/files', 'POST /api/documents']);
  });

  it('is named by its files alone', async () => {
    process.env.SERVICE_DIALECT = '{"documents":"files"}';
    await create('upload_document', document, routes);
    expect(sent()).toEqual({
      application_id: 'app_1',
      name: 'ID',
      document_files: [{ file_id: 'fil_1', side: 'front' }],
    });
  });

  it('is named as the specification has it', async () => {
    process.env.SERVICE_DIALECT = '{"documents":"flat"}';
    await create('upload_document', document, routes);
    expect(sent()).toEqual({ application_id: 'app_1', file_id: 'fil_1', type: 'ID' });
    const { kind, message } = await failure(
      create('upload_document', { ...document, back_file: 'back' }, routes),
    );
    expect(kind).toBe('HaltedError');
    expect(message).toContain('Back File');
    // Nothing is uploaded that has no place.
    expect(service.requests).toEqual([]);
  });

  describe('whose keys of one form are refused as unknown', () => {
    const extra = 'extra fields not permitted';
    const refusing = (keys: string[], refusal: unknown): Routes => ({
      ...routes,
      'POST /api/documents': ({ body }) =>
        keys.some((key) => key in (body as Item)) ? [422, refusal] : [201, { id: 'doc_1' }],
    });
    const detail = (keys: string[], msg = extra) => ({
      detail: keys.map((key) => ({ loc: ['body', key], msg })),
    });
    const flat = ['file_id', 'type'];
    const files = ['name', 'document_files'];

    it.each<[string, unknown]>([
      ['a list', detail(flat)],
      ['a map', { errors: { file_id: ['unknown field'], type: ['unknown field'] } }],
      ['a text', { error: { message: 'property file_id should not exist' } }],
    ])('goes by its files, front and back: %s', async (_, refusal) => {
      const shown = await create(
        'upload_document',
        { ...document, back_file: 'back text' },
        refusing(flat, refusal),
      );
      expect(sent()).toMatchObject({ application_id: 'app_1', name: 'ID' });
      expect(sent()!.document_files).toHaveLength(2);
      expect(shown).toMatchObject({ id: 'doc_1', type: 'ID', not_taken: [] });
      const keys = service.requests.slice(-2).map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys).size).toBe(2);
    });

    it('has no place for a back there', async () => {
      const inputData = { ...document, back_file: 'back text' };
      const work = create('upload_document', inputData, refusing(files, detail(files)));
      expect((await failure(work)).message).toContain('one file per document');
    });

    it('is sent once where a value is refused', async () => {
      const refusal = detail(['type'], 'value is not a valid enumeration member');
      const { message } = await failure(
        create('upload_document', document, refusing(['type'], refusal)),
      );
      expect(message).toContain('Document Type: value is not a valid enumeration member');
      expect(service.requests.filter(({ path }) => path === '/api/documents')).toHaveLength(1);
    });
  });
});

describe('a company', () => {
  const known = {
    organization_name: 'LUMEN STUDIO',
    registration_number: '552100554',
    legal_type: 'SAS',
    legal_type_raw: '5710',
    country_code: 'FRA',
    official_address: {
      building_number: '12',
      street: 'RUE DE LA PAIX',
      town: 'PARIS',
      postcode: '75002',
      country: 'FRA',
    },
  };
  const search = (key: string, reply: Reply) =>
    perform<Item[]>(
      `searches.${key}`,
      { country: 'France', q: 'lumen', registration_number: '552100554' },
      { 'GET /api/companies/.*': reply },
    );

  it('comes under the names that every step takes', async () => {
    const [company] = await search('get_company', [200, known]);
    expect(company).toMatchObject({
      organization_name: 'LUMEN STUDIO',
      registration_number: '552100554',
      legal_type: 'SAS',
      country: 'FRA',
      address: {
        street: '12 RUE DE LA PAIX',
        city: 'PARIS',
        postal_code: '75002',
        country: 'FRA',
      },
    });
    expect(company!.id).toBe('FRA-552100554');
  });

  const none: Reply[] = [
    [404, { detail: 'none' }],
    [200, []],
    [200, { data: [] }],
  ];
  it.each<[string, Reply[]]>([
    ['search_companies', none],
    ['get_company', [...none, [200, {}], [200, null]]],
  ])('is not found by %s without an error', async (key, replies) => {
    for (const reply of replies) expect(await search(key, reply)).toEqual([]);
  });

  it('is one of several, of which the service has more', async () => {
    const next = `${service.url}/api/companies/FRA/search?page=2`;
    const found = await search('search_companies', [200, { items: [{ name: 'A' }], next }]);
    expect(found).toMatchObject([{ organization_name: 'A', more_exist: true }]);
    expect(service.lines()).toHaveLength(1);
  });
});

describe('the connection', () => {
  const test = (reply: Reply) => {
    service.serve({ 'GET .*': reply });
    return run('authentication.test', { authData: { base_url: service.url, api_key: 'key' } });
  };
  it.each([200, 400, 402, 404, 406, 409, 410, 415, 418, 422])(
    'is proved by %i in JSON',
    async (status) => expect(await test([status, { detail: 'x' }])).toHaveProperty('account'),
  );
  it.each([200, 404, 410, 422])('is not proved by a page with %i', async (status) =>
    expect((await failure(test([status, '<h1>App</h1>']))).message).toContain('not like the API'),
  );
  it.each([401, 403, 500, 502, 503])('is not proved by %i', async (status) => {
    await failure(test([status, { detail: 'x' }]));
  });
});

describe('the persons of a case', () => {
  const find = (inputData: object, routes: Routes) =>
    perform<Item[]>(
      'searches.find_related_persons',
      { application_id: 'app_1', ...inputData },
      routes,
    );
  const persons = [
    { id: 'per_1', given_names: 'Ana', last_name: 'A', roles: ['UBO', 'DIRECTOR'] },
    { id: 'per_2', last_name: 'B', roles: ['SHAREHOLDER'] },
  ];

  it.each([404, 405])('are those the case shows where it has no list (%i)', async (status) => {
    const routes: Routes = {
      'GET /api/applications/app_1': [200, { id: 'app_1', persons }],
      'GET /api/applications/app_1/persons': [status, { detail: 'no' }],
    };
    expect(await find({}, routes)).toHaveLength(2);
  });

  it('are read to the end of the list, below the Base URL only', async () => {
    const part = (next: string): Reply => [200, { results: persons, next }];
    const found = await find(
      {},
      {
        'GET /api/applications/app_1/persons': ({ path }) =>
          path.includes('page=2')
            ? part('https://elsewhere.example/page=3')
            : part('/api/applications/app_1/persons?page=2'),
      },
    );
    expect(found).toHaveLength(4);
    expect(found[0]).toMatchObject({ more_exist: true });
  });

  it.each<[string, Routes, string]>([
    ['the case', {}, 'knows no such case'],
    ['the path', { 'GET /api/applications/app_1': [200, { id: 'app_1' }] }, 'not offer this call'],
  ])('says whether it is %s that is not there', async (_, routes, text) => {
    const work = create('enrich_case', { application_id: 'app_1' }, routes);
    expect(await failure(work)).toMatchObject({
      kind: 'HaltedError',
      message: expect.stringContaining(text) as string,
    });
  });
});
