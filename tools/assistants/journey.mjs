/**
 * An onboarding with each client of assistants, against the packed server on stdio:
 * `npm run check -- tools` runs this with the server's command in the arguments. A decision is recorded
 * after the person agreed alone, and where a client cannot ask, the server says so.
 */
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as AiTransport } from '@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { getAllMcpTools, MCPServerStdio, RunContext } from '@openai/agents';
import assert from 'node:assert/strict';

const [command, ...args] = process.argv.slice(2);
const { env } = process;
const launch = { command, args, env };
const about = { name: 'check', version: '1' };

const textOf = ({ content }) => content.map(({ text }) => text).join('\n');
const callWith = (client) => async (name, input) =>
  textOf(await client.callTool({ name, arguments: input }));
const capabilities = (respond) => ({ capabilities: respond ? { elicitation: {} } : {} });

/**
 * Client -> how it is opened, with the person's answers if it can ask. Each returns what a tool says
 * to the model.
 */
const clients = {
  async 'protocol SDK 2'(respond) {
    const client = new Client(about, {
      ...capabilities(respond),
      versionNegotiation: { mode: 'auto' },
    });
    if (respond) client.setRequestHandler('elicitation/create', respond);
    await client.connect(new StdioClientTransport(launch));
    return { call: callWith(client), close: () => client.close() };
  },
  async 'protocol SDK 1'(respond) {
    const client = new OlderClient(about, capabilities(respond));
    if (respond) client.setRequestHandler(ElicitRequestSchema, respond);
    await client.connect(new OlderTransport(launch));
    return { call: callWith(client), close: () => client.close() };
  },
  async 'AI SDK'(respond) {
    const client = await createMCPClient({
      transport: new AiTransport(launch),
      ...capabilities(respond),
    });
    if (respond) client.onElicitationRequest(ElicitationRequestSchema, respond);
    const tools = await client.tools();
    const call = async (name, input) =>
      textOf(await tools[name].execute(input, { toolCallId: '1', messages: [] }));
    return { call, close: () => client.close() };
  },
  async LangChain() {
    const client = new MultiServerMCPClient({
      mcpServers: { onboarding: { transport: 'stdio', ...launch } },
    });
    const tools = await client.getTools();
    const call = async (name, input) => {
      const tool = tools.find((one) => one.name === name);
      const text = await tool.invoke(input).catch(({ message }) => message);
      return typeof text === 'string' ? text : text.text;
    };
    return { call, close: () => client.close() };
  },
  async 'OpenAI Agents, strict'() {
    const server = new MCPServerStdio(launch);
    await server.connect();
    const tools = await getAllMcpTools({
      mcpServers: [server],
      convertSchemasToStrict: true,
      runContext: new RunContext(),
      agent: { name: 'check' },
    });
    const call = async (name, input) => {
      const tool = tools.find((one) => one.name === name);
      const text = await tool.invoke(new RunContext(), JSON.stringify(input));
      return typeof text === 'string' ? text : text.text;
    };
    return { call, close: () => server.close() };
  },
};

/** An onboarding up to the decision. @returns what the tool of the decision says, and the status. */
async function journey(open, respond) {
  const { call, close } = await open(respond);
  const one = async (name, input) => {
    const text = await call(name, input);
    assert.match(text, /^\{/, `${name}: ${text}`);
    const { result, results } = JSON.parse(text);
    return result ?? results[0];
  };
  const { application_id, portal_link, related_parties } = await one('start_onboarding', {
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    country: 'France',
    registration_number: '552100554',
    is_draft: true,
    related_persons: [{ related_person_last_name: 'Ferrer' }],
  });
  assert.match(portal_link, /^http/);
  assert.deepEqual(related_parties, ['Ferrer']);
  const file = { application_id, type: 'REGISTRATION', file: 'passport.jpg' };
  assert.ok((await one('upload_document', file)).document_id);
  await one('submit_case', { application_id });
  const decision = { application_id, decision: 'approved' };
  const decided = await call('record_decision', decision).catch(({ message }) => message);
  const { documents, status_review } = await one('find_case', { application_id });
  assert.equal(documents.length, 1);
  await close();
  return { decided, status_review };
}

const agrees = () => ({ action: 'accept', content: { agree: true } });
const declines = () => ({ action: 'decline' });
const cannotShow = () => {
  throw new Error('Method not found');
};

/** How the person answers -> what the tool says then. */
const answers = [
  ['the person agrees', agrees, /"approved"/],
  ['the person declines', declines, /Nothing was done\. The person did not agree/],
  // With the newer protocol the client ends the call itself, and the server hears nothing of it.
  [
    'the question cannot be shown',
    cannotShow,
    /Nothing was done|Method not found|Failed to process/,
  ],
  ['it cannot ask', undefined, /Nothing was done\. Record Decision needs the consent of a person/],
];

for (const [name, open] of Object.entries(clients)) {
  for (const [what, respond, says] of open.length ? answers : answers.slice(-1)) {
    const { decided, status_review } = await journey(open, respond).catch((error) => ({
      decided: String(error.message),
    }));
    const isRight = says.test(decided) && (status_review === 'approved') === (respond === agrees);
    console.log(`${isRight ? 'ok ' : 'NOT'} ${name}: ${what}${isRight ? '' : `: ${decided}`}`);
    if (!isRight) process.exitCode = 1;
  }
}
process.exit();
