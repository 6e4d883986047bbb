/** Links in answers. */
import type { Context } from 'hono';

/** The origin of a request. A proxy says whether it used TLS. */
export function originOf(c: Context): string {
  const url = new URL(c.req.url);
  const proxied = c.req.header('x-forwarded-proto');
  return proxied === 'https' || proxied === 'http' ? `${proxied}://${url.host}` : url.origin;
}

/** The problem of a request, followed by the address of its log. */
export function followedAt(detail: unknown, address: string): unknown {
  const msg = `Follow it: ${address}`;
  if (typeof detail === 'string') return `${detail} ${msg}`;
  return Array.isArray(detail) ? [...detail, { loc: [], msg, type: 'follow' }] : detail;
}
