/** Values that no client can have. Pages, typing and submission share these rules. */
import { checkVAT, countries } from 'jsvat';

import type { Errors } from '../web/form.ts';
import type { FieldName } from './profile-fields.ts';
import { filled } from './messages.ts';
import { countryName, dateInWords, texts, type Language } from './texts.ts';

/** The context of a value's check. */
interface Around {
  /** `2026-11-22` */
  today: string;
  /** The country in the form, as alpha-2. */
  country?: string;
}

/** The first and last possible day of a field. */
export const limitsOf = (name: string, today: string): { min?: string; max?: string } =>
  ({
    birth_date: { min: '1900-01-01', max: today },
    // Company registers do not go back further.
    registration_date: { min: '1600-01-01', max: today },
  })[name] ?? {};

/**
 * Checks the form of a VAT number. Ignores check digits, because some countries issue numbers that
 * break the rule.
 * @returns the country whose form the number does not have, else undefined.
 */
function wrongVat(value: string, country = ''): string | undefined {
  const written = value.toUpperCase().replace(/[\s.-]/g, '');
  // The letters of a number name its country. A number without letters belongs to the business's
  // country and lacks them. Letters alone are a word: it begins with a country's code by chance.
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

/** The first letters of a country's numbers if they differ from its code: `EL` for Greece. */
const lettersOf = ({ source }: RegExp): string => /^\^\(([A-Z]+)\)/.exec(source)?.[1] ?? '';

/** The problem of a day; undefined for a valid one, or for a field without a rule. */
function dayProblem(name: FieldName, value: string, today: string, lang: Language) {
  const t = texts[lang];
  const label = t.labels[name];
  const { min, max } = limitsOf(name, today);
  if (max && value > max) return filled(t.inFuture, { label });
  return min && value < min
    ? filled(t.tooEarly, { label, date: dateInWords(min, lang) })
    : undefined;
}

/** The impossible days that staff enter or import, by field. */
export const wrongDays = (values: Record<string, string>, today: string): Errors =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const problem = value && dayProblem(name as FieldName, value, today, 'en');
      return problem ? [[name, problem]] : [];
    }),
  );

/** The problem of a value whose form is valid; undefined for a valid value. */
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
