/**
 * The report for a place where others read it: what the doctor asked, and the status, keys and types
 * of each answer. No value of an answer is in it.
 */
import { isRecord, parseJson } from '../../client/basics/json.ts';
import { addressOf } from './exchange.ts';
import { dialectOf, masked, standard, type Visit } from './visit.ts';

/** Keys with types. A list has each form of its entries once. */
type Shape = string | Shape[] | { [key: string]: Shape };

/** A request and its answer. */
interface Probe {
  method: string;
  /** A path below the base URL, or an address. IDs have the names of their parameters. */
  path: string;
  /** The header with the key. */
  header?: string;
  /** The body of the request. */
  sent?: Shape;
  /** 0 without an answer. */
  status: number;
  /**
   * The shape of the answer, or `page` or `text`; absent if it is empty. `{name}` is the value that
   * the doctor sent under this name, or the parameter of a path.
   */
  answer?: Shape;
}

/** In it, {base_url} and {portal_address} stand for the addresses. */
export interface Report {
  dialect: Record<string, unknown>;
  findings: Visit['findings'];
  probes: Probe[];
}

const formats: [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?$/, 'date-time'],
  [/^https?:\/\/\S+$/, 'uri'],
];
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  return formats.find(([format]) => format.test(value))?.[1] ?? 'string';
}

/** Objects whose keys are the account's own. */
const maps = /^(custom_fields|default_custom_fields|meta)$/;
/** The name of a field. Another key is a value: the name, number or address of somebody. */
const fieldName = /^[a-z_](?!.*\d{3})\w{0,40}$/;

const below = (place: string, name: string) => (place ? `${place}.${name}` : name);
/** The last name in a place. */
const keyOf = (place: string) => place.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';

/** The keys of JSON, and what `leaf` says of the value at a place such as `persons.0.last_name`. */
function shapeOf(
  value: unknown,
  leaf: (value: unknown, place: string) => string = typeOf,
  place = '',
): Shape {
  if (Array.isArray(value)) {
    const shapes = value.map((entry, index) => shapeOf(entry, leaf, below(place, String(index))));
    return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  }
  if (!isRecord(value)) return leaf(value, place);
  const names = Object.keys(value);
  const isMap = maps.test(place.split('.').at(-1)!) || !names.every((name) => fieldName.test(name));
  return Object.fromEntries(
    names.map((name) => [isMap ? '{key}' : name, shapeOf(value[name], leaf, below(place, name))]),
  );
}

/** Each value in a body with its place. */
const valuesOf = (body: unknown, place = ''): [place: string, value: unknown][] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([name, one]) => valuesOf(one, below(place, name)))
    : [[place, body]];

/** The values that the doctor knows, with their names: what it sent, and what its paths contain. */
function openNames(visit: Visit) {
  const names: { name: string; value: string }[] = [];
  const learn = (name: string, value: unknown) =>
    names.unshift({ name, value: String(value).toLowerCase() });
  for (const { request } of visit.exchanges) {
    const parameters = Object.entries(request.parameters ?? {});
    for (const [name, value] of parameters) learn(`{${name}}`, value);
    if (parameters.length) learn(request.path, addressOf('', request));
  }
  return {
    /** Learns what a request sends. */
    send: (json: unknown) => valuesOf(json).forEach(([place, sent]) => learn(`{${place}}`, sent)),
    /** The name of a value at a place, of several the nearest. */
    find(value: unknown, place: string): string | undefined {
      const equal = names.filter((one) => one.value === String(value).toLowerCase());
      const own = ({ name }: { name: string }) => name.slice(1, -1);
      const [nearest] = equal
        .filter((one) => `.${place}`.endsWith(`.${own(one)}`))
        .sort((one, other) => other.name.length - one.name.length);
      // Numbers are often equal by chance.
      const isFree = typeof value === 'string' || /(^|_)id$/.test(keyOf(place));
      const found =
        nearest ?? equal.find((one) => keyOf(own(one)) === keyOf(place)) ?? (isFree && equal[0]);
      return found ? found.name : undefined;
    },
  };
}

