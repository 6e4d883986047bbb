/**
 * The forms of a body. A field may have its name on the wire or its name in the connector's editor;
 * a country may be alpha-3 or alpha-2. The sandbox stores the wire name and alpha-2.
 */
import { address, fieldKinds, keyOf, person, type Rows } from '../../../service/catalogue.ts';
import { holdsCountry, storedCountry } from '../domain/countries.ts';
import { isRecord } from '../domain/objects.ts';
import { Problem, type Place } from '../domain/problem.ts';

/** The editor's names of fields -> their names on the wire, where these differ. */
const wireNames = (rows: Rows) =>
  new Map(
    Object.entries(rows)
      .map(([name, row]) => [keyOf(name, row), name] as const)
      .filter(([key, name]) => key !== name),
  );
const ofPerson = wireNames(person);
export const ofAddress = wireNames(address);

/** An address with the stored names. @throws Problem 422 for a part under both names. */
function storedAddress(sent: Record<string, unknown>, place: Place) {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const part = ofAddress.get(name) ?? name;
    if (Object.hasOwn(stored, part)) {
      const msg = `occurs twice: as ${part} and under its other name`;
      throw new Problem(422, [{ loc: ['body', ...place, name], msg, type: 'value_error' }]);
    }
    stored[part] = part === 'country' ? storedCountry(value) : value;
  }
  return stored;
}

function storedField(name: string, value: unknown, place: Place): [name: string, value: unknown] {
  if (fieldKinds.get(name) === 'country') return [name, storedCountry(value)];
  if (/^(trading_)?address$/.test(name) && isRecord(value))
    return [name, storedAddress(value, place)];
  // The editor has a single value, the wire a list.
  if (name === 'nationality') {
    const list = value === null || value === undefined ? value : [value].flat().map(storedCountry);
    return ['nationalities', list];
  }
  if (fieldKinds.get(name) === 'countries' && Array.isArray(value)) {
    return [name, value.map(storedCountry)];
  }
  if (holdsCountry.has(name)) return [name, storedForm(value, place)];
  return [ofPerson.get(name) ?? name, value];
}

/** The body to store. */
export function storedForm(body: unknown, place: Place = []): unknown {
  if (Array.isArray(body)) return body.map((item, index) => storedForm(item, [...place, index]));
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => storedField(name, value, [...place, name])),
  );
}
