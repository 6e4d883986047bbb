/**
 * The parts of an address by their names. The service is known for some that differ from those of
 * the connector's editor; both are taken, and kept is the one the catalogue has.
 */
import { address, keyOf, type Rows } from '../../../service/catalogue.ts';

/** Name the service is known for -> the one of the editor. */
const pairs = { town: 'city', postcode: 'postal_code', state: 'region' };
const rows: Rows = address;

/** The fields that hold an address. */
export const isAddress = (name: string): boolean => /^(trading_)?address$/.test(name);

/** Either name of a part -> the one that is kept. */
const storedNames: ReadonlyMap<string, string> = new Map(
  Object.entries(pairs).flatMap(([current, older]) => {
    const stored = Object.hasOwn(rows, current) ? current : older;
    return [
      [current, stored],
      [older, stored],
    ];
  }),
);
export const storedPart = (name: string): string => storedNames.get(name) ?? name;

/** The other name of each part that has two -> the one that is kept. */
export const otherParts: Readonly<Record<string, string>> = Object.fromEntries(
  [...storedNames].filter(([name, stored]) => name !== stored),
);

/** An address, by the names under which it is kept. */
export const storedAddress = (parts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [storedPart(name), value]));

const formParts = new Map(Object.entries(rows).map(([name, row]) => [name, keyOf(name, row)]));
const wireParts = new Map([...formParts].map(([name, key]) => [key, name]));

/** Name under which a part is kept -> its key in a form, and back. */
export const formPart = (name: string): string => formParts.get(name) ?? name;
export const wirePart = (key: string): string => wireParts.get(key) ?? storedPart(key);
