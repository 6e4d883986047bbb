/** Reading a webhook: its id and its name, wherever a service puts them; and whether it is out of date. */
import { readDialect } from '../../service/dialect.ts';
import { isAhead, isSuperseded, portalLinkIn, readEvent } from '../../client/events.ts';

const standard = readDialect();

const application_id = 'app_1';
const type = 'application.submitted';

it.each<[string, object]>([
  ['at the top', { type, data: { object: { application_id } } }],
  ['as event', { event: type, application_id }],
  ['in data', { data: { type, object: { application_id } } }],
  ['in data beside the case', { data: { event_type: type, application_id } }],
  ['beside a general word', { type: 'event', event_type: type, application_id }],
  ['under a general word', { event: 'webhook', data: { event_name: type, application_id } }],
  ['beside an object called event', { event: { version: 1 }, type, application_id }],
  ['of an event without a trigger', { type: 'document.created', data: { object: {} } }],
])('finds the name %s', (_, body) => {
  const names = [type, 'document.created'];
  expect(names).toContain(readEvent(standard, body).type);
});

it('takes the name of a client for none of an event', () => {
  expect(readEvent(standard, { application_id, name: 'Lumen Studio SAS' }).type).toBeUndefined();
  expect(
    readEvent(standard, { data: { application_id, name: 'Lumen Studio SAS' } }).type,
  ).toBeUndefined();
  // A name of the dialect is one wherever it stands.
  expect(readEvent(standard, { application_id, name: type }).type).toBe(type);
});

it('knows the names of the dialect', () => {
  const dialect = readDialect('{"events":{"case_submitted":"submitted"}}');
  expect(readEvent(dialect, { type: 'event', name: 'submitted', application_id }).type).toBe(
    'submitted',
  );
});

it.each<[string, object]>([
  ['event_id at the top', { event_id: 7, application_id }],
  ['event_id in data', { data: { event_id: '7', application_id } }],
  ['id at the top', { id: '7', data: { object: { id: application_id } } }],
  ['id in data, beside the object', { data: { id: 7, object: { id: application_id } } }],
])('finds the id: %s', (_, body) => expect(readEvent(standard, body).id).toBe('7'));

it('never takes the id of the case for that of the event', () => {
  for (const body of [
    { id: 17, application_id: '17' },
    { data: { id: '17', object: { application_id: 17 } } },
  ]) {
    expect(readEvent(standard, body)).toMatchObject({ application_id: '17' });
    expect(readEvent(standard, body).id).toMatch(/^[0-9a-f]{64}$/);
  }
});

describe('an event that tells of another status than the case has', () => {
  const [before, then, later] = [11, 12, 13].map((hour) => `2026-01-01T${hour}:00:00Z`);
  const eventOf = (object: object, created_at?: string) =>
    readEvent(standard, { type, created_at, data: { object: { application_id, ...object } } });
  const rejected = { status_review: 'rejected' };
  const found = { application_id, status_review: 'approved', updated_at: then };

  it.each<[string, object, string | undefined, boolean]>([
    ['by a payload as new as the case', { ...rejected, updated_at: then }, before, false],
    ['by an older payload', { ...rejected, updated_at: before }, later, true],
    ['by its own time, where the payload has none', rejected, before, true],
    ['by its own later time', rejected, later, false],
    ['without any time', rejected, undefined, false],
    ['in other capitals', { status_review: 'APPROVED' }, before, false],
  ])('%s', (_, object, created_at, isOld) =>
    expect(isSuperseded(eventOf(object, created_at), found)).toBe(isOld),
  );

  it.each([{}, { status_review: null }])('is not out of date where the case shows %j', (shown) =>
    expect(
      isSuperseded(eventOf(rejected, before), { application_id, updated_at: then, ...shown }),
    ).toBe(false),
  );

  it.each([
    [later, true],
    [then, false],
    [before, false],
    [undefined, false],
  ])('is ahead of the case, whose payload is of %s: %s', (updated_at, isNewer) =>
    expect(isAhead(eventOf({ ...rejected, updated_at }), found)).toBe(isNewer),
  );
});

it.each<[string, object, unknown]>([
  ['one', { portals: { link: 'a' } }, 'a'],
  ['one twice', { portals: [{ link: 'a' }, { link: 'a' }] }, 'a'],
  ['one under another name', { portal: { link: 'a' } }, 'a'],
  [
    'none of several, as it is not said which is open',
    { portals: [{ link: 'a' }, { link: 'b' }] },
    undefined,
  ],
])('reads the link of a portal: %s', (_, object, link) =>
  expect(portalLinkIn(object as Record<string, unknown>)).toBe(link),
);
