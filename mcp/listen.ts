/** The endpoint on a port of this computer. */
import { createAdaptorServer } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';

import { httpServer } from './http.ts';
import { serverFactory, type ServerSettings } from './server.ts';

interface Listening {
  port: number;
  settings: ServerSettings;
  onerror: (error: Error) => void;
}

/** Listens until the process ends. A token that was made here is shown once, on stderr. */
export async function listen({ port, settings, onerror }: Listening): Promise<void> {
  const { MCP_TOKEN } = process.env;
  const token = MCP_TOKEN || randomBytes(24).toString('base64url');
  const factory = serverFactory({ ...settings, secrets: [token] });
  const { app } = httpServer(factory, { token, onerror });
  const server = createAdaptorServer({ fetch: new Hono().route('/mcp', app).fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  console.error(`http://127.0.0.1:${taken}/mcp`);
  if (!MCP_TOKEN) console.error(`Bearer token   ${token}`);
}
