/**
 * The forms of a body. A field may have its name on the wire or its name in the connector's editor;
 * a country may be alpha-3 or alpha-2. The sandbox stores the wire name and alpha-2.
 */
import { fieldKinds, keyOf, person } from '../../../service/catalogue.ts';
import { isAddress, storedPart } from '../domain/addresses.ts';
import { holdsCountry, storedCountry } from '../domain/countries.ts';
import { isRecord, mapValues } from '../domain/objects.ts';
import { Problem, type Place } from '../domain/problem.ts';

/** The editor's name of a person's field -> its name on the wire. */
const wireNames = new Map<string, string>(
  Object.entries(person).map(([name, row]) => [keyOf(name, row), name]),
);

/** Stored name of a part of an address -> the other name that the request used. */
export type SentNames = Map<string, string>;

/** An address with the stored names. @throws Problem 422 for a part under both names. */
function storedAddress(sent: Record<string, unknown>, place: Place, names: SentNames) {
  const address: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const stored = storedPart(name);
    if (Object.hasOwn(address, stored)) {
      const msg = `occurs twice: as ${stored} and under its other name`;
      throw new Problem(422, [{ loc: ['body', ...place, name], msg, type: 'value_error' }]);
    }
    if (stored !== name) names.set(stored, name);
    address[stored] = stored === 'country' ? storedCountry(value) : value;
  }
  return address;
}

function storedField(
  name: string,
  value: unknown,
  place: Place,
  names: SentNames,
): [name: string, value: unknown] {
  if (fieldKinds.get(name) === 'country') return [name, storedCountry(value)];
  if (isAddress(name) && isRecord(value)) return [name, storedAddress(value, place, names)];
  // The editor has a single value, the wire a list.
  if (name === 'nationality') {
    const list = value === null || value === undefined ? value : [value].flat().map(storedCountry);
    return ['nationalities', list];
  }
  if (fieldKinds.get(name) === 'countries' && Array.isArray(value)) {
    return [name, value.map(storedCountry)];
  }
  if (holdsCountry.has(name)) return [name, storedForm(value, names, place)];
  return [wireNames.get(name) ?? name, value];
}

/** The body to store. `names` gets its alternative names. */
export function storedForm(
  body: unknown,
  names: SentNames = new Map<string, string>(),
  place: Place = [],
): unknown {
  if (Array.isArray(body))
    return body.map((item, index) => storedForm(item, names, [...place, index]));
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => storedField(name, value, [...place, name], names)),
  );
}

/** The answer, with the request's names for parts of addresses. */
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
