/**
 * The server on its own port with a sandbox, and the fixtures of the conformance suite next to its
 * tools. Tells its parent the address, and ends with it.
 */
import { httpServer, type HttpServer } from '../../packages/mcp/http.ts';
import { serveAt } from '../../packages/mcp/endpoint.ts';
import { fileRules } from '../../packages/mcp/options.ts';
import { serverFactory } from '../../packages/mcp/server.ts';
import { levels } from '../../packages/mcp/levels.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { addFixtures } from './mcp-fixtures.ts';

const sandbox = await createSandbox();
const http: HttpServer = httpServer(
  serverFactory({
    authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
    allowed: new Set(levels),
    files: fileRules(sandbox.url),
    extend: (server, questions) => addFixtures(server, questions, () => http),
  }),
);
process.send!((await serveAt({ port: 0 }, http.app)).url);
process.on('disconnect', () => process.exit());
