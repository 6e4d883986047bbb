/** The link of a portal as a client opens it. */
import { isRecord } from './answer.ts';
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

/** True for a link at the address of the service or of its portals, and for one without a host. */
function isOwn(run: Run, link: string): boolean {
  if (!/^https?:\/\//i.test(link)) return true;
  const hosts = [baseUrl(run), portalAddress(run)].map((address) => new URL(address).host);
  return URL.canParse(link) && hosts.includes(new URL(link).host);
}

/**
 * What an event says, without links of portals that lead elsewhere: whoever knows the address of a
 * webhook could send clients to a page of their own.
 * @returns the hosts they led to beside it.
 */
export function withoutForeignLinks(run: Run, event: unknown): { event: unknown; hosts: string[] } {
  const hosts: string[] = [];
  const cleaned = (value: unknown, isPortal: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => cleaned(item, isPortal));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const isLink = isPortal && key === 'link' && typeof item === 'string';
        if (!isLink || isOwn(run, item)) return [key, cleaned(item, /^portals?$/.test(key))];
        hosts.push(URL.canParse(item) ? new URL(item).host : item);
        return [key, null];
      }),
    );
  };
  return { event: cleaned(event, false), hosts };
}

/** What the output says of links that were dropped; nothing where none was. */
export const linkProblem = ({ host }: Run, hosts: string[]): { portal_link_problem?: string } =>
  hosts.length
    ? {
        portal_link_problem: host.inWords(
          `The event had a portal link at ${hosts.join(', ')}, which is not the host of the Base URL or the Portal Address, so it was dropped. If your portals are there, enter it as the Portal Address of the {{connection}}.`,
        ),
      }
    : {};
