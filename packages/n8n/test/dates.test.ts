/** Dates as nodes of n8n hand them on, in a time zone east of UTC (jest.config.mjs). */
import { read } from '../adapter/input.ts';
import { toBirthDate, toDate } from '../../../fields/kinds/values.ts';

const fieldsWithDates = ['birth_date', 'registration_date', 'custom_date_since'];

describe.each(fieldsWithDates)('%s', (key) => {
  it.each<[string, unknown, string]>([
    // A column of the type date, as the node Postgres reads it, and as n8n stores it.
    ['a date of a database', new Date(1985, 3, 1), '1985-04-01'],
    ['its text', new Date(1985, 3, 1).toISOString(), '1985-04-01'],
    ['a date in winter', new Date(1985, 11, 1), '1985-12-01'],
    ['the text of a date in winter', '1985-11-30T23:00:00.000Z', '1985-12-01'],
    ['a day on which the clock is changed', new Date(2024, 2, 31), '2024-03-31'],
    ['a moment of the day', new Date('1985-04-01T08:30:00Z'), '1985-04-01T08:30:00.000Z'],
    ['midnight in UTC', '1985-04-01T00:00:00Z', '1985-04-01T00:00:00Z'],
    ['a day', '1985-04-01', '1985-04-01'],
  ])('reads %s', (_, value, text) => {
    expect(read({ [key]: value })).toEqual({ [key]: text });
    expect(toDate(text, 'Date')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('does not guess the zone of another midnight', () => {
    const elsewhere = '1985-04-01T21:00:00.000Z';
    expect(read({ [key]: elsewhere })).toEqual({ [key]: elsewhere });
    expect(() => toBirthDate(elsewhere, 'Birth Date')).toThrow('the next day begins elsewhere');
  });

  it('leaves no date as it is', () => {
    const [none] = Object.values(read({ [key]: new Date(NaN) }));
    expect(() => toDate(none, 'Date')).toThrow('Date');
  });
});

it('leaves the moments of other fields as they are', () => {
  const text = '1985-03-31T22:00:00.000Z';
  expect(read({ organization_name: text, note: new Date(text) })).toEqual({
    organization_name: text,
    note: text,
  });
});
