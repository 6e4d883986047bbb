/** Country codes: requests and answers use alpha-3 or alpha-2, the store alpha-2. */
import { fieldKinds } from '../../../service/catalogue.ts';
import { alpha2Of, alpha3Of } from '../../../service/countries.ts';
import type { AccountSettings } from './account.ts';
import { isRecord, mapValues } from './plain.ts';

/**
 * Objects that may contain a country; the account's own (`custom_fields`, `meta`) are left alone.
 */
const holdsCountry = new Set([
  'applications',
  'business',
  'businesses',
  'person',
  'persons',
  'address',
  'trading_address',
  'official_address',
]);
/** True for a field with countries. The name in quotes is not in the catalogue. */
const isCountry = (name: string): boolean =>
  /^countr(y|ies)$/.test(fieldKinds.get(name) ?? '') || name === 'country_code';

/** "FRA" or "fr" -> "FR". An invalid code stays, and its field refuses it. */
export const storedCountry = (code: string): string =>
  alpha2Of(code) ?? (code.length === 2 ? code.toUpperCase() : code);

/** The value with each of its countries changed. */
function withCountries(value: unknown, change: (code: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withCountries(item, change));
  if (!isRecord(value)) return value;
  const changed = (code: unknown) => (typeof code === 'string' ? change(code) : code);
  return mapValues(value, (inner, name) => {
    if (holdsCountry.has(name)) return withCountries(inner, change);
    if (!isCountry(name)) return inner;
    return Array.isArray(inner) ? inner.map(changed) : changed(inner);
  });
}

/** A body with its countries as they are stored. */
export const storedForm = (body: unknown): unknown => withCountries(body, storedCountry);

/** A stored value with the account's form of countries. */
export const answered = <T>(value: T, form: AccountSettings['country_codes']): T =>
  form === 'alpha-3' ? (withCountries(value, (code) => alpha3Of(code) ?? code) as T) : value;
