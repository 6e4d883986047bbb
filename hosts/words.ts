/** What the operations say, in the words of another host than Zapier. */

/** A text with each phrase replaced; where one is part of another, the longer stands first. */
export const inWordsOf =
  (words: [RegExp, string][]) =>
  (text: string): string =>
    words.reduce((told, [pattern, word]) => told.replace(pattern, word), text);
