/** Objects as a whole. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with the same keys and other values. */
export const mapValues = <Value, Made>(
  object: Record<string, Value>,
  change: (value: Value, name: string) => Made,
): Record<string, Made> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
