/** Reads a list of the service, which may come in several parts. */
import type { Endpoint } from '../../service/contract.ts';

import { idText, isPage, isSuccess, saysFailed, statuses, type Answer } from './answer.ts';
import { isRecord, parseJson, recordOf } from '../basics/json.ts';
import { snake } from '../basics/labels.ts';
import { baseUrl } from './connection.ts';
import { errorFromContent, errorFromFailure } from './answer-errors.ts';
import type { Run } from './run.ts';
import { send, timeLeft } from './transport.ts';

type Body = Record<string, unknown>;

/** A list of the service, and whether it is complete. */
export interface List {
  records: Body[];
  /** The address of the next part. */
  next?: string;
  /** True if the service says that there are more entries. */
  more: boolean;
}

/** The places for facts about a list: beside it, or in an object of their own. */
const placesIn = (body: Body): Body[] =>
  [body, body.data]
    .filter(isRecord)
    .flatMap((one) => [one, one.links, one._links, one.meta, one.pagination, one.paging])
    .filter(isRecord);

/** The address in `<…>; rel="next"` (RFC 8288). */
const linkedNext = (header: string | null): string | undefined =>
  (header ?? '')
    .split(/,\s*(?=<)/)
    .map((link) => /^<([^>]*)>(?=.*;\s*rel\s*=\s*"?([^"]*\s)?next\b)/i.exec(link)?.[1])
    .find(Boolean);

/** The address of the next part, as the service names it; a cursor is none. */
const nextIn = (places: Body[]): string | undefined =>
  places
    .map(({ next }) => (isRecord(next) ? next.href : next))
    .find((next): next is string => typeof next === 'string' && /[/?]/.test(next));

const moreKey = /^has_(more|next(_page)?)$/;
const cursorKey = /^next(_page)?(_(cursor|token))?$/;
const totalKey = /^(total(_(count|items|results))?|count)$/;
const pagesKey = /^((total_)?pages|last_page|page_count)$/;

/** `personsHasMore` -> `has_more`, `total_persons` -> `total` */
const factIn = (key: string, names: string[]): string =>
  names.reduce((fact, name) => fact.replace(`${name}_`, '').replace(`_${name}`, ''), snake(key));

/** True if the service says in any way that it has more entries. */
const saysMore = (places: Body[], names: string[], listed: number): boolean =>
  places.some((place) =>
    Object.entries(place).some(([key, value]) => {
      const fact = factIn(key, names);
      return (
        (moreKey.test(fact) && String(value) === 'true') ||
        (cursorKey.test(fact) && Boolean(value)) ||
        (totalKey.test(fact) && Number(value) > listed) ||
        (pagesKey.test(fact) && Number(value) > Number(place.page ?? place.current_page ?? 1))
      );
    }),
  );

/** True if an object says that it holds a part of its list with this name. */
export function hasPartOf(object: object, name: string, listed: number): boolean {
  const facts = Object.entries(object).filter(([key]) => factIn(key, [name]) !== snake(key));
  return saysMore([Object.fromEntries(facts)], [name], listed);
}

type Head = Pick<Answer, 'status' | 'headers'>;

/** The facts about a list in the head of its answer. */
const headFacts = ({ headers }: Head): Body =>
  Object.fromEntries(
    ['total', 'total_count', 'total_pages', 'page', 'next_page', 'has_more'].map((fact) => [
      fact,
      headers.get(`x-${fact.replace('_', '-')}`),
    ]),
  );

/** True for a range before the end, such as `0-19/300`, and for 206 without a total. */
function isRange({ status, headers }: Head): boolean {
  const range = /(?:-(\d+)|\*)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  return range ? Number(range[2]) > Number(range[1] ?? -1) + 1 : status === 206;
}

/**
 * The list in an answer: the body, or the list under `data`, `items`, `results` or one of the names.
 * Undefined if there is no list of objects.
 * @param head the status and headers, which may say more about the list.
 * @param before the number of entries in earlier parts.
 */
export function listIn(body: unknown, names: string[], head?: Head, before = 0): List | undefined {
  const object = recordOf(body);
  const inner = ['data', 'items', 'results', ...names].map((key) => object[key]);
  const list =
    [body, ...inner].find(Array.isArray) ??
    (isRecord(object.data) ? listIn(object.data, names)?.records : undefined);
  if (!list?.every(isRecord)) return undefined;
  const places = placesIn(object);
  const next = nextIn(places) ?? linkedNext(head?.headers.get('link') ?? null);
  const facts = head ? [...places, headFacts(head)] : places;
  const isPart = head !== undefined && isRange(head);
  const more = next !== undefined || isPart || saysMore(facts, names, before + list.length);
  return { records: list, next, more };
}

/** The list in an answer. @throws an error if there is none. */
export function listOf(answer: Answer, names: string[], before = 0): List {
  const list = listIn(parseJson(answer.content), names, answer, before);
  if (list) return list;
  throw saysFailed(answer, null) ? errorFromFailure(answer) : errorFromContent(answer);
}

const maxParts = 5;

/** The path of the next part below the Base URL; undefined for another address. */
function pathOfNext(run: Run, { next }: List, { request }: Answer): string | undefined {
  const root = baseUrl(run);
  if (next === undefined || !URL.canParse(next, request.url)) return undefined;
  const address = new URL(next, request.url).href;
  return address.startsWith(`${root}/`) ? address.slice(root.length) : undefined;
}

/**
 * A list of the service with the names on the wire: up to five parts, within the time of the step.
 * Undefined if the service has no such list: 404, 405 or a web page. A later part that fails leaves
 * the list incomplete.
 * @param names keys under which an object may hold the list.
 * @param isOptional the service has no such list, too, if the key has no access or the answer holds none.
 */
export async function readList(
  run: Run,
  endpoint: Omit<Endpoint, 'summary'>,
  path: Record<string, string>,
  names: string[],
  isOptional = false,
): Promise<List | undefined> {
  const accept = [...statuses.noPath, ...(isOptional ? [403] : [])];
  let answer = await send(run, endpoint, { path, accept });
  if (!isSuccess(answer) || isPage(answer)) return undefined;
  if (isOptional && !listIn(parseJson(answer.content), names)) return undefined;
  let part = listOf(answer, names);
  const { records } = part;
  const seen = new Set(records.map(identityOf));
  for (let parts = 1; parts < maxParts && timeLeft(run) >= 1000; parts++) {
    const next = pathOfNext(run, part, answer);
    if (next === undefined) break;
    try {
      answer = await send(run, { ...endpoint, path: next });
      part = listOf(answer, names, records.length);
    } catch {
      break;
    }
    records.push(...part.records.filter((record) => !seen.has(identityOf(record))));
    part.records.forEach((record) => seen.add(identityOf(record)));
  }
  return { records, more: part.more };
}

/** Tells an entry that a later part repeats. */
const identityOf = (record: Body): string => idText(record.id) ?? JSON.stringify(record);
