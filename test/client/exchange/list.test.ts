/** Reading a list of the service: to its end, below the Base URL only, or as incomplete. */
import { listIn } from '../../../client/exchange/list.ts';
import { failure, halted, openCore, type Reply, type Routes } from '../../support/core.ts';

type Item = Record<string, any>;

const { service, perform } = openCore();

const one = [{ id: 'per_1', last_name: 'A' }];
const found = { application_id: 'app_1', status_review: 'pending' };
const inCase = { application_id: 'app_1' };
const aCase = 'GET /api/applications/app_1';
const all = 'GET /api/applications/app_1/persons';

it.each<[string, object]>([
  ['hasNextPage', { items: one, pageInfo: {}, pagination: { hasNextPage: true } }],
  ['page of pages', { items: one, page: 1, pages: 3 }],
  ['beside an inner list', { data: { items: one }, total: 2 }],
])('knows of a list that it is not whole: %s', (_, body) =>
  expect(listIn(body, [])).toMatchObject({ records: one, more: true }),
);

it.each([{ per_1: {} }, ['per_1'], { persons: { per_1: {} } }, { persons: ['per_1'] }])(
  'takes %j for no list of things',
  (body) => expect(listIn(body, ['persons'])).toBeUndefined(),
);

describe('the persons of a case', () => {
  const find = (routes: Routes) => {
    service.serve(routes);
    return perform<Item[]>('find_related_persons', inCase);
  };
  const persons = [
    { id: 'per_1', given_names: 'Ana', last_name: 'A', roles: ['UBO', 'DIRECTOR'] },
    { id: 'per_2', last_name: 'B', roles: ['SHAREHOLDER'] },
  ];

  it.each([404, 405])(
    'are those of the case where the service has no list (%i)',
    async (status) => {
      const routes: Routes = { [aCase]: [200, { id: 'app_1', persons }], [all]: [status, {}] };
      expect(await find(routes)).toHaveLength(2);
    },
  );

  it.each<[string, Reply, unknown[] | undefined]>([
    ['ids', [200, ['per_1']], undefined],
    ['ids in the case', [404], ['per_1']],
    ['nothing in the case', [404], undefined],
    ['nothing yet', [200, { results: [], next_cursor: 'x' }], undefined],
  ])('are not none: %s', async (_, reply, inTheCase) => {
    const routes: Routes = { [all]: reply, [aCase]: [200, { ...found, persons: inTheCase }] };
    const { message } = await failure(find(routes));
    expect(message).toMatch(/cannot be read|unclear whether there are any/);
  });

  it('are not none where there is no such case', async () =>
    expect(await halted(find({}))).toContain('knows no such case'));

  it('are none where the case says so', async () =>
    expect(await find({ [all]: [404], [aCase]: [200, { ...found, persons: [] }] })).toEqual([]));

  const third = [{ id: 'per_3', last_name: 'C' }];
  const path = '/api/applications/app_1/persons';
  /** The list with a first part, and what comes at any other address. */
  const inParts = (next: unknown, reply: Reply) =>
    find({
      [all]: (request) => (request.path === path ? [200, { results: persons, next }] : reply),
      'GET /.*': reply,
    });
  const names = (listed: Item[]) => listed.map(({ last_name }) => last_name);

  it.each([
    `${path}?page=2`,
    '?page=2',
    'persons?page=2',
    `https://api.example.com${path}?page=2`,
    { href: `${path}?page=2` },
  ])('go on at the next address %j', async (next) => {
    const listed = await inParts(next, [200, { results: third, next: null }]);
    expect(names(listed)).toEqual(['A', 'B', 'C']);
    expect(listed[0]!.more_exist).toBe(false);
    expect(service.lines()).toEqual([all, `${all}?page=2`]);
  });

  it.each([
    'https://elsewhere.example/api/persons?page=2',
    `https://api.example.com.evil${path}?page=2`,
    `https://api.example.com@evil.example${path}`,
    '//evil.example/api',
    '\\\\evil.example/api',
    'http://api.example.com/api',
    'eyJwYWdlIjoyfQ',
    7,
  ])(
    'end, and say that more exist, where the next is no address below the Base URL: %j',
    async (next) => {
      const listed = await inParts(next, [200, { results: third }]);
      expect(names(listed)).toEqual(['A', 'B']);
      expect(listed.every(({ more_exist }) => more_exist)).toBe(true);
      expect(service.lines()).toEqual([all]);
    },
  );

  it.each<[string, Reply]>([
    ...[401, 404, 422, 429, 500, 503].map((status): [string, Reply] => [`${status}`, [status, {}]]),
    ['a page', [200, '<!doctype html>']],
    ['no list', [200, { ok: true }]],
  ])('are incomplete where a later part is %s', async (_, reply) => {
    const listed = await inParts('?page=2', reply);
    expect(names(listed)).toEqual(['A', 'B']);
    expect(listed[0]!.more_exist).toBe(true);
  });

  it('name nobody twice', async () => {
    const overlapping = [persons[1]!, ...third];
    const listed = await inParts('?page=2', [200, { results: overlapping, total: 3 }]);
    expect(names(listed)).toEqual(['A', 'B', 'C']);
    expect(listed[0]!.more_exist).toBe(false);
  });

  const next = `${path}?page=2`;
  it.each<[string, Reply, unknown]>([
    ['a Link header', [200, persons, { link: `<${next}>; rel="next", </x>; rel="last"` }], third],
    [
      '_links',
      [200, { items: persons, total: 3, _links: { next: { href: next } } }],
      { items: third, total: 3 },
    ],
    ['beside an inner list', [200, { data: { items: persons }, next }], { data: { items: third } }],
  ])('are whole at the end: %s', async (_, first, last) => {
    const listed = await find({
      [all]: (request) => (request.path === next ? [200, last] : first),
    });
    expect(listed.map(({ more_exist }) => more_exist)).toEqual([false, false, false]);
  });
});
