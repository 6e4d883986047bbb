// Which addresses deliveries may go to. Plain JavaScript: the thread that sends has no compiler.
import { lookup as systemLookup } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** Addresses of the machine's own network, by the names ipaddr.js has for their ranges. */
const inside = ['private', 'uniqueLocal', 'carrierGradeNat'];

/** The pages of the sandbox that no delivery may reach: what they do needs no key. */
export const isControlPath = (path) => /^\/+(_sandbox|back-office)(\/|$)/i.test(path);

/** Whether an IP address is this machine itself. */
export const isLoopback = (address) => ipaddr.process(address).range() === 'loopback';

/**
 * What is wrong with an IP address as a receiver's.
 * @param {string} address as it is written, without brackets
 * @param {boolean} allowPrivate whether addresses of the machine's own network are taken
 * @returns {string | undefined} the reason
 */
export function refusedAddress(address, allowPrivate) {
  // An IPv4 address written as IPv6 is that address.
  const range = ipaddr.process(address).range();
  if (range === 'unicast' || range === 'loopback') return undefined;
  if (!inside.includes(range)) return `${address} is no address events are sent to (${range})`;
  if (allowPrivate) return undefined;
  return `${address} belongs to this machine's own network; start the sandbox with --allow-private to send there`;
}

/** The IP address that a host name of a URL is; undefined for a name. */
export function literalAddress(hostname) {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : undefined;
}

/**
 * A `lookup` for Node's connections that refuses a name with an address that deliveries may not go
 * to: the address that was checked is the one that is connected to.
 */
export const checkedLookup =
  (refused, lookup = systemLookup) =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error);
      for (const { address } of found) {
        const reason = refused(address);
        if (reason) return done(Object.assign(new Error(reason), { code: 'REFUSED_ADDRESS' }));
      }
      if (options.all) return done(null, found);
      done(null, found[0].address, found[0].family);
    });
