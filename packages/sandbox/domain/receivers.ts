/** Which addresses deliveries may go to. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of the machine's own network, by the names ipaddr.js has for their ranges. */
const inside: string[] = ['private', 'uniqueLocal', 'carrierGradeNat'];

/** The path as a server reads it, however often its letters are escaped. */
function decoded(path: string): string {
  try {
    const once = decodeURIComponent(path);
    return once === path ? path : decoded(once);
  } catch {
    return path;
  }
}

/** The pages of the sandbox that no delivery may reach: what they do needs no key. */
export const isControlPath = (path: string): boolean =>
  /^\/+(_sandbox|back-office|mcp)(\/|$)/i.test(new URL(`http://a${decoded(path)}`).pathname);

/** Whether an IP address is this machine itself. */
export const isLoopback = (address: string): boolean =>
  ipaddr.process(address).range() === 'loopback';

/**
 * Why an IP address may not be a receiver's; undefined where it may. `address` comes without
 * brackets, `allowPrivate` says whether addresses of the machine's own network are taken.
 */
export function refusedAddress(address: string, allowPrivate: boolean): string | undefined {
  // An IPv4 address written as IPv6 is that address.
  const range = ipaddr.process(address).range();
  if (range === 'unicast' || range === 'loopback') return undefined;
  if (!inside.includes(range)) return `${address} is no address events are sent to (${range})`;
  if (allowPrivate) return undefined;
  return `${address} belongs to this machine's own network; start the sandbox with --allow-private to send there`;
}

/** The IP address that a host name of a URL is; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : undefined;
}

type Lookup = (
  hostname: string,
  options: { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** What a refused address ends a connection with. */
export const refusedError = (reason: string): Error =>
  Object.assign(new Error(reason), { code: 'REFUSED_ADDRESS' });

/**
 * A `lookup` for Node's connections that refuses a name with an address that deliveries may not go
 * to: the address that was checked is the one that is connected to.
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
