/** An HTTP server on a free port of this computer, for receivers, file hosts and stand-ins. */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The whole body as text. */
  content: string;
  /** The other end of the connection, the same for all its requests. */
  port: number;
}

/** Starts a server. `url` has no final slash; `close` ends open connections, too. */
export async function serve(handle: RequestListener) {
  const server = createServer(handle);
  // Connections stay open long, because a busy machine must not find one closed before its next
  // request.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts one that answers a request when it has its whole body. */
export const listen = (handle: (received: Received, response: ServerResponse) => unknown) =>
  serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers, socket } = request;
      handle({ method, path, headers, content, port: socket.remotePort! }, response);
    });
  });

/** Answers with JSON, or without a body. */
export const answerJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

/** A free port, for a process that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
