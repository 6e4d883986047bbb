/** Reading a webhook: its id and its name, wherever a service puts them; and whether it is out of date. */
import { readDialect } from '../../service/dialect.ts';
import { parseEvent } from '../../client/events.ts';
import { standingOf, type Standing } from '../../triggers/flow.ts';

const standard = readDialect();

const application_id = 'app_1';
const type = 'application.submitted';

it.each<[string, object]>([
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

describe('the event of a status', () => {
  const [before, then, later] = [11, 12, 13].map((hour) => `2026-01-01T${hour}:00:00Z`);
  const standing = (
    object: object,
    top: object,
    { minutes = 1, shown = {}, noted }: { minutes?: number; shown?: object; noted?: unknown } = {},
  ) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(later!) + minutes * 60_000);
    const data = { object: { application_id, ...object } };
    const event = parseEvent(standard, { type, ...top, data });
    const found = { application_id, status_review: 'approved', updated_at: then, ...shown };
    const result = standingOf(event, found, 'status_review', noted);
    now.mockRestore();
    return result;
  };
  const rejected = { status_review: 'rejected' };
  const [early, late] = [{ created_at: before }, { created_at: later }];

  it.each<[string, Standing, object, object, Parameters<typeof standing>[2]?]>([
    [
      'another status in a payload as new as the case',
      'current',
      { ...rejected, updated_at: then },
      early,
    ],
    ['in an older payload', 'superseded', { ...rejected, updated_at: before }, late],
    ['in a later payload', 'ahead', { ...rejected, updated_at: later }, {}],
    ['at the time of an attempt', 'current', rejected, { timestamp: later }],
    ['in the far future', 'current', rejected, late, { minutes: -60 }],
    ['the same status', 'current', { status_review: 'APPROVED' }, late],
    [
      'a status where the case shows none',
      'current',
      rejected,
      late,
      { shown: { status_review: undefined } },
    ],
    [
      'no status within 30 s of the case',
      'unchanged',
      {},
      { created_at: '2026-01-01T12:00:30Z' },
      { noted: 'approved', minutes: -59 },
    ],
    [
      'no status, null noted and shown, after ten minutes',
      'current',
      {},
      late,
      { noted: null, shown: { status_review: null }, minutes: 11 },
    ],
  ])('names %s: %s', (_, expected, object, top, ...more) =>
    expect(standing(object, top, ...more)).toBe(expected),
  );
});
