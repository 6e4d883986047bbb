/**
 * Words that differ between platforms. A text uses them as `{{word}}`, and names an operation by
 * its key: `{{create_portal}}`.
 */
interface Words {
  platform: string;
  /** The automation, and one part of it. */
  flow: string;
  step: string;
  run: string;
  connection: string;
  /** Verb: to put a value into a field. */
  Map: string;
  map: string;
  /** The source of values. */
  earlier_step: string;
  source_step: string;
  Another_run: string;
  /** Verb: to run a past run again. */
  replay: string;
  replaying: string;
  A_replay: string;
  Runs: string;
  /** The two values of a field that is on or off, and what follows the one of an empty field. */
  Yes: string;
  No: string;
  or_empty: string;
  /** Whole sentences. */
  tries_again: string;
  reconnect: string;
  and_reconnect: string;
  /** Ends of sentences. */
  from_here: string;
  its_time: string;
}

/**
 * Fills a platform's words into texts.
 * @param operations the platform's name for each operation, by key.
 */
export const inWordsOf = (words: Words, operations: Record<string, string>) => {
  const all: Record<string, string> = { ...operations, ...words };
  return (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (tag, name: string) =>
      Object.hasOwn(all, name) ? all[name]! : tag,
    );
};
