/** The links in an answer: behind a tunnel or a mapped port they lead to where the request came. */
import type { Context } from 'hono';

import { isRecord } from '../domain/objects.ts';

export interface LinkBase {
  /** What links begin with in letters and events. */
  from: () => string;
  /** The address was set when the sandbox was started: it is the one in answers as well. */
  isFixed: boolean;
}

/** The origin under which a request was made; a proxy in front says whether that was with TLS. */
export function originOf(c: Context): string {
  const url = new URL(c.req.url);
  const proxied = c.req.header('x-forwarded-proto');
  return proxied === 'https' || proxied === 'http' ? `${proxied}://${url.host}` : url.origin;
}

const moved = (value: unknown, from: string, to: string): unknown =>
  typeof value === 'string' && value.startsWith(`${from}/`) ? to + value.slice(from.length) : value;

/** The answer with its portal link at `to`: that of a portal, or of the portal of a case. */
export function withLinksAt<T>(answer: T, from: string, to: string): T {
  if (from === to || !isRecord(answer)) return answer;
  const { link, portals } = answer;
  return {
    ...answer,
    ...(link !== undefined && { link: moved(link, from, to) }),
    ...(isRecord(portals) && { portals: { ...portals, link: moved(portals.link, from, to) } }),
  };
}

/** Where a deal is followed: by the id of its case, its reference, or the id of a portal. */
export const followPath = (url: string, name: string) =>
  `${url}/back-office/follow/${encodeURIComponent(name)}`;

/** What is wrong with a request, and behind it where the request is followed. */
export function followedAt(detail: unknown, address: string): unknown {
  const msg = `Follow it: ${address}`;
  if (typeof detail === 'string') return `${detail} ${msg}`;
  return Array.isArray(detail) ? [...detail, { loc: [], msg, type: 'follow' }] : detail;
}
