/** A server for assistants on a port of its own, and the official clients of both generations. */
import { request, type IncomingMessage } from 'node:http';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

import { httpServer, type HttpOptions } from '../http.ts';
import { serveAt } from '../endpoint.ts';
import { serverFactory, type ServerSettings } from '../server.ts';
import { levels } from '../levels.ts';

export { comparable } from '../../../test/support/comparable.ts';
export { recording } from '../../../test/known-service/service.ts';

export const apiKey = 'sandbox_key';
const largest = 1000;

/** What a person answers to a question. */
type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, any> };
export interface Question {
  message: string;
  requestedSchema: { properties: Record<string, any> };
}

export type Respond = (question: Question) => Answer;
type Open = (url: string, respond?: Respond, token?: string) => Promise<Assistant>;

/** The header with a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const sending = (token?: string) => ({ requestInit: { headers: token ? bearer(token) : {} } });

/** Both clients have the same methods under the same names. */
const assistant = (client: Client, generation: string) => ({
  generation,
  async call(name: string, input: object = {}) {
    const answer = await client.callTool({ name, arguments: input as Record<string, unknown> });
    const blocks = answer.content as { type: string; text: string }[];
    const text = blocks.map((block) => block.text).join('\n');
    const structured = answer.structuredContent as Record<string, any> | undefined;
    return { isError: answer.isError as boolean | undefined, text, structured };
  },
  tools: async (): Promise<Record<string, any>[]> => (await client.listTools()).tools,
  async read(uri: string) {
    const { contents } = await client.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text) as Record<string, any>;
  },
  async prompt(name: string, values: Record<string, string>) {
    const { messages } = await client.getPrompt({ name, arguments: values });
    return (messages[0]!.content as { text: string }).text;
  },
  resources: async () => (await client.listResources()).resources,
  close: () => client.close(),
});

export type Assistant = ReturnType<typeof assistant>;

const about = { name: 'test', version: '1' };
const capabilities = (respond?: Respond) => ({ capabilities: respond ? { elicitation: {} } : {} });
const answering =
  (respond: Respond) =>
  ({ params }: { params: unknown }) =>
    respond(params as Question) as never;

export const newest: Open = async (url, respond, token) => {
  const client = new Client(about, {
    ...capabilities(respond),
    versionNegotiation: { mode: 'auto' },
  });
  if (respond) client.setRequestHandler('elicitation/create', answering(respond));
  await client.connect(new StreamableHTTPClientTransport(new URL(url), sending(token)));
  return assistant(client, client.getNegotiatedProtocolVersion()!);
};

const older: Open = async (url, respond, token) => {
  const client = new OlderClient(about, capabilities(respond));
  if (respond) client.setRequestHandler(ElicitRequestSchema, answering(respond));
  const transport = new OlderTransport(new URL(url), sending(token));
  await client.connect(transport as never);
  return assistant(client as unknown as Client, transport.protocolVersion!);
};

/** The official clients, by the version of the protocol they speak. */
export const clients: [version: string, open: Open][] = [
  ['2026-07-28', newest],
  ['2025-11-25', older],
];

/** The tool of an operation with its arguments: Create Case is Start Onboarding without a portal. */
export const asCall = (key: string, input: object): [tool: string, args: object] =>
  key === 'create_case' ? ['start_onboarding', { ...input, portal: false }] : [key, input];

/** Sends a message of the protocol; `fetch` would not send another Host. */
export const post = (url: string, message: object, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method: 'POST' }, resolve).on('error', reject);
    sent.setHeader('content-type', 'application/json');
    sent.setHeader('accept', 'application/json, text/event-stream');
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
  });

/** The answer to the first request of an older client. */
export async function initialize(url: string, headers: Record<string, string>) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: about };
  return (await post(url, { method: 'initialize', params }, headers)).resume();
}

/** The tools that a client finds. */
export async function toolsAt(url: string, token?: string) {
  const client = await newest(url, undefined, token);
  const tools = await client.tools();
  await client.close();
  return tools;
}

/** What one call of a tool answers. */
export async function callAt(url: string, tool: string, input: object, token?: string) {
  const client = await newest(url, undefined, token);
  const answer = await client.call(tool, input);
  await client.close();
  return answer;
}

/** Starts a server over the service at `base_url`. */
export async function startServer(
  base_url: string,
  settings: Partial<ServerSettings> = {},
  { port = 0, ...options }: HttpOptions & { port?: number } = {},
) {
  const http = httpServer(
    serverFactory({
      authData: { base_url, api_key: apiKey },
      allowed: new Set(levels),
      files: { largest, publicOnly: false },
      ...settings,
    }),
    options,
  );
  const { url, close } = await serveAt({ port }, http.app, options.access);
  return {
    url,
    async close() {
      await http.close();
      close();
    },
  };
}

export const agree: Respond = () => ({ action: 'accept', content: { agree: true } });
