/**
 * Kinds of settings: what the text of an environment variable must be, and the value it stands for.
 * `none` stands for an empty value wherever one is allowed, as some tools cannot store an empty text.
 */
import { rowAt } from './catalogue.ts';

export interface Kind<T> {
  /** What it takes, as the end of the sentence "… takes". */
  takes: string;
  /** The value; undefined where the text cannot be right. The text has no space around it. */
  read: (text: string) => T | undefined;
  /** Never shown in a message. */
  secret?: true;
}

const isEmpty = (text: string) => text === '' || text === 'none';

/** The same kind, where the empty value is one, too. */
export const orNone = <T>(kind: Kind<T>, empty: T): Kind<T> => ({
  ...kind,
  takes: `${kind.takes}, or none`,
  read: (text) => (isEmpty(text) ? empty : kind.read(text)),
});

const matching = (pattern: RegExp, takes: string): Kind<string> => ({
  takes,
  read: (text) => (!isEmpty(text) && pattern.test(text) ? text : undefined),
});

const number = (takes: string, pattern: RegExp, least: number, most: number): Kind<number> => ({
  takes,
  read(text) {
    const value = pattern.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  },
});

/** Seconds above 0, parts of a second included. */
export const seconds = (most: number): Kind<number> =>
  number(`a number of seconds from 0.001 to ${most}, without a unit`, /^\d+(\.\d+)?$/, 0.001, most);

/** Whole milliseconds above 0. */
export const milliseconds = (most: number): Kind<number> =>
  number(`a whole number of milliseconds from 1 to ${most}, without a unit`, /^\d+$/, 1, most);

/** One of these words. */
export const oneOf = <const Value extends string>(...values: Value[]): Kind<Value> => ({
  takes: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  read: (text) => values.find((value) => value === text),
});

/** Texts with commas between them. */
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

/** The name of a field, an event or the like. */
export const name = matching(
  /^[^\s"'`,;:/\\{}[\]()<>]+$/,
  'a name without spaces, quotes or commas',
);

/** The name of a header (RFC 9110, "token"). */
export const header = matching(
  /^[\w!#$%&'*+.^`|~-]+$/,
  'the name of a header, such as X-Api-Key, without colon or space',
);

/** What stands in front of a key; behind a scheme such as Bearer, a space. */
export const prefix: Kind<string> = orNone(
  {
    takes: 'the text in front of the key, such as Bearer',
    read: (text) => (/^[ -~]+$/.test(text) ? text.replace(/\w$/, '$& ') : undefined),
  },
  '',
);

/** Placeholders in a text, sorted. */
const placeholders = (text: string) =>
  [...text.matchAll(/\{([^}]*)\}/g)].map(([, found]) => found!).sort();

const isPath = (text: string) => /^\/(?![/\\])[^\s#\\]*$/.test(text) && !/\/\.\.?(\/|$)/.test(text);

/** A path of the service that holds the placeholders, each once; `query`: it may have one. */
export const path = (holds: string[] = [], { query = false } = {}): Kind<string> => ({
  takes: `a path such as /api/…${holds.map((held) => ` with {${held}} in it`).join('')}`,
  read: (text) =>
    isPath(text) &&
    (query || !text.includes('?')) &&
    placeholders(text).join() === [...holds].sort().join()
      ? text
      : undefined,
});

/** A call: a path of the kind above behind a method. */
export interface Call {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
}

/** A method and a path, as in `PUT /api/…`; POST where no method is given. */
export const call = (holds: string[]): Kind<Call> => ({
  takes: `${path(holds).takes}, with POST, PUT or PATCH and a space in front of it`,
  read(text) {
    const [, method = 'POST', given = ''] = /^(?:(POST|PUT|PATCH) +)?(\S+)$/.exec(text) ?? [];
    const found = path(holds).read(given);
    return found ? { method: method as Call['method'], path: found } : undefined;
  },
});

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:\/\/[^/\s@]+/i.test(text);

/** An address without a slash at its end; `https://` is put in front of a bare host. */
export const address: Kind<string> = {
  takes: 'a web address such as https://portal.example.com',
  read(text) {
    const url = /^[a-z]+:/i.test(text) && !/^[\w.-]+:\d+/.test(text) ? text : `https://${text}`;
    const isRight = isWebAddress(url) && !/[\s?#{}]/.test(url) && /[.:]|localhost/.test(text);
    return isRight ? url.replace(/\/+$/, '') : undefined;
  },
};

/** An address that holds the first placeholder, and may hold the others at its start. */
export const template = (holds: string, starts: string[]): Kind<string> => ({
  takes: `a web address with {${holds}} in it, which may start with ${starts.map((start) => `{${start}}`).join(' or ')}`,
  read(text) {
    const example = starts.reduce(
      (filled, start) => filled.replace(new RegExp(`^\\{${start}\\}`), 'https://host.example'),
      text,
    );
    const isRight =
      isWebAddress(example) && !/\s/.test(example) && placeholders(example).join() === holds;
    return isRight ? text : undefined;
  },
});

const isNames = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([field, there]) =>
      rowAt(field) && typeof there === 'string' && /^[^[\]\s]+(\[\])?$/.test(there),
  );

/** A JSON object: path of a field in the catalogue -> its name, with `[]` for a list. */
export const names: Kind<Record<string, string>> = orNone(
  {
    takes: 'a JSON object of fields and their names, such as {"person.given_names":"first_name"}',
    read(text) {
      try {
        const value: unknown = JSON.parse(text);
        return isNames(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
  },
  {},
);

/** How events are signed. */
export const scheme = matching(
  /^(standard|hmac-(md5|sha1|sha224|sha256|sha384|sha512)-(hex|base64))$/,
  'standard, or hmac-<hash>-<hex or base64> such as hmac-sha256-hex',
);

/** Secrets with commas or spaces between them. */
export const secrets: Kind<string> = orNone(
  {
    takes: 'one or more secrets with commas or spaces between them',
    read: (text) => (/^[ -~\s]+$/.test(text) ? text : undefined),
    secret: true,
  },
  '',
);
