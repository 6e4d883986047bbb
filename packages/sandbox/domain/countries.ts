/** Country codes: requests and answers use alpha-3 or alpha-2, the store alpha-2. */
import { fieldKinds } from '../../../service/catalogue.ts';
import { alpha2Of, alpha3Of } from '../../../service/countries.ts';
import type { AccountSettings } from './account.ts';
import { isRecord, mapValues } from './objects.ts';

/**
 * Objects that may contain a country; the account's own (`custom_fields`, `meta`) are left alone.
 */
export const holdsCountry = new Set([
  'business',
  'businesses',
  'person',
  'persons',
  'address',
  'trading_address',
  'official_address',
]);
/** True for a field with one country. The names in quotes are not in the catalogue. */
const isSingle = (name: string): boolean =>
  fieldKinds.get(name) === 'country' || ['country_code', 'nationality'].includes(name);
const isList = (name: string): boolean =>
  fieldKinds.get(name) === 'countries' || name === 'countries';

/** "FRA" or "fr" -> "FR". An invalid code stays, and its field refuses it. */
export const storedCountry = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return alpha2Of(value) ?? (value.length === 2 ? value.toUpperCase() : value);
};

const alpha3 = (value: unknown): unknown =>
  typeof value === 'string' ? (alpha3Of(value) ?? value) : value;

function inAlpha3(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inAlpha3);
  if (!isRecord(value)) return value;
  return mapValues(value, (inner, name) => {
    if (isSingle(name)) return alpha3(inner);
    if (isList(name) && Array.isArray(inner)) return inner.map(alpha3);
    return holdsCountry.has(name) ? inAlpha3(inner) : inner;
  });
}

/** A stored value with the account's form of countries. */
export const answered = <T>(value: T, form: AccountSettings['country_codes']): T =>
  form === 'alpha-3' ? (inAlpha3(value) as T) : value;
