/** One table of cases per kind of value; what is not read as meant is refused by its label. */
import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import Papa from 'papaparse';

import { birthDateProblem } from '../../../fields/kinds/dates.ts';
import { parseJson } from '../../../client/basics/json.ts';
import { random } from '../../support/amount.ts';
import {
  isEmpty,
  toBirthDate,
  toBoolean,
  toDate,
  toSingle,
  toList,
  toNumber,
  toPairs,
  toPercentage,
  toTyped,
  toUrl,
} from '../../../fields/kinds/values.ts';

const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-06-15`;

const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;

const kinds: [
  read: (value: unknown, label: string) => unknown,
  accepted: [value: unknown, result: unknown][],
  refused: unknown[],
][] = [
  [
    toDate,
    [
      ['2024-05-31', '2024-05-31'],
      ['2024-05-31T23:30:00+02:00', '2024-05-31'],
      ['12/31/2024 3:45 PM', '2024-12-31'],
      ['May 31, 2024', '2024-05-31'],
      ['Fri, 31 May 2024 00:00:00 GMT', '2024-05-31'],
      ['Fri May 31 2024 00:00:00 GMT+0200 (CEST)', '2024-05-31'],
      ['31 mai 2015', '2015-05-31'],
      ['1er mars 2020', '2020-03-01'],
      ['31. März 2020', '2020-03-31'],
      ['1 de enero de 2020', '2020-01-01'],
      ['1717113600', '2024-05-31'],
      ['1717113600000', '2024-05-31'],
      ['94694400000', '1973-01-01'],
      ['1974.08.12.', '1974-08-12'],
      ['1974年8月12日', '1974-08-12'],
      ['19740812', '1974-08-12'],
      ['12MAR1974', '1974-03-12'],
      ['-94694400000', '1967-01-01'],
      [['2024-05-31'], '2024-05-31'],
      // The day is sure, whatever the time.
      ['1985-11-02T05:00:00Z', '1985-11-02'],
      ['1985-11-02T23:59:59Z', '1985-11-02'],
      ['1985-11-02T23:00:00+01:00', '1985-11-02'],
      ['Mon Apr 01 1985 00:00:00 GMT+0200 (Central European Summer Time)', '1985-04-01'],
      ['Mon Apr 01 1985 22:00:00 GMT+0200 (Central European Summer Time)', '1985-04-01'],
      ['Apr 1, 1985 12:00 AM UTC', '1985-04-01'],
      ['Apr 1, 1985 10:01 PM UTC', '1985-04-01'],
      ['Apr 1, 1985 10:00 PM', '1985-04-01'],
      ['', undefined],
    ],
    [
      // A language that the product does not have, and a word that may be none of a date.
      '15 listopada 2024',
      '12 ottobre 2020',
      'Friday, 31 May 2024',
      'Expired, 31 May 2024',
      // Midnight of another zone.
      '1985-11-01T23:00:00.000Z',
      '1985-11-01 22:00 UTC',
      '1985-11-01T18:30:00+00:00',
      '1985-04-01T22:00:00Z (UTC)',
      'Mon Apr 01 1985 22:00:00 GMT+0000 (Coordinated Universal Time)',
      'Mon, 01 Apr 1985 22:00:00 GMT',
      'Apr 1, 1985 10:00 PM UTC',
      '1 April 1985 at 10:00 p.m. GMT',
      '4/1/1985 11:00:00 PM Z',
      '13/04/1985 22:00 UTC',
      '1900-01-00',
      '2024-02-30',
      '31 Feb 2024',
      '31.13.2024',
      '2024-05/31',
      'Tier 3',
      'mai 2015',
      '552100554',
      '1717113601',
      'soon',
      '12',
      '31 May 24',
      '0024-05-31',
      '2024-05-31 and more',
      ['2024-05-31', '2024-06-01'],
      { date: '2024-05-31' },
    ],
  ],
  [
    toBirthDate,
    [
      ['1985-11-02', '1985-11-02'],
      // The first day of computers, on which many were born.
      ['1970-01-01', '1970-01-01'],
      [yearsAgo(110), yearsAgo(110)],
      ['', undefined],
    ],
    [
      '2131-05-05',
      yearsAgo(-1),
      yearsAgo(131),
      '1066-10-14',
      '1899-12-30',
      '1899-12-31',
      '1900-01-00',
      '1900-01-01',
      '31.12.1899',
      '1985-04-01T22:00:00Z',
    ],
  ],
  [
    toPercentage,
    [
      ['12,5 %', 12.5],
      ['100', 100],
      [0, 0],
      ['25.00%', 25],
      [12.5, 12.5],
      ['0.25 %', 0.25],
      ['33,333 %', 33.333],
      ['1%', 1],
      [1.5, 1.5],
      ['', undefined],
    ],
    [
      // A percentage, or a part of one.
      '0.25',
      '0,5',
      0.25,
      '1',
      1,
      '1.0',
      '-1',
      '101',
      'half',
      '1,2,3',
      '1,000',
      '%',
      '0x10',
      '1e1',
      '+5',
      '.5',
      ['10', '20'],
      {},
    ],
  ],
  [
    toNumber,
    [
      [12.345, 12.345],
      ['2469.1200000000003', 2469.1200000000003],
      ['1.5', 1.5],
      ['1.2345', 1.2345],
      ['0.125', 0.125],
      ['1234.567', 1234.567],
      ['12,5', 12.5],
      ['-0.125', -0.125],
      ['', undefined],
    ],
    ['12.345', '1,000', '1.000', 'many', 2 ** 60, '12345678901234567890'],
  ],
  [
    toBoolean,
    [
      ['Yes', true],
      [true, true],
      [1, true],
      ['off', false],
      [false, false],
      ['', undefined],
    ],
    ['maybe', '2', {}, ['yes', 'no']],
  ],
  [
    toList,
    [
      ['DIRECTOR, UBO', ['DIRECTOR', 'UBO']],
      ['["DIRECTOR","UBO"]', ['DIRECTOR', 'UBO']],
      [
        ['A', '', null, 'B,C'],
        ['A', 'B', 'C'],
      ],
      [7, ['7']],
      ['[broken', ['[broken']],
      ['["Director, Finance","UBO"]', ['Director, Finance', 'UBO']],
      ['["Director, Finance"]', ['Director, Finance']],
      [
        ['Director, Finance', 'UBO'],
        ['Director, Finance', 'UBO'],
      ],
      [['Director, UBO'], ['Director, UBO']],
      ['DIRECTOR;UBO', ['DIRECTOR', 'UBO']],
      ['Director, Finance; UBO', ['Director, Finance', 'UBO']],
      ['[12345678901234567890, 1.10]', ['12345678901234567890', '1.10']],
      ['', []],
    ],
    [{ role: 'UBO' }, [{ role: 'UBO' }], '[{"role":"UBO"}]', deep],
  ],
  [
    toSingle,
    [
      ['deal-1', 'deal-1'],
      [' a ', 'a'],
      [10482, '10482'],
      [false, 'false'],
      [['deal-1'], 'deal-1'],
      ['["a"]', '["a"]'],
      [[], undefined],
      [null, undefined],
    ],
    [['deal-1', 'deal-2'], { id: 1 }, [{ name: 'Lumen' }], [['a']]],
  ],
  [
    toPairs,
    [
      [
        { a: '1', b: 'true', c: '', d: '["x"]' },
        { a: 1, b: true, d: ['x'] },
      ],
      ['{"plan":"Premium","seats":"25"}', { plan: 'Premium', seats: 25 }],
      ['', undefined],
      [{}, undefined],
    ],
    [
      'Premium',
      '["a"]',
      ['a'],
      { ' ': 'x' },
      { a: deep },
      7,
      { plan: 'a', 'plan ': 'b' },
      '{"plan":1,"plan":2}',
      { a: '{"plan":1,"plan":2}' },
    ],
  ],
  [
    toUrl,
    [
      ['https://www.example.com/a?b=c', 'https://www.example.com/a?b=c'],
      ['', undefined],
    ],
    [
      'www.example.com',
      'javascript:alert(1)',
      'ftp://example.com',
      ['https://a.example', 'https://b.example'],
      {},
    ],
  ],
];

describe.each(kinds)('%p', (read, accepted, refused) => {
  it.each(accepted)('reads %j', (value, result) => expect(read(value, 'Field')).toEqual(result));
  it.each(refused.map((value) => [value]))('refuses %.60j by its label', (value) =>
    expect(() => read(value, 'Field')).toThrow(/^Field/),
  );
});

it.each([
  ['12', 12],
  ['1.5', 1.5],
  ['007', '007'],
  ['+33 1', '+33 1'],
  ['12345678901234567890', '12345678901234567890'],
  ['1.50', '1.50'],
  ['true', true],
  ['"12"', '12'],
  ['["a",1]', ['a', 1]],
  ['2024-05-31', '2024-05-31'],
  ['[broken', '[broken'],
  ['{broken}', '{broken}'],
])('%j becomes a value of its type', (text, value) => expect(toTyped(text)).toEqual(value));

it.each(['[12345678901234567890]', '{"id":9007199254740993}', '{"a":{"b":[1e400]}}'])(
  'refuses %s, whose digits would change',
  (text) => expect(() => toTyped(text, 'Plan')).toThrow(/^Plan: \d.* is too long for a number/),
);

it.each([
  ['{"price":1.10,"n":[-0,1E2]}', '{"price":1.1,"n":[0,100]}'],
  ['{"__proto__":1.0,"s":"1.10"}', '{"__proto__":1,"s":"1.10"}'],
])('sends the numbers of %s', (text, sent) => expect(JSON.stringify(toTyped(text))).toBe(sent));

it('shows a number that cannot be held as text, and any other as it is', () => {
  expect(
    parseJson(
      '{"id":9007199254740993,"n":0.1,"m":1E5,"list":[12345678901234567890,"12345678901234567890 \\" 1"],"big":1e400,"p":1.10,"x":0.30000000000000004}',
    ),
  ).toEqual({
    id: '9007199254740993',
    n: 0.1,
    m: 100_000,
    list: ['12345678901234567890', '12345678901234567890 " 1'],
    big: '1e400',
    p: 1.1,
    x: 0.30000000000000004,
  });
});

it('keeps a key such as __proto__ a plain key', () => {
  const pairs = toPairs(JSON.parse('{"__proto__": "1", "constructor": "x"}'), 'Pairs')!;
  expect(Object.keys(pairs)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

it.each([
  ['2131-05-05', 'is in the future'],
  ['1066-10-14', 'is more than 130 years ago'],
  ['1899-12-30', 'is what a spreadsheet shows for an empty date'],
])('says that a date of birth %s %s', (day, problem) =>
  expect(() => toBirthDate(day, 'Birth Date')).toThrow(
    `Birth Date: ${day} ${problem}. Correct it, or leave the field empty.`,
  ),
);

it('takes today for a date of birth wherever it has begun, and no later day', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  expect(birthDateProblem('2026-03-02', now)).toBeUndefined();
  expect(birthDateProblem('2026-03-03', now)).toBe('is in the future');
  expect(birthDateProblem('1896-03-02', now)).toBeUndefined();
  expect(birthDateProblem('1896-03-01', now)).toBe('is more than 130 years ago');
});

describe('dates, beside a library made for them', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => DateTime.fromJSDate(date, { zone: 'utc' }).startOf('day'));
  const formats = ['d MMMM yyyy', 'dd MMM yyyy', 'd-MMM-yyyy', 'd. MMMM yyyy'];

  it('reads what it writes in each language', () =>
    fc.assert(
      fc.property(
        days,
        fc.constantFrom('en', 'de', 'es', 'fr'),
        fc.constantFrom(...formats),
        (day, locale, format) =>
          expect(toDate(day.setLocale(locale).toFormat(format), 'Day')).toBe(day.toISODate()),
      ),
      random(2000),
    ));

  it('reads its numeric forms, or refuses what can be read in two ways', () =>
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(
          'dd/MM/yyyy',
          'MM/dd/yyyy',
          'd.M.yyyy',
          'yyyy/M/d',
          "yyyy-MM-dd'T'HH:mm:ss'Z'",
        ),
        (day, format) => {
          const text = day.toFormat(format);
          const readings = ['d/M/yyyy', 'M/d/yyyy'].map((order) =>
            DateTime.fromFormat(text, order),
          );
          const isOpen =
            readings.every(({ isValid }) => isValid) &&
            readings[0]!.toISODate() !== readings[1]!.toISODate();
          if (isOpen) expect(() => toDate(text, 'Day')).toThrow('Day');
          else expect(toDate(text, 'Day')).toBe(day.toISODate());
        },
      ),
      random(2000),
    ));

  it('never makes a date of anything that has not its year, month and day in it', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^[0-9]{1,4}[-/. ][0-9A-Za-z]{1,9}[-/. ][0-9]{1,4}$/),
          fc.integer().map(String),
        ),
        (text) => {
          let date: string | undefined;
          try {
            date = toDate(text, 'Day');
          } catch {
            return;
          }
          if (date === undefined) {
            expect(text.trim()).toBe('');
            return;
          }
          const read = DateTime.fromISO(date);
          expect(read.isValid).toBe(true);
          if (/^-?\d{9,}$/.test(text.trim())) {
            expect(Math.abs(Number(text)) % 86_400).toBe(0);
            return;
          }
          expect(text).toContain(String(read.year));
          expect(text).toMatch(new RegExp(`(^|\\D)0?${read.day}(\\D|$)`));
        },
      ),
      random(5000),
    ));
});

it('reads a list as the parser of its notation does', () =>
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[A-Za-z_][A-Za-z_ ]*[A-Za-z_]$/)), (items) => {
      expect(toList(JSON.stringify(items), 'List')).toEqual(items);
      const [line = []] = Papa.parse<string[]>(items.join(',')).data;
      expect(toList(items.join(','), 'List')).toEqual(line.filter(Boolean));
    }),
    random(500),
  ));

it.each(['', ' \n', '\u200b', '\u2060\ufeff', '\u00ad', '\u202e\u202c', '\u3164', null])(
  'takes %j, which nobody sees, for empty',
  (value) => expect(isEmpty(value)).toBe(true),
);
it.each(['a', '.', '\u200ba', '0', 0, false])('takes %j for a value', (value) =>
  expect(isEmpty(value)).toBe(false),
);
