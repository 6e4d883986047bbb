/**
 * The forms of a body. A field may have its name on the wire or its name in the connector's editor;
 * a country may be alpha-3 or alpha-2. The sandbox stores the wire name and alpha-2.
 */
import { fieldKinds, keyOf, person } from '../../../service/catalogue.ts';
import { isAddress, storedPart } from '../domain/addresses.ts';
import { holdsCountry, storedCountry } from '../domain/countries.ts';
import { isRecord } from '../domain/objects.ts';
import { Problem, type Place } from '../domain/problem.ts';

/** The editor's name of a person's field -> its name on the wire. */
const wireNames = new Map<string, string>(
  Object.entries(person).map(([name, row]) => [keyOf(name, row), name]),
);

/** An address with the stored names. @throws Problem 422 for a part under both names. */
function storedAddress(sent: Record<string, unknown>, place: Place) {
  const address: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const stored = storedPart(name);
    if (Object.hasOwn(address, stored)) {
      const msg = `occurs twice: as ${stored} and under its other name`;
      throw new Problem(422, [{ loc: ['body', ...place, name], msg, type: 'value_error' }]);
    }
    address[stored] = stored === 'country' ? storedCountry(value) : value;
  }
  return address;
}

function storedField(name: string, value: unknown, place: Place): [name: string, value: unknown] {
  if (fieldKinds.get(name) === 'country') return [name, storedCountry(value)];
  if (isAddress(name) && isRecord(value)) return [name, storedAddress(value, place)];
  // The editor has a single value, the wire a list.
  if (name === 'nationality') {
    const list = value === null || value === undefined ? value : [value].flat().map(storedCountry);
    return ['nationalities', list];
  }
  if (fieldKinds.get(name) === 'countries' && Array.isArray(value)) {
    return [name, value.map(storedCountry)];
  }
  if (holdsCountry.has(name)) return [name, storedForm(value, place)];
  return [wireNames.get(name) ?? name, value];
}

/** The body to store. */
export function storedForm(body: unknown, place: Place = []): unknown {
  if (Array.isArray(body)) return body.map((item, index) => storedForm(item, [...place, index]));
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => storedField(name, value, [...place, name])),
  );
}
