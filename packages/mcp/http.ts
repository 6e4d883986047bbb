/**
 * Streamable HTTP for both generations of the protocol at one address. The newer one has no
 * sessions; the older one needs them for questions.
 */
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/hono';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { randomUUID } from 'node:crypto';

import type { Access } from './access.ts';

export interface HttpOptions {
  /** Without it, everyone who reaches the endpoint has access. */
  access?: Access;
  /** Name in the endpoint's address, in addition to this computer's names. */
  hostname?: string;
  onerror?: (error: Error) => void;
}

/** The most open sessions. A new one replaces the session that was idle longest. */
const mostSessions = 100;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  /** Its owner, and the owner's permissions. */
  owner: string;
}

const ownerOf = ({ clientId, scopes }: Partial<AuthInfo> = {}) =>
  JSON.stringify([clientId, scopes]);

/** The sessions of the older protocol. */
function openSessions(factory: McpServerFactory) {
  const sessions = new Map<string, Session>();
  const close = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
  };
  const used = (id: string, session: Session) => {
    // A map keeps the order of its keys, so the first session was idle longest.
    sessions.delete(id);
    sessions.set(id, session);
    if (sessions.size > mostSessions) void close(sessions.keys().next().value!);
  };
  const open = async (request: Request, authInfo?: AuthInfo): Promise<Response> => {
    const transport: Session['transport'] = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => used(id, { transport, owner: ownerOf(authInfo) }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = await factory({ era: 'legacy', requestInfo: request, authInfo });
    await server.connect(transport);
    return transport.handleRequest(request, { authInfo });
  };
  return {
    async fetch(request: Request, authInfo?: AuthInfo): Promise<Response> {
      const id = request.headers.get('mcp-session-id');
      if (!id) return open(request, authInfo);
      const session = sessions.get(id);
      if (session?.owner === ownerOf(authInfo)) {
        used(id, session);
        return session.transport.handleRequest(request, { authInfo });
      }
      // Tells a client to start again.
      const error = { code: -32001, message: 'Session not found' };
      return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
    },
    close: () => Promise.all([...sessions.keys()].map(close)),
  };
}

/**
 * The endpoint as a Hono app, which any path can mount. Host and Origin must be this computer or
 * the public name: otherwise a web page could talk to it.
 */
export function httpServer(factory: McpServerFactory, options: HttpOptions = {}) {
  const { access, hostname, onerror } = options;
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror });
  const older = openSessions(factory);
  const names = [...localhostAllowedHostnames(), ...(hostname ? [hostname] : [])];
  const app = new Hono();
  app.use('*', hostHeaderValidation(names), originValidation(names));
  app.all('*', async (c) => {
    const request = c.req.raw;
    const authInfo = await access?.check(request);
    if (authInfo instanceof Response) return authInfo;
    return (await isLegacyRequest(request))
      ? older.fetch(request, authInfo)
      : modern.fetch(request, { authInfo });
  });
  return {
    app,
    async close(): Promise<void> {
      await Promise.all([modern.close(), older.close()]);
    },
  };
}
