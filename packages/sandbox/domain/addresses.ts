/**
 * The parts of an address and their names. The known service and the connector's editor use
 * different names. The sandbox accepts both and stores the catalogue's.
 */
import { address, keyOf, type Rows } from '../../../service/catalogue.ts';

/** The service's name -> the editor's name. */
const pairs = { town: 'city', postcode: 'postal_code', state: 'region' };
const rows: Rows = address;

/** The fields that hold an address. */
export const isAddress = (name: string): boolean => /^(trading_)?address$/.test(name);

/** Either name of a part -> the stored one. */
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

/** The alternative name of a part -> the stored one. */
export const otherParts: Readonly<Record<string, string>> = Object.fromEntries(
  [...storedNames].filter(([name, stored]) => name !== stored),
);

/** An address with the stored names. */
export const storedAddress = (parts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [storedPart(name), value]));

const formParts = new Map(Object.entries(rows).map(([name, row]) => [name, keyOf(name, row)]));
const wireParts = new Map([...formParts].map(([name, key]) => [key, name]));

/** Stored name of a part <-> its key in a form. */
export const formPart = (name: string): string => formParts.get(name) ?? name;
export const wirePart = (key: string): string => wireParts.get(key) ?? storedPart(key);
