/** The portal link that a client opens. */
import { recordOf } from './basics/json.ts';
import { baseUrl, portalAddress } from './exchange/connection.ts';
import type { Run } from './exchange/run.ts';
import { parseTime } from './basics/time.ts';

type Data = Record<string, unknown>;

/** The names under which a case or an event shows its portals: one, or a list. */
const portalKeys = ['portals', 'portal'];

/** True for a name of portals. */
export const isPortalKey = (key: string): boolean => portalKeys.includes(key);

/** True if a case shows its portals, or that it has none. */
export const showsPortals = (found: Data): boolean =>
  portalKeys.some((key) => Object.hasOwn(found, key));

/** True if a case shows its portals, and the client can work in none of them. */
export const isShutOut = (found: Data): boolean => !found.portal_link && showsPortals(found);

/** True if the service says now that a case waits for its client, which outweighs a decision. */
export const waitsForClient = (found: Data): boolean =>
  /^waiting_for_user_input$/i.test(String(found.status_execution)) && !isShutOut(found);

/** The portals of a case or an event. */
export const portalsIn = ({ portals, portal }: Data): Data[] =>
  [portals ?? portal ?? []].flat().map(recordOf);

const isPast = (time: unknown): boolean => parseTime(time) <= Date.now();

const isOpen = ({ is_open, status }: Data): boolean =>
  is_open === true || /^open/i.test(String(status));

/** True for a portal in which the client can no longer work. One may have been opened again. */
export const isClosedPortal = (portal: Data): boolean =>
  portal.is_open === false ||
  /^(closed|expired)/i.test(String(portal.status)) ||
  isPast(portal.expires_at) ||
  (!isOpen(portal) && [portal.closed_at, portal.expired_at].some(isPast));

const withLink = (object: Data): Data[] => portalsIn(object).filter(({ link }) => Boolean(link));

/** True for a case with portals of which none is open. */
export const hasClosedPortal = (found: Data): boolean =>
  withLink(found).length > 0 && withLink(found).every(isClosedPortal);

/** The different links in which the client can work; those that are said to be open, if any. */
function openLinksIn(object: Data): unknown[] {
  const usable = withLink(object).filter((portal) => !isClosedPortal(portal));
  const open = usable.filter(isOpen);
  return [...new Set((open.length ? open : usable).map(({ link }) => link))];
}

/**
 * The portal link of a case or an event, without closed portals. Of several links the open one; if
 * it is unclear which one is open, none.
 */
export function portalLinkIn(object: Data): unknown {
  const [link, other] = openLinksIn(object);
  return other === undefined ? link : undefined;
}

/** The full URL of a portal's `link`: an address, a path on the host of portals, or a token. */
export function portalUrl(run: Run, link: unknown): string | undefined {
  const text = typeof link === 'string' ? link.trim() : '';
  if (!text) return undefined;
  const address = run.dialect.portal_link
    .replace('{portal_address}', () => portalAddress(run))
    .replace('{base_url}', () => baseUrl(run));
  const isAddress = /^https?:/i.test(text);
  if (!isAddress && !/^[/\\]/.test(text)) {
    return address.replace('{link}', () => encodeURIComponent(text));
  }
  const host = isAddress ? undefined : address;
  return URL.canParse(text, host) ? new URL(text, host).href : undefined;
}

/** The host of a portal link that leads neither to the service nor to its portals; undefined for others. */
export function foreignHost(run: Run, link: string): string | undefined {
  const url = portalUrl(run, link);
  if (url === undefined) return undefined;
  const addresses = [baseUrl(run), portalAddress(run), portalUrl(run, 'token')!];
  const { origin, host } = new URL(url);
  return addresses.some((address) => new URL(address).origin === origin) ? undefined : host;
}

/** The output about links that were not used: removed ones, or several; empty if there were none. */
export function linkProblem(
  { host }: Run,
  hosts: string[],
  object: Data,
): { portal_link_problem?: string } {
  const text = hosts.length
    ? `The portal link of this event was dropped: its host ${hosts.join(', ')} is not the host of the Base URL or of the Portal Address. If your portals are at that host, enter it as Portal Address of the {{connection}}.`
    : openLinksIn(object).length > 1
      ? 'This event has several portal links and does not say which one is open. Look at the case in the service.'
      : '';
  return text ? { portal_link_problem: host.inWords(text) } : {};
}
