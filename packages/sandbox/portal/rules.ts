/** Days that no client can have. Pages and submission share these rules. */
import type { Errors } from '../web/form.ts';
import { filled } from './messages.ts';
import { dateInWords, labelOf, texts, type Language } from './texts.ts';

/** The first and last possible day of a field. */
export const limitsOf = (name: string, today: string): { min?: string; max?: string } =>
  ({
    birth_date: { min: '1900-01-01', max: today },
    // Company registers do not go back further.
    registration_date: { min: '1600-01-01', max: today },
  })[name] ?? {};

/** The problem of a day; undefined for a valid one, or for a field without a rule. */
export function dayProblem(name: string, value: string, today: string, lang: Language) {
  const t = texts[lang];
  const label = labelOf({ name }, lang);
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
      const problem = value && dayProblem(name, value, today, 'en');
      return problem ? [[name, problem]] : [];
    }),
  );

/** True if a person born on that day is under 18. */
export function isMinor(birth_date: unknown, today: string): boolean {
  if (typeof birth_date !== 'string' || !birth_date) return false;
  const [year, rest] = [Number(birth_date.slice(0, 4)), birth_date.slice(4)];
  return `${String(year + 18).padStart(4, '0')}${rest}` > today;
}
