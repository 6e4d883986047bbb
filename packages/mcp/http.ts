/**
 * Streamable HTTP for both generations of the protocol at one address: the newer one has no
 * sessions, the older one needs them to put questions to the person.
 */
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/hono';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { randomUUID } from 'node:crypto';

import { fingerprint } from '../../client/transport.ts';

export interface HttpOptions {
  /** What a client must send as `Authorization: Bearer …`; left out, anyone on this computer is let in. */
  token?: string;
  onerror?: (error: Error) => void;
}

/** Sessions kept at once; the one that was idle longest makes room. */
const mostSessions = 100;

type Transport = WebStandardStreamableHTTPServerTransport;

/** The sessions of the older protocol. */
function openSessions(factory: McpServerFactory) {
  const sessions = new Map<string, Transport>();
  const close = async (id: string) => {
    const transport = sessions.get(id);
    sessions.delete(id);
    await transport?.close();
  };
  const used = (id: string, transport: Transport) => {
    // A map keeps the order in which keys came: the first was idle longest.
    sessions.delete(id);
    sessions.set(id, transport);
    if (sessions.size > mostSessions) void close(sessions.keys().next().value!);
  };
  const open = async (request: Request): Promise<Response> => {
    const transport: Transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => used(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = await factory({ era: 'legacy', requestInfo: request });
    await server.connect(transport);
    return transport.handleRequest(request);
  };
  return {
    async fetch(request: Request): Promise<Response> {
      const id = request.headers.get('mcp-session-id');
      if (!id) return open(request);
      const transport = sessions.get(id);
      if (transport) {
        used(id, transport);
        return transport.handleRequest(request);
      }
      // Tells a client to begin anew.
      const error = { code: -32001, message: 'Session not found' };
      return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
    },
    close: () => Promise.all([...sessions.keys()].map(close)),
  };
}

/**
 * The endpoint as an app of Hono, at any path it is mounted at. Only this computer may name itself
 * in Host and Origin: a web page could otherwise be made to talk to it.
 */
export function httpServer(factory: McpServerFactory, { token, onerror }: HttpOptions = {}) {
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror });
  const older = openSessions(factory);
  const app = new Hono();
  app.use('*', localhostHostValidation(), localhostOriginValidation());
  // Hono's own hash waits for a thread of Node's pool, twice with each request.
  if (token)
    app.use('*', bearerAuth({ token, hashFunction: (text: string) => fingerprint([text]) }));
  app.all('*', async (c) => {
    const request = c.req.raw;
    return (await isLegacyRequest(request)) ? older.fetch(request) : modern.fetch(request);
  });
  return {
    app,
    notify: modern.notify,
    async close(): Promise<void> {
      await Promise.all([modern.close(), older.close()]);
    },
  };
}

export type HttpServer = ReturnType<typeof httpServer>;
