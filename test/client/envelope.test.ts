/** What an answer is about, whatever a service puts around it. */
import { listIn, thingIn } from '../../client/envelope.ts';
import { readDialect } from '../../service/dialect.ts';

const dialect = readDialect();
const one = [{ id: 'per_1', last_name: 'A' }];

it('looks for the id in no field of the thing that is called data', () => {
  const thing = { application_id: 'app_1', data: { id: 'other' } };
  expect(thingIn(dialect, thing, 'application_id')).toBe(thing);
  expect(thingIn(dialect, { data: [1] })).toEqual([1]);
});

it.each([
  { id: 'app_1', data: { id: 'app_2' } },
  { application_id: 'app_1', data: { application_id: 'app_2' } },
])('refuses an answer whose whole and data name two: %j', (body) =>
  expect(() => thingIn(dialect, body, 'application_id')).toThrow(
    /app_1 and app_2 at once.*set "envelope" in its dialect/,
  ),
);

it.each<[string, object]>([
  ['count', { count: 30, next: null, results: one }],
  ['next_cursor', { data: one, next_cursor: 'abc' }],
  ['meta.total', { data: one, meta: { total: 9 } }],
  ['hasNextPage', { items: one, pageInfo: {}, pagination: { hasNextPage: true } }],
  ['page of pages', { items: one, page: 1, pages: 3 }],
  ['beside an inner list', { data: { items: one }, total: 2 }],
])('knows of a list that it is not whole: %s', (_, body) =>
  expect(listIn(dialect, body, [])).toMatchObject({ records: one, more: true }),
);

it.each([{ per_1: {} }, ['per_1'], { persons: { per_1: {} } }, { persons: ['per_1'] }])(
  'takes %j for no list of things',
  (body) => expect(listIn(dialect, body, ['persons'])).toBeUndefined(),
);