/** The words that stay: values in the lists of the dialect, and in refusals names that were sent. */
function openWords({ exchanges, dialect }: Visit, find: (text: string) => string | undefined) {
  const lists = Object.values({ ...standard, ...dialect }).filter(Array.isArray);
  const values = new Set(lists.flat().map(String));
  const places = exchanges.flatMap(({ request }) => valuesOf(request.json));
  const sent = new Set(['body', 'query', 'path', ...places.flatMap(([place]) => place.split('.'))]);
  const wordOf = (part: string) => (values.has(part) || sent.has(part) ? part : find(part));
  function refusal(text: string): string {
    const kept = text.replace(
      /(["'])(.+?)\1|[\p{L}\p{N}_]+/gu,
      (part, quote: string | undefined, quoted: string) =>
        quote
          ? `${quote}${wordOf(quoted) ?? refusal(quoted)}${quote}`
          : (wordOf(part) ?? (/^\d$/.test(part) ? part : '…')),
    );
    return kept
      .replace(/[^\p{L}_'"{}]+/gu, (signs) => (signs.includes('…') ? ' … ' : signs))
      .trim();
  }
  return {
    isValue: (text: string) => values.has(text),
    /** A refusal without any other word; undefined without any word that stays. */
    refusal(text: string): string | undefined {
      const kept = refusal(text);
      return /[\p{L}{]/u.test(kept) ? kept : undefined;
    },
  };
}

/** The probes of a visit, with its addresses. */
function probesOf(visit: Visit): Probe[] {
  const { send, find } = openNames(visit);
  const words = openWords(visit, (text) => find(text, ''));
  return visit.exchanges.map(({ request, answer }) => {
    const { method = 'GET', path, json, form, headers = {} } = request;
    const { status, text } = answer;
    send(json);
    const leaf = (value: unknown, place: string): string => {
      const name = value === null ? undefined : find(value, place);
      if (name !== undefined || typeof value !== 'string') return name ?? typeOf(value);
      if (words.isValue(value)) return value;
      return (status >= 400 ? words.refusal(value) : undefined) ?? typeOf(value);
    };
    const body = parseJson(text);
    const [header] = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const other = /^\s*</.test(text) ? 'page' : 'text';
    return {
      method,
      path,
      ...(header !== undefined && { header: masked(visit, header) }),
      ...(json !== undefined && { sent: shapeOf(json) }),
      ...(form && { sent: Object.fromEntries([...form().keys()].map((name) => [name, 'file'])) }),
      status,
      ...(text !== '' && { answer: body === undefined ? other : shapeOf(body, leaf) }),
    };
  });
}

/** What others may read of a visit. */
export function reportOf(visit: Visit): Report {
  const { base, portalAddress, findings } = visit;
  const probes = probesOf(visit);
  const isElsewhere = portalAddress !== undefined && portalAddress !== base;
  const portal_addresses = isElsewhere ? { [base]: portalAddress } : standard.portal_addresses;
  const dialect = dialectOf({
    ...visit,
    base: '',
    dialect: { ...visit.dialect, portal_addresses },
  });
  const origins = probes.flatMap(({ path }) => (URL.canParse(path) ? new URL(path).origin : []));
  const bases = [base, masked(visit, base)];
  const text = [...bases, portalAddress, ...origins].reduce<string>(
    (rest, place = base) =>
      rest.replaceAll(place, bases.includes(place) ? '{base_url}' : '{portal_address}'),
    JSON.stringify({ dialect, findings, probes }),
  );
  return JSON.parse(text) as Report;
}

/** The report as a file, with a line for each finding and each probe. */
export function reportFile(visit: Visit): string {
  const { dialect, findings, probes } = reportOf(visit);
  const lines = (entries: object[]) =>
    `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]`;
  return `{\n"dialect": ${JSON.stringify(dialect)},\n"findings": ${lines(findings)},\n"probes": ${lines(probes)}\n}\n`;
}
