/** Serves the endpoint on a port. */
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { accessOf, findIssuer, type Access } from './access.ts';
import { httpServer } from './http.ts';
import { levels, readScope } from './levels.ts';
import type { HttpPlace } from './options.ts';
import { serverFactory, type ServerSettings } from './server.ts';

/**
 * Milliseconds that an idle connection stays open. Clients and proxies expect 60 s. With Node's 5 s
 * they would lose requests on connections that close at that moment.
 */
const keepAliveTimeout = 75_000;

/** Serves the endpoint at /mcp, and next to it the description of its tokens. */
export async function serveAt(
  { port, host = '127.0.0.1' }: Pick<HttpPlace, 'port' | 'host'>,
  app: Hono,
  access?: Access,
): Promise<{ url: string; close: () => void }> {
  const root = new Hono();
  root.use('/.well-known/*', async (c, next) => access?.metadata(c.req.raw) ?? next());
  const { fetch } = root.route('/mcp', app);
  const server = createAdaptorServer({ fetch, serverOptions: { keepAliveTimeout } }) as Server;
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Listens until the process ends. Without token and issuer, makes a token and prints it once on
 * stderr.
 * @throws BadOption for an issuer that does not answer.
 */
export async function listen(
  place: HttpPlace,
  settings: ServerSettings,
  onerror: (error: Error) => void,
): Promise<void> {
  const { port, publicUrl = new URL(`http://127.0.0.1:${port}/mcp`), tokens } = place;
  const { audience = publicUrl.href } = place;
  const issuer = place.issuer && (await findIssuer(place.issuer, audience));
  const made = tokens.size || issuer ? undefined : randomBytes(24).toString('base64url');
  if (made) tokens.set(made, [readScope, ...levels]);
  const access = accessOf({ tokens, publicUrl, issuer });
  const factory = serverFactory({ ...settings, secrets: [...tokens.keys()] });
  const { app } = httpServer(factory, { access, hostname: publicUrl.hostname, onerror });
  const { url } = await serveAt(place, app, access);
  console.error(place.publicUrl ? `${url}, for clients ${publicUrl.href}` : url);
  if (made) console.error(`Bearer token   ${made}`);
}
