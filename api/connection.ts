/** The connection: where the service is and the key to it ("Authentication"). */

import { expired, halt } from './errors.ts';
import { setting } from './settings.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address read last: each request of a step asks for it, and the next step has the same one. */
let latest = { given: '', root: '' };

/**
 * The service's address without a trailing slash or `/api`, so that paths of the
 * specification can be put behind it.
 * @throws HaltedError when it is no https address (http only on this computer).
 */
export function baseUrl({ base_url: given = '' }: { base_url?: string }): string {
  if (!latest.root || latest.given !== given) latest = { given, root: rootOf(given.trim()) };
  return latest.root;
}

function rootOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw halt(
      'Base URL is not a web address. Enter it as your service shows it, for example https://api.example.com.',
    );
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw halt('Base URL must start with https:// so that the API key travels encrypted.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw halt('Base URL must be the plain address of the service, without user name, "?" or "#".');
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api$/, '');
}

/** The header that carries the API key. */
export function authHeader(authData: { api_key?: string }): Record<string, string> {
  const key = (authData.api_key ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw expired(
      'The API key is empty or contains characters a key cannot have. Copy it again from your service and reconnect.',
    );
  }
  return { [setting('authHeader')]: setting('authPrefix') + key };
}
