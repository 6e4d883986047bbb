/** Values that no client can have. Pages, typing and submission share these rules. */
import { checkVAT, countries } from 'jsvat';

import { Problem } from '../domain/problem.ts';
import type { FieldName } from './profile-fields.ts';
import { filled } from './messages.ts';
import { countryName, dateInWords, texts, type Language } from './texts.ts';

/** The context of a value's check. */
interface Around {
  /** `2026-11-22` */
  today: string;
  /** Of the form, as alpha-2. */
  country?: string;
}

/** First and last day a field can have. */
export const limitsOf = (name: FieldName, today: string): { min?: string; max?: string } =>
  ({
    birth_date: { min: '1900-01-01', max: today },
    // Registers of companies do not go back further.
    registration_date: { min: '1600-01-01', max: today },
  })[name as string] ?? {};

/**
 * The country whose form a VAT number does not have; undefined where it may be one. Its check digits
 * are not looked at: some countries give out numbers that break the rule.
 */
function wrongVat(value: string, country = ''): string | undefined {
  const written = value.toUpperCase().replace(/[\s.-]/g, '');
  // By its own letters; a number without any by those of the business, and then they are missing.
  // Letters alone are a word, which begins with the code of a country by chance.
  const found = /^[A-Z].*\d/.test(written)
    ? countries.find(({ codes, rules }) =>
        [codes[0]!, ...rules.regex.map(lettersOf)].some(
          (start) => start && written.startsWith(start),
        ),
      )
    : countries.find(({ codes }) => codes[0] === country);
  if (!found || checkVAT(written, [found]).isValidFormat) return undefined;
  return found.codes[0];
}

/** What the numbers of a country begin with, where that is not its code: `EL` of Greece. */
const lettersOf = ({ source }: RegExp): string => /^\^\(([A-Z]+)\)/.exec(source)?.[1] ?? '';

/** The problem of a day; undefined for a valid one, or a field without a rule. */
function dayProblem(name: FieldName, value: string, today: string, lang: Language) {
  const t = texts[lang];
  const label = t.labels[name];
  const { min, max } = limitsOf(name, today);
  if (max && value > max) return filled(t.inFuture, { label });
  return min && value < min
    ? filled(t.tooEarly, { label, date: dateInWords(min, lang) })
    : undefined;
}

/**
 * Refuses days that no client can have, of what staff enter or import.
 * @throws Problem 422 with a sentence for each, by its label.
 */
export function checkDays(values: Record<string, string>, today: string): void {
  const problems = Object.entries(values).flatMap(
    ([name, value]) => (value && dayProblem(name as FieldName, value, today, 'en')) || [],
  );
  if (problems.length) throw new Problem(422, problems.join('. '));
}

/** The problem of a value in the right form; undefined for a valid one. */
export function problemOf(
  name: FieldName,
  value: string,
  { today, country }: Around,
  lang: Language,
): string | undefined {
  const wrongDay = dayProblem(name, value, today, lang);
  const other = name === 'vat_number' ? wrongVat(value, country) : undefined;
  const t = texts[lang];
  return (
    wrongDay ??
    (other && filled(t.vatForm, { label: t.labels[name], country: countryName(other, lang) }))
  );
}

/** True if a person born on that day is under 18. */
export function isMinor(birth_date: unknown, today: string): boolean {
  if (typeof birth_date !== 'string' || !birth_date) return false;
  const [year, rest] = [Number(birth_date.slice(0, 4)), birth_date.slice(4)];
  return `${String(year + 18).padStart(4, '0')}${rest}` > today;
}
