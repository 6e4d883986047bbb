/**
 * A server with one tool that only sends the request: written as in the SDK's documentation, or
 * with `least` in plain Node without schemas.
 */
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import http from 'node:http';
import * as z from 'zod';

import { standard } from '../../../packages/mcp/standard.ts';

const { SERVICE_BASE_URL, SERVICE_API_KEY } = process.env;
const url = `${SERVICE_BASE_URL}/api/applications`;
const request = (body: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    authorization: `Bearer ${SERVICE_API_KEY}`,
  },
  body,
});
const answer = (output: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(output) }],
  structuredContent: output,
});

const name = z.string().optional();
const documented = (server: McpServer) =>
  server.registerTool(
    'create_case',
    {
      description: 'Creates a case.',
      inputSchema: z.object({ subject: name, organization_name: name, country: name }),
      outputSchema: z.looseObject({ application_id: z.string(), status_review: name }),
    },
    async ({ organization_name, country }) => {
      const body = JSON.stringify({ business: { organization_name, country } });
      const response = await fetch(url, request(body));
      return answer((await response.json()) as Record<string, unknown>);
    },
  );

const agent = new http.Agent({ keepAlive: true });
const sentByNode = (body: string) =>
  new Promise<string>((resolve, reject) => {
    const { method, headers } = request(body);
    const length = { 'content-length': Buffer.byteLength(body) };
    const sent = http.request(url, { method, headers: { ...headers, ...length }, agent });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces).toString()));
    });
    sent.end(body);
  });
const least = (server: McpServer) =>
  server.registerTool(
    'create_case',
    { inputSchema: standard<Record<string, string>>({ type: 'object' }) },
    async (business) => {
      const content = await sentByNode(JSON.stringify({ business }));
      return answer(JSON.parse(content) as Record<string, unknown>);
    },
  );

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1' });
  (process.argv.includes('least') ? least : documented)(server);
  return server;
});
