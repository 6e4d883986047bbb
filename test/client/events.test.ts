/** Reading a webhook: its id and its name, wherever a service puts them; and whether it is out of date. */
import { readDialect } from '../../service/dialect.ts';
import { isAhead, isSuperseded, parseEvent } from '../../client/events.ts';

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
  ['in an object called event', { event: { type, version: 1 }, application_id }],
  ['of an event without a trigger', { type: 'document.created', data: { object: {} } }],
])('finds the name %s', (_, body) => {
  const names = [type, 'document.created'];
  expect(names).toContain(parseEvent(standard, body).type);
});

it('takes the name of a client for none of an event', () => {
  expect(parseEvent(standard, { application_id, name: 'Lumen Studio SAS' }).type).toBeUndefined();
  expect(
    parseEvent(standard, { data: { application_id, name: 'Lumen Studio SAS' } }).type,
  ).toBeUndefined();
  // Not even one that is called like an event.
  const client = { application_id, name: type };
  expect(parseEvent(standard, client).type).toBeUndefined();
  expect(parseEvent(standard, { type: 'document.created', ...client }).type).toBe(
    'document.created',
  );
  expect(parseEvent(standard, { name: type, data: { object: { application_id } } }).type).toBe(
    type,
  );
});

it.each<[string, object]>([
  ['event_id at the top', { event_id: 7, application_id }],
  ['event_id in data', { data: { event_id: '7', application_id } }],
  ['id at the top', { id: '7', data: { object: { id: application_id } } }],
  ['id in data, beside the object', { data: { id: 7, object: { id: application_id } } }],
])('finds the id: %s', (_, body) => expect(parseEvent(standard, body).id).toBe('7'));

it('never takes the id of the case for that of the event', () => {
  for (const body of [
    { id: 17, application_id: '17' },
    { data: { id: '17', object: { application_id: 17 } } },
  ]) {
    expect(parseEvent(standard, body)).toMatchObject({ application_id: '17' });
    expect(parseEvent(standard, body).id).toMatch(/^[0-9a-f]{64}$/);
  }
});

describe('an event that tells of another status than the case has', () => {
  const [before, then, later] = [11, 12, 13].map((hour) => `2026-01-01T${hour}:00:00Z`);
  const eventOf = (object: object, created_at?: string) =>
    parseEvent(standard, { type, created_at, data: { object: { application_id, ...object } } });
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

  it.each<[string, object, object, number, boolean]>([
    ['by its payload', { updated_at: later }, {}, 1, true],
    ['by its own time', {}, { created_at: later }, 1, true],
    ['by its payload before its own time', { updated_at: before }, { created_at: later }, 1, false],
    ['not by the time of an attempt', {}, { timestamp: later }, 1, false],
    ['not at the same time', { updated_at: then }, {}, 1, false],
    ['not by an older payload', { updated_at: before }, {}, 1, false],
    ['not without a time', {}, {}, 1, false],
    ['for ten minutes', {}, { created_at: later }, 9.9, true],
    ['not any longer', {}, { created_at: later }, 10.1, false],
    ['not by a time in the far future', { updated_at: later }, {}, -60, false],
  ])('is ahead of the case %s', (_, object, top, minutes, isNewer) => {
    const { now } = Date;
    Date.now = () => Date.parse(later!) + minutes * 60_000;
    const event = parseEvent(standard, {
      type,
      ...top,
      data: { object: { application_id, ...rejected, ...object } },
    });
    expect(isAhead(event, found)).toBe(isNewer);
    expect(isAhead(event, { ...found, ...rejected })).toBe(false);
    Date.now = now;
  });
});
