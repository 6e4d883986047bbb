/** The portal link that a client opens. */
import { isRecord } from './answer.ts';
import { baseUrl, portalAddress } from './connection.ts';
import type { Run } from './run.ts';

/**
 * The full URL of a portal's `link`, which may be a path or a token. `undefined` without a link.
 */
export function portalUrl(run: Run, link: unknown): string | undefined {
  if (typeof link !== 'string' || !link.trim()) return undefined;
  if (/^https?:\/\//i.test(link)) return link;
  const address = run.dialect.portal_link
    .replace('{portal_address}', () => portalAddress(run))
    .replace('{base_url}', () => baseUrl(run));
  // A path belongs to the host of the portals.
  const isPath = link.trim().startsWith('/');
  if (isPath && URL.canParse(link.trim(), address)) return new URL(link.trim(), address).href;
  return address.replace('{link}', () => encodeURIComponent(link.trim()));
}

/** True for a link to the service or its portals, and for one without a host. */
function isOwn(run: Run, link: string): boolean {
  if (!/^https?:\/\//i.test(link)) return true;
  const hosts = [baseUrl(run), portalAddress(run)].map((address) => new URL(address).host);
  return URL.canParse(link) && hosts.includes(new URL(link).host);
}

/**
 * The event without portal links to foreign hosts. Anyone who knows the address of a webhook could
 * otherwise send clients to another page.
 * @returns the event and the foreign hosts.
 */
export function withoutForeignLinks(run: Run, event: unknown): { event: unknown; hosts: string[] } {
  const hosts: string[] = [];
  const removeLinks = (value: unknown, isPortal: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => removeLinks(item, isPortal));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const isLink = isPortal && key === 'link' && typeof item === 'string';
        if (!isLink || isOwn(run, item)) return [key, removeLinks(item, /^portals?$/.test(key))];
        hosts.push(URL.canParse(item) ? new URL(item).host : item);
        return [key, null];
      }),
    );
  };
  return { event: removeLinks(event, false), hosts };
}

/** The output about removed links; empty if there were none. */
export const linkProblem = ({ host }: Run, hosts: string[]): { portal_link_problem?: string } =>
  hosts.length
    ? {
        portal_link_problem: host.inWords(
          `The portal link of this event was dropped: its host ${hosts.join(', ')} is not the host of the Base URL or of the Portal Address. If your portals are at that host, enter it as Portal Address of the {{connection}}.`,
        ),
      }
    : {};
