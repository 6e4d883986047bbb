/**
 * What platforms call differently. A text of the operations names it as `{{word}}`; an operation by
 * its key, `{{create_portal}}`.
 */
interface Words {
  platform: string;
  /** What is automated, and one part of it. */
  flow: string;
  step: string;
  run: string;
  connection: string;
  /** Puts a value into a field. */
  Map: string;
  map: string;
  /** Where values come from. */
  earlier_step: string;
  source_step: string;
  Another_run: string;
  /** To run again what has run. */
  replay: string;
  replaying: string;
  A_replay: string;
  replay_of_this: string;
  Runs: string;
  /** Whole sentences. */
  tries_again: string;
  tries_again_and_finds: string;
  reconnect: string;
  and_reconnect: string;
  /** Ends of sentences. */
  from_here: string;
  its_time: string;
  finds_nothing: string;
}

/** A text in the words of a platform. @param operations what it calls each operation, by its key. */
export const inWordsOf = (words: Words, operations: Record<string, string>) => {
  const all: Record<string, string> = { ...operations, ...words };
  return (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (tag, name: string) =>
      Object.hasOwn(all, name) ? all[name]! : tag,
    );
};
