/** Links in answers. With a tunnel or a mapped port they lead to the request's own address. */
import type { Context } from 'hono';

import { isRecord } from '../domain/objects.ts';

export interface LinkBase {
  /** The start of links in letters and events. */
  from: () => string;
  /** The address was an option at the start, so answers use it too. */
  isFixed: boolean;
}

/** The origin of a request. A proxy says whether it used TLS. */
export function originOf(c: Context): string {
  const url = new URL(c.req.url);
  const proxied = c.req.header('x-forwarded-proto');
  return proxied === 'https' || proxied === 'http' ? `${proxied}://${url.host}` : url.origin;
}

const moved = (value: unknown, from: string, to: string): unknown =>
  typeof value === 'string' && value.startsWith(`${from}/`) ? to + value.slice(from.length) : value;

/** Moves the portal link in an answer to `to`. */
export function withLinksAt<T>(answer: T, from: string, to: string): T {
  if (from === to || !isRecord(answer)) return answer;
  const { link, portals } = answer;
  return {
    ...answer,
    ...(link !== undefined && { link: moved(link, from, to) }),
    ...(isRecord(portals) && { portals: { ...portals, link: moved(portals.link, from, to) } }),
  };
}

/** The page that follows a deal, by case ID, reference or portal ID. */
export const followPath = (url: string, name: string) =>
  `${url}/back-office/follow/${encodeURIComponent(name)}`;

/** The problem of a request, followed by the address of its log. */
export function followedAt(detail: unknown, address: string): unknown {
  const msg = `Follow it: ${address}`;
  if (typeof detail === 'string') return `${detail} ${msg}`;
  return Array.isArray(detail) ? [...detail, { loc: [], msg, type: 'follow' }] : detail;
}
