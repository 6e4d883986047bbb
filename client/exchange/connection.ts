/** The connection: the service's address and key ("Authentication"). */

import { halt, OperationError } from '../basics/errors.ts';
import type { Connection, Run } from './run.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for an address on this computer. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && loopback.test(new URL(url).hostname);

type About = Pick<Run, 'connection' | 'installation' | 'dialect'>;

/** The addresses in messages: how the reader enters them, whose they are, and what is sent there. */
const service = {
  label: 'Base URL',
  hint: 'Enter it as your service shows it, for example https://api.example.com.',
  of: 'service',
  secret: 'the API key',
};
const portals: typeof service = {
  label: 'Portal Address',
  hint: 'Enter the start of the links that clients get, for example https://portal.example.com.',
  of: 'portals',
  secret: 'the data of clients',
};

/** The Base URL of each connection: every key of the memory contains it. */
const addresses = new WeakMap<Connection, string>();

/**
 * The service's address without a final slash or `/api`; the paths of the specification follow it.
 * @throws a halt unless it is https; http is valid for this computer, or if a setting allows it.
 */
export function baseUrl({ connection, installation }: About): string {
  const earlier = addresses.get(connection);
  if (earlier !== undefined) return earlier;
  const text = (connection.base_url ?? '').trim();
  const root = rootOf(text, service, installation.plainHttp === 'allow').replace(/\/api$/, '');
  addresses.set(connection, root);
  return root;
}

/**
 * The address of portals: of the connection, else of the dialect for this Base URL, else the Base
 * URL. A host alone means https.
 * @throws a halt unless it is https; http is valid for this computer.
 */
export function portalAddress(run: About): string {
  const { connection, dialect } = run;
  const address = connection.portal_address?.trim();
  if (!address) {
    const base = baseUrl(run);
    return dialect.portal_addresses[base] ?? base;
  }
  const isBareHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(address);
  return rootOf(isBareHost ? `https://${address}` : address, portals).replace(/\/portals$/, '');
}

function rootOf(text: string, { label, hint, of, secret }: typeof service, mayBeHttp = false) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw halt(`${label} is not a web address. ${hint}`);
  }
  if (url.protocol === 'http:' && !mayBeHttp && !loopback.test(url.hostname)) {
    throw halt(`${label} must start with https:// to encrypt ${secret}.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw halt(`${label} must be the plain address of the ${of}, without user name, "?" or "#".`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

export function authHeader({ connection, dialect }: Pick<Run, 'connection' | 'dialect'>) {
  const key = (connection.api_key ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new OperationError(
      'reconnect',
      'The API key is empty or contains invalid characters. Copy it again from your service {{and_reconnect}}.',
      'nothing',
    );
  }
  const { auth_header, auth_prefix } = dialect;
  // A space separates a scheme such as Bearer from the key.
  return { [auth_header]: auth_prefix.replace(/\w$/, '$& ') + key };
}
