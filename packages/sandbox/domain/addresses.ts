/**
 * The parts of an address. The known service and the connector's editor name some of them
 * differently: the sandbox accepts both and stores the service's.
 */

/** Other names of parts -> the stored ones. */
export const otherParts: Readonly<Record<string, string>> = {
  city: 'town',
  postal_code: 'postcode',
  region: 'state',
};
export const storedPart = (name: string): string => otherParts[name] ?? name;

/** The fields that hold an address. */
export const isAddress = (name: string): boolean => /^(trading_)?address$/.test(name);

/** An address with the stored names. */
export const storedAddress = (parts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [storedPart(name), value]));
