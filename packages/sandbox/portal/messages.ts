/** Messages: each a text with places for values, `{label} is missing`. */

/** A file of messages, or a part of one. */
export type Messages = { [key: string]: string | string[] | Messages };

const placesIn = (message: string) => (message.match(/\{\w+\}/g) ?? []).sort().join(' ');

/** Each message by its path, with its places. */
const placesOf = (messages: Messages, path = ''): [path: string, places: string][] =>
  Object.entries(messages).flatMap(([key, message]) => {
    if (typeof message === 'string') return [[path + key, placesIn(message)]];
    return placesOf(message as Messages, `${path}${key}.`);
  });

/**
 * The messages of a language. They must have the paths and places of `model`.
 * @throws Error that names the file and each message that is missing, unknown, or has other places.
 */
export function loaded<M extends Messages>(lang: string, messages: M, model: M): M {
  const [own, expected] = [new Map(placesOf(messages)), new Map(placesOf(model))];
  const wrong = [...new Set([...own.keys(), ...expected.keys()])].filter(
    (path) => own.get(path) !== expected.get(path),
  );
  if (!wrong.length) return messages;
  const files = `packages/sandbox/portal/messages/${lang}.json and packages/sandbox/portal/messages/en.json`;
  throw new Error(`${files} differ in ${wrong.join(', ')}.`);
}

/** Fills in the places of a message. @throws Error for a place without a value. */
export const filled = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`“${message}” has no value for ${place}.`);
    return String(values[name]);
  });
