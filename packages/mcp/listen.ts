/** The endpoint on a port of this computer. */
import { createAdaptorServer } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';

import { httpServer } from './http.ts';
import { serverFactory, type ServerSettings } from './server.ts';

/** Serves the endpoint at /mcp. @returns its address. */
export async function serveAt(port: number, app: Hono): Promise<string> {
  const server = createAdaptorServer({ fetch: new Hono().route('/mcp', app).fetch });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Listens until the process ends. A token that was made here is shown once, on stderr. */
export async function listen(
  port: number,
  settings: ServerSettings,
  onerror: (error: Error) => void,
): Promise<void> {
  const { MCP_TOKEN } = process.env;
  const token = MCP_TOKEN || randomBytes(24).toString('base64url');
  const factory = serverFactory({ ...settings, secrets: [token] });
  const { app } = httpServer(factory, { token, onerror });
  console.error(await serveAt(port, app));
  if (!MCP_TOKEN) console.error(`Bearer token   ${token}`);
}
