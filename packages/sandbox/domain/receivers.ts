/** Decides which addresses may receive deliveries. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges of the machine's own network, with the names of ipaddr.js. */
const inside: string[] = ['private', 'uniqueLocal', 'carrierGradeNat'];

/** The path as a server reads it, after any number of encodings. @throws for an invalid escape. */
function decoded(path: string): string {
  const once = decodeURIComponent(path);
  return once === path ? path : decoded(once);
}

/**
 * True for the sandbox's control pages, which need no key, so no delivery may reach them. A path
 * with an invalid escape counts as one: servers read it differently.
 */
function isControlPath(path: string): boolean {
  try {
    const { pathname } = new URL(`http://a${decoded(path)}`);
    return /^\/+(_sandbox|back-office|mcp)(\/|$)/i.test(pathname);
  } catch {
    return true;
  }
}

/** Where deliveries may go. */
export interface Reach {
  /** The sandbox's own port. */
  ownPort: string;
  /** Permits the machine's own network. */
  allowPrivate: boolean;
}

/** The reason to refuse an IP address, without brackets, for a URL; undefined for a valid one. */
export function refusedAddress(
  { port, pathname }: URL,
  address: string,
  { ownPort, allowPrivate }: Reach,
): string | undefined {
  // An IPv4 address in IPv6 notation counts as IPv4.
  const range = ipaddr.process(address).range();
  if (range === 'loopback' && port === ownPort && isControlPath(pathname)) {
    return 'must not lead into the sandbox itself';
  }
  if (range === 'unicast' || range === 'loopback') return undefined;
  if (!inside.includes(range)) return `${address} is not a valid receiver (${range})`;
  if (allowPrivate) return undefined;
  return `${address} belongs to this machine's own network; start the sandbox with --allow-private to send there`;
}

/** The reason to refuse a URL by its host alone; undefined for a name that must be looked up. */
export function refusedUrl(url: URL, reach: Reach): string | undefined {
  const isHere = /(^|\.)localhost$/.test(url.hostname);
  const bare = isHere ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? refusedAddress(url, bare, reach) : undefined;
}

type Lookup = (
  hostname: string,
  options: { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** The error of a connection to a refused address. */
export const refusedError = (reason: string): Error =>
  Object.assign(new Error(reason), { code: 'REFUSED_ADDRESS' });

/**
 * A `lookup` for Node's connections that refuses names with a forbidden address. Node connects to
 * exactly the address that was checked.
 */
export const checkedLookup =
  (
    refused: (address: string) => string | undefined,
    lookup: Lookup = systemLookup,
  ): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      for (const { address } of found) {
        const reason = refused(address);
        if (reason) return done(refusedError(reason), []);
      }
      if (options.all) return done(null, found);
      const [first] = found;
      done(null, first!.address, first!.family);
    });
