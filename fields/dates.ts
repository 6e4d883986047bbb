/** Dates as CRMs write them -> `YYYY-MM-DD`. An ambiguous date is refused, never guessed. */

/** Names of months in these languages are valid. */
const languages = ['en', 'fr', 'de', 'es', 'nl', 'it', 'pl'];
/** Names of months in these languages can contradict a language above. */
const others = ['hr'];

const foldName = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '');

/** Name of a month or weekday -> its numbers; several numbers if it is ambiguous. */
function namesOf(part: 'month' | 'weekday', count: number): Map<string, Set<number>> {
  const names = new Map<string, Set<number>>();
  for (const language of [...languages, ...others]) {
    for (const style of ['long', 'short'] as const) {
      // Some languages inflect the month next to a day.
      for (const beside of [{}, { day: 'numeric' as const }]) {
        const isRead = languages.includes(language);
        const format = new Intl.DateTimeFormat(language, {
          [part]: style,
          ...beside,
          timeZone: 'UTC',
        });
        for (let index = 0; index < count; index++) {
          const date = part === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, 1 + index);
          const text = format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
          const name = foldName(text);
          // Names of the other languages can only make a name ambiguous.
          const found = names.get(name) ?? (isRead ? new Set<number>() : undefined);
          if (found) names.set(name, found.add(index + 1));
        }
      }
    }
  }
  return names;
}

let months: Map<string, Set<number>> | undefined;
let weekdays: Map<string, Set<number>> | undefined;

/** Number of a month by its name; undefined for an unknown or ambiguous name. */
function monthOf(word: string): number | undefined {
  months ??= namesOf('month', 12);
  const found = months.get(foldName(word));
  return found?.size === 1 ? [...found][0] : undefined;
}

const time = String.raw`(?:[T\s,]+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT)?\s*(?:[+-]\d{2}:?\d{2})?(?:\s*\([^)]*\))?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${time}$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${time}$`, 'i');
const nth = String.raw`(?:\.|st|nd|rd|th|er|º|°|ª)?`;
const between = String.raw`(?:\s*[-/,.]\s*|\s+)(?:(?:of|de|del)\s+)?`;
const word = String.raw`(\p{L}+)\.?`;
const dayMonthYear = new RegExp(
  String.raw`^(\d{1,2})${nth}${between}${word}${between}(\d{4})${time}$`,
  'iu',
);
const monthDayYear = new RegExp(
  String.raw`^${word}\s+(\d{1,2})${nth}(?:\s*,\s*|\s+)(\d{4})${time}$`,
  'iu',
);

/**
 * A full hour of UTC at which the next day begins further east. Whoever converted a date to a time
 * there meant the next day.
 */
const midnightElsewhere =
  /[T\s,](?:1\d|2[0-3]):(?:00|15|30|45)(?::00(?:[.,]0+)?)?\s*(?:Z|UTC|GMT|(?:UTC|GMT)?[+-]00:?00)$/i;

type Parts = [year: number, month: number, day: number];

/**
 * Day and month of a date that ends with the year. The month comes first only if the second number
 * cannot be one. Undefined for an unclear order.
 */
function inOrder(a: number, separator: string, b: number, year: number): Parts | undefined {
  if (separator === '.' || a > 12 || a === b) return [year, b, a];
  return b > 12 ? [year, a, b] : undefined;
}

/** Removes a weekday in front of the date. */
function withoutWeekday(text: string): string {
  const [all, first] = /^(\p{L}+)\.?,?\s+/u.exec(text) ?? [];
  if (!all || !first) return text;
  weekdays ??= namesOf('weekday', 7);
  return weekdays.has(foldName(first)) && monthOf(first) === undefined
    ? text.slice(all.length)
    : text;
}

function partsIn(text: string): Parts | undefined {
  const iso = yearFirst.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[3]), Number(iso[4])];
  const numeric = yearLast.exec(text);
  if (numeric) {
    return inOrder(Number(numeric[1]), numeric[2]!, Number(numeric[3]), Number(numeric[4]));
  }
  const bare = withoutWeekday(text);
  const [, day, name, year] = dayMonthYear.exec(bare) ?? [];
  if (day) return [Number(year), monthOf(name!) ?? 0, Number(day)];
  const [, monthName, dayAfter, yearAfter] = monthDayYear.exec(bare) ?? [];
  return monthName ? [Number(yearAfter), monthOf(monthName) ?? 0, Number(dayAfter)] : undefined;
}

const dayMs = 86_400_000;
const earliest = 1000;
const latest = 2200;

/**
 * A timestamp in seconds or milliseconds. CRMs store a date as midnight UTC. Any other moment is
 * some other number, and so is a shorter one, such as a registry's.
 */
function parseTimestamp(text: string): Parts | undefined {
  if (!/^-?\d{10,14}$/.test(text)) return undefined;
  const moments = [1, 1000]
    .map((unit) => Number(text) * unit)
    .filter((moment) => moment % dayMs === 0)
    .map((moment) => new Date(moment))
    .filter((date) => date.getUTCFullYear() >= 1800 && date.getUTCFullYear() <= latest);
  const [date] = moments;
  return date && moments.length === 1
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    : undefined;
}

/**
 * The day in a text as `YYYY-MM-DD`. A time zone never moves it to another day.
 * @returns undefined if the text names no day, or several.
 */
export function parseDate(text: string): string | undefined {
  if (midnightElsewhere.test(text)) return undefined;
  const parts = partsIn(text) ?? parseTimestamp(text);
  if (!parts) return undefined;
  const [year, month, day] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= earliest && year <= latest ? date.toISOString().slice(0, 10) : undefined;
}
