/**
 * Finds the thing in an answer inside the envelopes of some services ("Response bodies": not
 * shown).
 */
import { idText, isRecord } from './answer.ts';
import type { Dialect } from '../service/dialect.ts';
import { halt } from './errors.ts';

type Wrapped = Pick<Dialect, 'envelope'>;

const differs = (one: string, other: string) =>
  halt(
    `The service answered about ${one} and ${other} at once, so the {{step}} cannot tell which one is right. Whoever manages this integration can set "envelope" in its dialect to "none", or to the key that contains the answer.`,
  );

/**
 * The thing in an answer. Candidates are the body and its `data`: the one with the thing's own key,
 * else the one with an `id`, else `data`. A dialect with an envelope decides it.
 * @param key the thing's own key, such as `application_id`, or `link` of a portal.
 * @throws a halt if both name different things.
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

/** A list of the service, and whether it is complete. */
export interface List {
  records: Record<string, unknown>[];
  /** The address of the next part. */
  next?: string;
  /** True if the service says that there are more entries. */
  more: boolean;
}

/** The places for facts about a list: beside it, or in an object of their own. */
const placesIn = (body: Record<string, unknown>): Record<string, unknown>[] =>
  [body, body.links, body._links, body.meta, body.pagination, body.paging].filter(isRecord);

/** The address in `<…>; rel="next"` (RFC 8288). */
const linkedNext = (header: string | null): string | undefined =>
  (header ?? '')
    .split(/,\s*(?=<)/)
    .map((link) => /^<([^>]*)>(?=.*;\s*rel\s*=\s*"?([^"]*\s)?next\b)/i.exec(link)?.[1])
    .find(Boolean);

/** The address of the next part, as the service names it. */
function nextOf(body: Record<string, unknown>): string | undefined {
  return placesIn(body)
    .map(({ next }) => (isRecord(next) ? next.href : next))
    .find((next): next is string => typeof next === 'string' && next !== '');
}

const moreKeys = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage'];
const cursorKeys =
  'next next_page nextPage next_cursor nextCursor next_page_token nextPageToken'.split(' ');
const totalKeys = 'total total_count totalCount total_items totalItems total_results count'.split(
  ' ',
);
const pagesKeys = ['pages', 'total_pages', 'totalPages', 'last_page', 'page_count'];

/** True if the service says in any way that it has more entries. */
const saysMore = (body: Record<string, unknown>, listed: number): boolean =>
  placesIn(body).some(
    (place) =>
      moreKeys.some((key) => place[key] === true) ||
      cursorKeys.some((key) => Boolean(place[key])) ||
      totalKeys.some((key) => Number(place[key]) > listed) ||
      pagesKeys.some((key) => Number(place[key]) > Number(place.page ?? place.current_page ?? 1)),
  );

/** True for a list of objects; IDs or texts alone are no entries. */
const isOfThings = (list: unknown[]): list is Record<string, unknown>[] => list.every(isRecord);

/**
 * The list in an answer: the body, or the list under the envelope, `data`, `items`, `results` or
 * one of the names. Undefined if there is no list of objects.
 * @param link the header with the address of the next part.
 * @param before the number of entries in earlier parts.
 */
export function listIn(
  dialect: Wrapped,
  body: unknown,
  names: string[],
  link: string | null = null,
  before = 0,
): List | undefined {
  const { envelope } = dialect;
  const wrapped = isRecord(body) && isRecord(body[envelope]) ? body[envelope] : body;
  const linked = linkedNext(link);
  if (Array.isArray(wrapped)) {
    const more =
      linked !== undefined || (isRecord(body) && saysMore(body, before + wrapped.length));
    return isOfThings(wrapped) ? { records: wrapped, next: linked, more } : undefined;
  }
  if (!isRecord(wrapped)) return undefined;
  const keys = [envelope, 'data', 'items', 'results', ...names];
  const inner = keys.map((key) => wrapped[key]).find(Array.isArray);
  const list =
    inner ?? (isRecord(wrapped.data) ? listIn(dialect, wrapped.data, names)?.records : undefined);
  if (!list || !isOfThings(list)) return undefined;
  const around = [body, wrapped, wrapped.data].filter(isRecord);
  const next = around.map(nextOf).find(Boolean) ?? linked;
  const more = next !== undefined || around.some((place) => saysMore(place, before + list.length));
  return { records: list, next, more };
}
