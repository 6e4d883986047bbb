/** Dates as CRMs write them -> `YYYY-MM-DD`. An ambiguous date is refused, never guessed. */

/** The languages of the months' names. */
const languages = ['en', 'de', 'es', 'fr'];

const foldName = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '');

/** The names of the months, long and short, with their numbers. */
function readMonths(): Map<string, number> {
  const formats = (['long', 'short'] as const).flatMap((month) =>
    languages.map((language) => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
  );
  const all = Array.from({ length: 12 }, (_, index) =>
    formats.map((format) => [foldName(format.format(Date.UTC(2024, index))), index + 1] as const),
  );
  return new Map(all.flat());
}

let months: Map<string, number> | undefined;

/** The number of a month in digits or by its name; 0 for another word. */
function monthOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  // Formats of dates take a while to make, and most dates need none.
  months ??= readMonths();
  return months.get(foldName(text)) ?? 0;
}

const time = String.raw`(?:[T\s,]+(?:at\s+)?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:[.,]\d+)?))?\s*(?:(?<half>[ap])\.?m\.?)?\s*(?<utc>Z|UTC|GMT)?\s*(?<offset>[+-]\d{2}:?\d{2})?(?:\s*\([^)]*\))?)?`;
/** As software writes it (RFC 2822). */
const weekdayPart = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+)?`;
const dayPart = String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º|°|ª)?`;
const monthPart = String.raw`(?<month>\p{L}+)\.?`;
const yearPart = String.raw`(?<year>\d{4})`;
const between = String.raw`(?:\s*[-/,.]\s*|\s+)(?:(?:of|de|del)\s+)?`;
/** The order is clear where the year comes first, or the month has a name. */
const forms = [
  String.raw`${yearPart}(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})\.?`,
  weekdayPart + dayPart + between + monthPart + between + yearPart,
  String.raw`${weekdayPart}${monthPart}\s+${dayPart}(?:\s*,\s*|\s+)${yearPart}`,
  String.raw`(?<one>\d{1,2})(?<sign>[-/.])(?<other>\d{1,2})\k<sign>${yearPart}`,
  String.raw`(?<year>(?:18|19|20)\d{2})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`${yearPart}[年년]\s*(?<month>\d{1,2})[月월]\s*(?<day>\d{1,2})[日일]`,
  String.raw`(?<day>\d{1,2})(?<month>\p{L}{3,})${yearPart}`,
].map((form) => new RegExp(`^${form}${time}$`, 'iu'));

/** The groups of a form that fits a text. */
type Found = Record<string, string | undefined>;

/** Longer than any date. */
const tooLong = 100;

/** Stops at the first form that fits, because a form is compiled at its first use. */
function read(text: string): Found | undefined {
  if (text.length > tooLong) return undefined;
  for (const form of forms) {
    const found = form.exec(text)?.groups;
    if (found) return found;
  }
  return undefined;
}

/** True for an hour of UTC at which a day begins further east: who wrote it may mean the next one. */
function isMidnightElsewhere({ hour, minute = '', second = '0', half, utc, offset }: Found) {
  const isInUtc = offset ? /^[+-]00:?00$/.test(offset) : utc !== undefined;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  const isFull = /^(00|15|30|45)$/.test(minute) && Number(second.replace(',', '.')) === 0;
  return isInUtc && isFull && hours >= 10;
}

/**
 * Month and day of a date. In one that ends with the year, the month comes first only if the second
 * number cannot be one; undefined for an unclear order.
 */
function monthAndDay({ one, sign, other, month, day }: Found): [number, number] | undefined {
  if (month) return [monthOf(month), Number(day)];
  const [a, b] = [Number(one), Number(other)];
  if (sign === '.' || a > 12 || a === b) return [b, a];
  return b > 12 ? [a, b] : undefined;
}

const dayMs = 86_400_000;
const latest = 2200;
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The day of a midnight in UTC, as CRMs store a date. Any other number is no timestamp. */
function parseTimestamp(text: string): string | undefined {
  if (!/^-?\d{10,14}$/.test(text)) return undefined;
  const [moment, other] = [1, 1000]
    .map((unit) => Number(text) * unit)
    .filter(
      (one) => one % dayMs === 0 && one >= Date.UTC(1800, 0) && one < Date.UTC(latest + 1, 0),
    );
  return moment === undefined || other !== undefined ? undefined : dayOf(moment);
}

/** The day in a text as `YYYY-MM-DD`, which no time zone moves; undefined for none or several. */
export function parseDate(text: string): string | undefined {
  const found = read(text);
  if (!found) return parseTimestamp(text);
  const [month, day] = (!isMidnightElsewhere(found) && monthAndDay(found)) || [];
  const year = Number(found.year);
  if (!month || !day || year < 1000 || year > latest) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? dayOf(Number(date)) : undefined;
}

/** Why a text names no clear day: the end of a message, with the advice that follows it. */
export function unclearDate(text: string): string {
  const found = read(text);
  if (found ? isMidnightElsewhere(found) : /^-?\d{10}(\d{3})?$/.test(text))
    return 'has a time of day at which the next day begins elsewhere. Leave the time out.';
  if (/^[1-7]\d{4}([.,]\d+)?$/.test(text))
    return 'looks like the number of a day in a spreadsheet. Format the column as a date.';
  return 'is not a clear date.';
}

/** The first days of spreadsheets, which they show for an empty date. */
const emptyDays = new Set(['1899-12-30', '1899-12-31', '1900-01-01']);
/** More years than anybody lives. */
const maxAge = 130;
/** The time zone in which each day begins first. */
const firstZoneMs = 14 * 3_600_000;

/** The end of a message about a day on which nobody alive was born; undefined for another day. */
export function birthDateProblem(day: string, now = Date.now()): string | undefined {
  if (emptyDays.has(day)) return 'is what a spreadsheet shows for an empty date';
  const today = dayOf(now + firstZoneMs);
  if (day > today) return 'is in the future';
  const oldest = `${Number(today.slice(0, 4)) - maxAge}${today.slice(4)}`;
  return day < oldest ? `is more than ${maxAge} years ago` : undefined;
}

/** The same about a day that has not come, or has a year of another calendar, such as 1445 or 1403. */
export function pastDateProblem(day: string, now = Date.now()): string | undefined {
  const isFuture = day > dayOf(now + dayMs);
  if (!isFuture && !/^1[34]/.test(day)) return undefined;
  const inWords = new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `was read as ${inWords}, which ${isFuture ? 'is in the future' : 'may be of another calendar'}`;
}
