/** A server of one tool that does nothing but the request, by the same libraries. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Agent } from 'node:http';
import fetch from 'node-fetch';

import { standard } from '../../mcp/standard.ts';

const { SERVICE_BASE_URL, SERVICE_API_KEY } = process.env;
const agent = new Agent({ keepAlive: true });

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1' });
  const inputSchema = standard<Record<string, string>>({
    type: 'object',
    additionalProperties: true,
  });
  server.registerTool('create_case', { description: 'Bare', inputSchema }, async (business) => {
    const response = await fetch(`${SERVICE_BASE_URL}/api/applications`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        accept: 'application/json',
        authorization: `Bearer ${SERVICE_API_KEY}`,
      },
      body: JSON.stringify({ business }),
      agent,
    });
    const text = await response.text();
    return {
      content: [{ type: 'text', text }],
      structuredContent: JSON.parse(text) as Record<string, unknown>,
    };
  });
  return server;
});
