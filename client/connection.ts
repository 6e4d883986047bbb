/** The connection: where the service is and the key to it ("Authentication"). */

import { expired, halt } from './errors.ts';
import type { Run } from './run.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for an address on this computer. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && loopback.test(new URL(url).hostname);

/** What an address is read from. */
type About = Pick<Run, 'connection' | 'installation' | 'dialect'>;

/** The address read last: each request of a step asks for it, and the next step has the same one. */
let latest = { text: '', root: '', plainHttp: '' };

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
 * @throws a halt when it is no https address (http on this computer, or where a setting allows it).
 */
export function baseUrl({ connection, installation }: About): string {
  const { base_url: text = '' } = connection;
  const { plainHttp } = installation;
  if (!latest.root || latest.text !== text || latest.plainHttp !== plainHttp) {
    const named = { ...service, mayBeHttp: plainHttp === 'allow' };
    latest = { text, root: rootOf(text.trim(), named).replace(/\/api$/, ''), plainHttp };
  }
  return latest.root;
}

/**
 * The address in front of the paths of portals: that of the connection, else of the setting, else
 * of the dialect for this Base URL, else the Base URL itself. A bare host counts as https.
 * @throws a halt when it is no https address (http only on this computer).
 */
export function portalAddress(run: About): string {
  const { connection, installation, dialect } = run;
  const address = connection.portal_address?.trim() || installation.portalAddress;
  if (!address) {
    const base = baseUrl(run);
    return dialect.portal_addresses[base] ?? base;
  }
  const isBareHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(address);
  return rootOf(isBareHost ? `https://${address}` : address, portals).replace(/\/portals$/, '');
}

function rootOf(text: string, named: Named): string {
  const { label, example, shownBy, of, secret, mayBeHttp = false } = named;
  const url = URL.canParse(text) ? new URL(text) : undefined;
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
export function authHeader({ connection, dialect }: Pick<Run, 'connection' | 'dialect'>) {
  const key = (connection.api_key ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw expired(
      'The API key is empty or contains characters a key cannot have. Copy it again from your service {{and_reconnect}}.',
    );
  }
  const { auth_header, auth_prefix } = dialect;
  // A scheme such as Bearer is set apart from the key.
  return { [auth_header]: auth_prefix.replace(/\w$/, '$& ') + key };
}
