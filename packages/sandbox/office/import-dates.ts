/** Days in lists. The user chooses the order of day and month per column; no value is guessed. */

/**
 * The notation of a column's dates -> an example. Years first and months in words are always valid.
 */
export const dateForms = {
  '': '2024-05-31 or 31 May 2024',
  day: '31/05/2024 (day first)',
  month: '5/31/2024 (month first)',
  serial: '45443 (Excel’s day number)',
} as const;
export type DateForm = keyof typeof dateForms;
export const isDateForm = (name: string): name is DateForm => Object.hasOwn(dateForms, name);

/** The languages of the portal, whose months are read. */
const languages = ['en', 'fr', 'de', 'es'];

/** Name of a month, as `letters` writes it -> its number. */
const months = new Map<string, number>(
  languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const name = letters(format.format(Date.UTC(2024, index)));
        return [name, index + 1] as const;
      });
    }),
  ),
);

/** `Févr.` -> `fevr`. */
function letters(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

/** The day as `2024-05-31`; undefined if the calendar lacks it. */
function day(year: number, month: number, date: number): string | undefined {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, date);
  const isThere = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date;
  return isThere && year > 999 ? moment.toISOString().slice(0, 10) : undefined;
}

const midnight = '(?:[T ]00:00(?::00(?:\\.0+)?)?Z?)?';
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${midnight}$`);
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${midnight}$`);
const dayInWords =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-]+(?:de\s+)?(\p{L}+)\.?[\s,-]+(?:de\s+)?(\d{4})$/iu;
const monthInWords = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu;

/**
 * Excel counts from 1900 and gives that year a 29 February. Its numbers are right from March on.
 */
const firstSerial = 61;
const lastSerial = 2_958_465;
function ofSerial(text: string): string | undefined {
  const serial = /^\d+(?:\.0+)?$/.test(text) ? Number(text) : 0;
  if (serial < firstSerial || serial > lastSerial) return undefined;
  return new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
}

const inWords = (year: string, month: string, date: string): string | undefined =>
  day(Number(year), months.get(letters(month)) ?? 0, Number(date));

/** The possible days of a text in this notation; none for another text. */
function candidates(text: string, form: DateForm): (string | undefined)[] {
  const iso = yearFirst.exec(text);
  if (iso) return [day(Number(iso[1]), Number(iso[3]), Number(iso[4]))];
  const european = dayInWords.exec(text);
  if (european) return [inWords(european[3]!, european[2]!, european[1]!)];
  const american = monthInWords.exec(text);
  if (american) return [inWords(american[3]!, american[1]!, american[2]!)];
  const numeric = yearLast.exec(text);
  if (!numeric) return form === 'serial' ? [ofSerial(text)] : [];
  const [first, second, year] = [numeric[1], numeric[3], numeric[4]].map(Number) as [
    number,
    number,
    number,
  ];
  const dayFirst = day(year, second, first);
  const monthFirst = day(year, first, second);
  if (form === 'day') return [dayFirst];
  if (form === 'month') return [monthFirst];
  // A dot means that the day comes first.
  return numeric[2] === '.' ? [dayFirst] : [dayFirst, monthFirst];
}

const readings = (text: string, form: DateForm): string[] => [
  ...new Set(candidates(text, form).filter((found) => found !== undefined)),
];

/** A day of a column -> `2024-05-31`, or the problem in words. */
export function readDay(text: string, form: DateForm): { day: string } | { problem: string } {
  const found = readings(text, form);
  if (found.length === 1) return { day: found[0]! };
  return {
    problem: found.length
      ? `“${text}” can be ${found.join(' or ')}. Choose the date format of this column`
      : `“${text}” is not a date such as ${dateForms[form]}. Correct it, or choose another date format for this column`,
  };
}

/** The only notation in which every value is a day, if there is exactly one. */
export function dateFormOf(values: string[]): DateForm {
  const filled = values.map((value) => value.trim()).filter(Boolean);
  const fits = (form: DateForm) =>
    filled.length > 0 && filled.every((value) => readings(value, form).length === 1);
  if (fits('')) return '';
  const fitting = (['day', 'month', 'serial'] as const).filter(fits);
  return fitting.length === 1 ? fitting[0]! : '';
}

/** True if all values look like days in some notation, not only as numbers. */
export const looksLikeDays = (values: string[]): boolean => {
  const filled = values.map((value) => value.trim()).filter(Boolean);
  return filled.length > 0 && filled.every((value) => readings(value, '').length > 0);
};
