/** The connection: where the service is and the key to it ("Authentication"). */

import { expired, halt } from './errors.ts';
import { dialect } from './dialect-in-use.ts';
import { setting } from './settings.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for an address on this computer. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && loopback.test(new URL(url).hostname);

/** The address read last: each request of a step asks for it, and the next step has the same one. */
let latest = { given: '', root: '', plainHttp: '' };

/** What an address is for, in messages. */
interface Named {
  label: string;
  example: string;
  /** Where the reader finds it. */
  shownBy: string;
  /** What it is the address of, and what travels there. */
  of: string;
  secret: string;
  /** Also on another computer. */
  mayBeHttp?: boolean;
}
const service: Named = {
  label: 'Base URL',
  example: 'https://api.example.com',
  shownBy: 'Enter it as your service shows it',
  of: 'service',
  secret: 'the API key travels',
};
const portals: Named = {
  label: 'Portal Address',
  example: 'https://portal.example.com',
  shownBy: 'Enter the start of the links that clients get',
  of: 'portals',
  secret: 'what clients enter travels',
};

/**
 * The service's address without a trailing slash or `/api`, so that paths of the
 * specification can be put behind it.
 * @throws HaltedError when it is no https address (http on this computer, or where a setting allows it).
 */
export function baseUrl({ base_url: given = '' }: { base_url?: string }): string {
  const plainHttp = setting('plainHttp');
  if (!latest.root || latest.given !== given || latest.plainHttp !== plainHttp) {
    const named = { ...service, mayBeHttp: plainHttp === 'allow' };
    latest = { given, root: rootOf(given.trim(), named).replace(/\/api$/, ''), plainHttp };
  }
  return latest.root;
}

/**
 * The address in front of the paths of portals: that of the connection, else of the setting, else
 * of the dialect for this Base URL, else the Base URL itself. A bare host counts as https.
 * @throws HaltedError when it is no https address (http only on this computer).
 */
export function portalAddress(authData: { base_url?: string; portal_address?: string }): string {
  const given = authData.portal_address?.trim() || setting('portalAddress');
  if (!given) {
    const base = baseUrl(authData);
    return dialect().portal_addresses[base] ?? base;
  }
  const isBareHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(given);
  return rootOf(isBareHost ? `https://${given}` : given, portals).replace(/\/portals$/, '');
}

function rootOf(given: string, named: Named): string {
  const { label, example, shownBy, of, secret, mayBeHttp = false } = named;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw halt(`${label} is not a web address. ${shownBy}, for example ${example}.`);
  }
  if (url.protocol === 'http:' && !mayBeHttp && !loopback.test(url.hostname)) {
    throw halt(`${label} must start with https:// so that ${secret} encrypted.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw halt(`${label} must be the plain address of the ${of}, without user name, "?" or "#".`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** The header that carries the API key. */
export function authHeader(authData: { api_key?: string }): Record<string, string> {
  const key = (authData.api_key ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw expired(
      'The API key is empty or contains characters a key cannot have. Copy it again from your service and reconnect.',
    );
  }
  const { auth_header, auth_prefix } = dialect();
  // A scheme such as Bearer is set apart from the key.
  return { [auth_header]: auth_prefix.replace(/\w$/, '$& ') + key };
}
