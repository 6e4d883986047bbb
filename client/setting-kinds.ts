/**
 * Kinds of settings: parse the text of an environment variable. `none` means an empty value if the
 * kind allows one, because some tools cannot store an empty text.
 */

export interface Kind<T> {
  /** The end of the sentence "… takes". */
  takes: string;
  /** Parses a trimmed text; undefined if it is invalid. */
  read: (text: string) => T | undefined;
  /** Messages never show it. */
  secret?: true;
}

const isEmpty = (text: string) => text === '' || text === 'none';

/** The kind, with an empty value as a valid one. */
export const orNone = <T>(kind: Kind<T>, empty: T): Kind<T> => ({
  ...kind,
  takes: `${kind.takes}, or none`,
  read: (text) => (isEmpty(text) ? empty : kind.read(text)),
});

const number = (takes: string, pattern: RegExp, least: number, most: number): Kind<number> => ({
  takes,
  read(text) {
    const value = pattern.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  },
});

/** Seconds above 0, with decimals. */
export const seconds = (most: number): Kind<number> =>
  number(`a number of seconds from 0.001 to ${most}, without a unit`, /^\d+(\.\d+)?$/, 0.001, most);

/** Hours above 0, up to a year. */
export const hours: Kind<number> = number(
  'a number of hours from 0.01 to 8760, without a unit',
  /^\d+(\.\d+)?$/,
  0.01,
  8760,
);

/** One of these words. */
export const oneOf = <const Value extends string>(...values: Value[]): Kind<Value> => ({
  takes: values.map((value) => `"${value}"`).join(' or '),
  read: (text) => values.find((value) => value === text),
});

/** Texts separated by commas. */
export const list: Kind<string[]> = orNone(
  {
    takes: 'values with commas between them, without brackets or quotes',
    read(text) {
      const items = text.split(',').map((item) => item.trim());
      return items.every(Boolean) && !/[[\]{}"\p{Cc}]/u.test(text) ? items : undefined;
    },
  },
  [],
);

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^/\s@]+/i.test(text);

/** An address without a final slash. A host alone gets `https://`. */
export const address: Kind<string> = {
  takes: 'a web address such as https://portal.example.com',
  read(text) {
    const url = /^[a-z]+:/i.test(text) && !/^[\w.-]+:\d+/.test(text) ? text : `https://${text}`;
    const isRight = isWebAddress(url) && !/[\s?#{}]/.test(url) && /[.:]|localhost/.test(text);
    return isRight ? url.replace(/\/+$/, '') : undefined;
  },
};

/** Secrets separated by commas or spaces. */
export const secrets: Kind<string> = orNone(
  {
    takes: 'one or more secrets with commas or spaces between them',
    read: (text) => (/^[ -~\s]+$/.test(text) ? text : undefined),
    secret: true,
  },
  '',
);
