/** The beginning of a text, at most 60 letters: a message quotes no more of it. */
export const excerpt = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60)}…` : text;
