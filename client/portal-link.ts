/** The link of a portal as a client opens it. */
import { baseUrl, portalAddress } from './connection.ts';
import type { Run } from './run.ts';

/** `link` of a portal as a full URL: it may be a path or a token only. `undefined` where there is none. */
export function portalUrl(run: Run, link: unknown): string | undefined {
  if (typeof link !== 'string' || !link.trim()) return undefined;
  if (/^https?:\/\//i.test(link)) return link;
  const address = run.dialect.portal_link
    .replace('{portal_address}', () => portalAddress(run))
    .replace('{base_url}', () => baseUrl(run));
  // A path is one of the host of portals.
  const isPath = link.trim().startsWith('/');
  if (isPath && URL.canParse(link.trim(), address)) return new URL(link.trim(), address).href;
  return address.replace('{link}', () => encodeURIComponent(link.trim()));
}
