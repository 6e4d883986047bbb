/** Countries: names for the admin, alpha-3 codes (ISO 3166-1) in a body. */
import {
  alpha2Codes,
  alpha2Of,
  alpha3Of,
  countriesNamed,
  countryProblem,
  englishName,
} from '../../service/countries.ts';
import { halt } from '../../client/basics/errors.ts';
import { choice, type Choices } from './choices.ts';
import { entriesOf, ofText, toSingle } from './values.ts';

let choices: Choices | undefined;

/** Choices of a country dropdown, sorted by name. Each form has several, so they are made once. */
export const countryChoices = (): Choices =>
  (choices ??= alpha2Codes
    .map((code) => choice(code, englishName(code)))
    .sort((a, b) => a.label.localeCompare(b.label, 'en')));

/** The codes in which passports differ (ICAO 9303). */
const passportCodes: Record<string, string> = { D: 'DE', RKS: 'XK' };
/** What stands in passports and forms for somebody without a country. */
const noCountry = /^(XX[ABCX]|UN[AKO]|stateless|apatride|staatenlos|ap[aá]trida|refugee)$/i;

const lettersOf = (flag: string) =>
  [...flag].map((sign) => String.fromCharCode(sign.codePointAt(0)! - 0x1f1a5)).join('');
/** A code and a name, as options of CRMs have them: "FR - France", "France (FR)". */
const codeFirst = /^([A-Z]{2,3})[\s\-–—:|]+([^\s\-–—:|].*)$/;
const codeLast = /[-–—:|([]\s*([A-Z]{2,3})[)\]]?$/;

/** The countries in a text, which may be a passport's or an option; two if its parts differ. */
function countriesIn(text: string): string[] {
  const flagged = text.replace(/^\p{RI}{2}/u, (flag) => `${lettersOf(flag)} `);
  const plain = flagged
    .replace(/(?<!<)<+$/, '')
    .replaceAll('_', ' ')
    .trim();
  const found = countriesNamed(passportCodes[plain] ?? plain);
  const last = codeLast.exec(plain);
  const [, code = last?.[1], name = plain.slice(0, last?.index).trim()] =
    codeFirst.exec(plain) ?? [];
  if (found.length || !name || !code) return found;
  const [alpha2, named] = [alpha2Of(code), countriesNamed(name)];
  if (!alpha2 || !named.length) return [];
  return named.includes(alpha2) ? [alpha2] : [alpha2, ...named];
}

/** "fr", "FRA", "Frankreich", "French" or "FR - France" -> "FRA". @throws a halt for none or two. */
export const toCountry = ofText((text, label) => {
  const found = countriesIn(text);
  const [alpha2] = found;
  if (alpha2 && found.length === 1) return alpha3Of(alpha2);
  const problem = noCountry.test(text)
    ? `"${text}" is no country: it stands in place of a nationality. Leave the field empty.`
    : countryProblem(text, found);
  throw halt(`${label}: ${problem}`);
});

/** The codes in a list, or in a text with semicolons, or with commas that are part of no name. */
export function toCountries(value: unknown, label: string): string[] {
  return entriesOf(value, label)
    .flatMap((part) => (toSingle(part, label) ?? '').split(/[;\n]/))
    .flatMap((text) => (countriesIn(text).length ? [text] : text.split(',')))
    .flatMap((text) => toCountry(text, label) ?? []);
}

/** "FRA" or "FR" -> "France"; a list -> names with commas; null for an unknown code. */
export function countryNames(value: unknown): string | null {
  const found = [value].flat().flatMap((code) => {
    const alpha2 = typeof code === 'string' ? alpha2Of(code) : undefined;
    return alpha2 ? englishName(alpha2) : [];
  });
  return found.join(', ') || null;
}
