/** Fills in the places of a message. @throws Error for a place without a value. */
export const filled = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`“${message}” has no value for ${place}.`);
    return String(values[name]);
  });
