/** What the operations say, in the words of another host than Zapier. */

/** A text with each phrase replaced; where one is part of another, the longer stands first. */
export const inWordsOf =
  (words: [RegExp, string][]) =>
  (text: string): string =>
    words.reduce((told, [pattern, word]) => told.replace(pattern, word), text);

/** What an error of the operations says: some classes of the platform have it as JSON, with the seconds to wait. */
export const said = ({ message }: Error): { message: string; delay?: number } =>
  message.startsWith('{') ? (JSON.parse(message) as { message: string }) : { message };
