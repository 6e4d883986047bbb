/**
 * The forms in which the API takes a body. A field may come under its name on the wire or under the
 * one the connector's editor has for it, a country as alpha-3 or alpha-2; kept are the first name and
 * alpha-2.
 */
import { isAddress, storedPart } from '../domain/addresses.ts';
import { holdsCountry, keptCountry } from '../domain/countries.ts';
import { isRecord, mapValues } from '../domain/objects.ts';
import { wireNames } from '../domain/portals.ts';
import { Problem, type Place } from '../domain/problem.ts';

/** Name under which a part of an address is kept -> the other one under which the request had it. */
export type SentNames = Map<string, string>;

/** An address under the names that are kept. @throws Problem 422 for a part under both of its names. */
function storedAddress(sent: Record<string, unknown>, at: Place, names: SentNames) {
  const address: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const kept = storedPart(name);
    if (Object.hasOwn(address, kept)) {
      const msg = `is there twice, as ${kept} and under its other name`;
      throw new Problem(422, [{ loc: ['body', ...at, name], msg, type: 'value_error' }]);
    }
    if (kept !== name) names.set(kept, name);
    address[kept] = kept === 'country' ? keptCountry(value) : value;
  }
  return address;
}

function storedField(
  name: string,
  value: unknown,
  at: Place,
  names: SentNames,
): [name: string, value: unknown] {
  if (name === 'country' || name === 'birth_country') return [name, keptCountry(value)];
  if (isAddress(name) && isRecord(value)) return [name, storedAddress(value, at, names)];
  // In the editor there is one, on the wire a list.
  if (name === 'nationality') {
    const list = value === null || value === undefined ? value : [value].flat().map(keptCountry);
    return ['nationalities', list];
  }
  if (name === 'nationalities' && Array.isArray(value)) return [name, value.map(keptCountry)];
  if (holdsCountry.has(name)) return [name, storedForm(value, names, at)];
  return [wireNames.get(name) ?? name, value];
}

/** A body as it is kept; `names` gets the other names that it used. */
export function storedForm(
  body: unknown,
  names: SentNames = new Map<string, string>(),
  at: Place = [],
): unknown {
  if (Array.isArray(body))
    return body.map((item, index) => storedForm(item, names, [...at, index]));
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => storedField(name, value, [...at, name], names)),
  );
}

/** What is answered, with the parts of addresses under the names the request used. */
export function inSentNames(value: unknown, names: SentNames, isInAddress = false): unknown {
  if (!names.size) return value;
  if (Array.isArray(value)) return value.map((item) => inSentNames(item, names));
  if (!isRecord(value)) return value;
  if (!isInAddress)
    return mapValues(value, (inner, name) => inSentNames(inner, names, isAddress(name)));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names.get(name) ?? name, inner]),
  );
}
