/** What an answer is about, without what some services put around it ("Response bodies": not shown). */
import { idText, isRecord } from './answer.ts';
import type { Dialect } from '../service/dialect.ts';
import { halt } from './errors.ts';

type Wrapped = Pick<Dialect, 'envelope'>;

const differs = (one: string, other: string) =>
  halt(
    `The service answered about ${one} and ${other} at once, so it is not clear which is meant. Whoever manages this integration can set envelope in its dialect: none, or the key that answers are wrapped in.`,
  );

/**
 * The thing in an answer: of the whole and its `data`, the one that names the thing under its own
 * key, else the one with an `id`, else `data`. A dialect with an envelope says it for good.
 * @param key the thing's own key, such as `application_id`, or `link` of a portal.
 * @throws a halt where both name another thing.
 */
export function thingIn({ envelope }: Wrapped, body: unknown, key = 'id'): unknown {
  if (!isRecord(body) || envelope === 'none') return body;
  if (envelope !== 'auto') return Object.hasOwn(body, envelope) ? body[envelope] : body;
  const { data } = body;
  if (typeof data !== 'object' || data === null) return body;
  for (const name of [key, 'id']) {
    const [whole, inner] = [idText(body[name]), isRecord(data) ? idText(data[name]) : undefined];
    if (whole !== undefined && inner !== undefined && whole !== inner) throw differs(whole, inner);
    if (inner !== undefined) return data;
    if (whole !== undefined) return body;
  }
  return data;
}

/** A list of the service, and whether it is whole. */
export interface List {
  records: Record<string, unknown>[];
  /** Where the next part is, as the service says it. */
  next?: string;
  /** True where the service says that there are more. */
  more: boolean;
}

/** Where the service says that the rest of a list is. */
function nextOf(body: Record<string, unknown>): string | undefined {
  const places = [body, body.links, body.pagination].filter(isRecord);
  return places.map(({ next }) => next).find((next) => typeof next === 'string' && next !== '') as
    string | undefined;
}

/**
 * The list in an answer: the whole, or what lies under the envelope, `data`, `items`, `results` or
 * one of the names; undefined where there is none.
 */
export function listIn(dialect: Wrapped, body: unknown, names: string[]): List | undefined {
  const { envelope } = dialect;
  const wrapped = isRecord(body) && isRecord(body[envelope]) ? body[envelope] : body;
  if (Array.isArray(wrapped)) return { records: wrapped.filter(isRecord), more: false };
  if (!isRecord(wrapped)) return undefined;
  const keys = [envelope, 'data', 'items', 'results', ...names];
  const list = keys.map((key) => wrapped[key]).find(Array.isArray);
  if (!list) return isRecord(wrapped.data) ? listIn(dialect, wrapped.data, names) : undefined;
  const next = nextOf(wrapped);
  const { has_more, total } = wrapped;
  const more = next !== undefined || has_more === true || Number(total) > list.length;
  return { records: list.filter(isRecord), next, more };
}
