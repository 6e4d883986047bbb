/**
 * No request into our own house: on Zapier the app must not reach the machine it runs on, whatever
 * address an admin maps. On a developer's computer the sandbox lives there, so all is allowed.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';

import { setting } from './settings.ts';

/** True inside Zapier's runtime (AWS Lambda). */
const isOnZapier = () => process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;

const isPublic = (address: string): boolean => {
  const range = ipaddr.process(address).range();
  const isPrivate = range === 'private' || range === 'uniqueLocal';
  return range === 'unicast' || (isPrivate && setting('privateNetwork') === 'allow');
};

/** The error of a connection to an address that is not for apps; `code` tells it apart. */
const refused = (host: string) =>
  Object.assign(new Error(`${host} is not a public address`), { code: 'ENOTPUBLIC' });

/** Resolves a name, and refuses it when any of its addresses is inside. */
function publicLookup(
  host: string,
  options: LookupOptions,
  done: (error: Error | null, address?: string | LookupAddress[], family?: number) => void,
): void {
  const { lookup } = process.getBuiltinModule('node:dns');
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error);
    if (!found.every(({ address }) => isPublic(address))) return done(refused(host));
    if (options.all) return done(null, found);
    done(null, found[0]!.address, found[0]!.family);
  });
}

/** The `agent` of a request, asked for each address it is redirected to; undefined where all is allowed. */
export function publicAgent() {
  if (!isOnZapier()) return undefined;
  return ({ protocol, hostname }: { protocol: string | null; hostname: string | null }) => {
    // Addresses are not looked up; the URL parser has brought odd notations to their plain form.
    const host = (hostname ?? '').replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(host) && !isPublic(host)) throw refused(host);
    // Imported at the top, these modules would cost 17 ms and 7 MB of each start.
    const { Agent } = process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https');
    return new Agent({ lookup: publicLookup as never });
  };
}
