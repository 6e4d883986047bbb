/** Objects as a whole. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with the same keys and other values. */
export const mapValues = <Value, Made>(
  object: Record<string, Value>,
  change: (value: Value, name: string) => Made,
): Record<string, Made> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/** Some keys of an object: those that it has, and of which `isWanted` is true. */
export const pick = <Value>(
  object: Record<string, Value>,
  names: readonly string[],
  isWanted: (name: string) => boolean = () => true,
): Record<string, Value> =>
  Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(object, name) && isWanted(name))
      .map((name) => [name, object[name]!]),
  );
