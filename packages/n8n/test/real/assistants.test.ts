/** `npm run n8n:real -- -t assistants`: the packed server for assistants at n8n's client nodes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { ended } from '../../../../scripts/process.ts';
import { answerJson, freePort, listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/server.tsx';
import { installPacked, RealN8n } from './real-n8n.ts';

const token = 'token-of-this-test';
const folder = mkdtempSync(join(tmpdir(), 'assistants-'));
let sandbox: Sandbox;
let server: ChildProcess;
let endpointUrl: string;
let n8n: RealN8n;
let model: Awaited<ReturnType<typeof startModel>>;

/** Starts the packed server over HTTP. @returns its process. */
async function startServer(port: number): Promise<ChildProcess> {
  installPacked(folder, folder, resolve('packages/mcp'));
  const command = join(folder, 'node_modules/.bin/compliance-onboarding-mcp');
  const account = { SERVICE_BASE_URL: sandbox.url, SERVICE_API_KEY: sandbox.apiKey };
  const child = spawn(command, ['--http', `${port}`, '--allow', 'write,decide'], {
    env: { ...process.env, ...account, MCP_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answers = () => fetch(endpointUrl).catch(() => undefined);
  await until('the server for assistants', async () => Boolean(await answers()), { pause: 200 });
  return child;
}

interface Message {
  role: string;
  content: string;
}
interface Asked {
  messages: Message[];
  tools: { function: { name: string } }[];
}

/** Starts a model: it calls Find Case, then repeats the result. */
async function startModel() {
  const asked: Asked[] = [];
  const place = await listen(async ({ content }, response) => {
    const question = JSON.parse(content) as Asked;
    asked.push(question);
    const last = question.messages.at(-1)!;
    const name = question.tools
      .map((tool) => tool.function.name)
      .find((one) => /find_case/.test(one))!;
    const call = { name, arguments: JSON.stringify({ external_reference: 'deal-1' }) };
    const message =
      last.role === 'tool'
        ? { role: 'assistant', content: last.content }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: call }],
          };
    const finish_reason = last.role === 'tool' ? 'stop' : 'tool_calls';
    return answerJson(response, 200, {
      id: 'chat_1',
      object: 'chat.completion',
      created: 0,
      model: 'test',
      choices: [{ index: 0, message, finish_reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });
  return { ...place, asked };
}

const langchain = '@n8n/n8n-nodes-langchain';
const mcp = { authentication: 'bearerAuth', serverTransport: 'httpStreamable', options: {} };
const bearer = { httpBearerAuth: { id: 'bearer', name: 'bearer' } };

/** A workflow that answers a request with the result of a node. */
const workflowOf = (path: string, node: object, others: object[] = [], more: object = {}) => ({
  name: path,
  active: false,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: `${path}-0`,
      name: 'Request',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: path,
      parameters: { httpMethod: 'POST', path, responseMode: 'lastNode' },
    },
    { id: `${path}-1`, name: 'Result', position: [200, 0], ...node },
    ...others,
  ],
  connections: { Request: { main: [[{ node: 'Result', type: 'main', index: 0 }]] }, ...more },
});

const clientNode = () =>
  workflowOf('client', {
    type: `${langchain}.mcpClient`,
    typeVersion: 1.1,
    credentials: bearer,
    onError: 'continueRegularOutput',
    parameters: {
      ...mcp,
      endpointUrl,
      tool: { __rl: true, mode: 'id', value: '={{ $json.body.tool }}' },
      inputMode: 'json',
      jsonInput: '={{ $json.body.input }}',
    },
  });

const agent = () => {
  const to = (type: string) => ({ [type]: [[{ node: 'Result', type, index: 0 }]] });
  return workflowOf(
    'agent',
    {
      type: `${langchain}.agent`,
      typeVersion: 3,
      parameters: { promptType: 'define', text: 'Which case has deal-1?', options: {} },
    },
    [
      {
        id: 'agent-2',
        name: 'Model',
        type: `${langchain}.lmChatOpenAi`,
        typeVersion: 1.2,
        position: [200, 200],
        credentials: { openAiApi: { id: 'model', name: 'model' } },
        parameters: { model: { __rl: true, mode: 'id', value: 'test' }, options: {} },
      },
      {
        id: 'agent-3',
        name: 'Tools',
        type: `${langchain}.mcpClientTool`,
        typeVersion: 1.4,
        position: [400, 200],
        credentials: bearer,
        parameters: { ...mcp, endpointUrl, include: 'all' },
      },
    ],
    { Model: to('ai_languageModel'), Tools: to('ai_tool') },
  );
};

/** Calls a workflow. @returns the text of its answer. */
async function ask(path: string, body: object = {}): Promise<string> {
  const answer = await fetch(`${n8n.processes[0]!.url}/webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.text();
}

beforeAll(async () => {
  sandbox = await createSandbox();
  const port = await freePort();
  endpointUrl = `http://127.0.0.1:${port}/mcp`;
  server = await startServer(port);
  model = await startModel();
  n8n = new RealN8n({ build: 'verified', isQueue: false, webhookUrl: '' });
  await n8n.open();
  await n8n.import(
    {
      bearer: { type: 'httpBearerAuth', data: { token } },
      model: { type: 'openAiApi', data: { apiKey: 'key', url: `${model.url}/v1` } },
    },
    { client: clientNode(), agent: agent() },
  );
  await n8n.start();
  for (const name of ['client', 'agent']) await n8n.switch(name, true);
}, 900_000);
afterAll(async () => {
  await n8n?.close();
  model?.close();
  await ended(server, 'SIGKILL');
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const company = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' };
const deal = { external_reference: 'deal-1' };

describe('assistants', () => {
  test('the client node calls tools, and says what it cannot do', async () => {
    const call = async (tool: string, input: object) =>
      JSON.parse(await ask('client', { tool, input })) as object;
    expect(await call('start_onboarding', { ...company, ...deal })).toMatchObject({
      structuredContent: { result: { ...deal, already_existed: false } },
    });
    expect(await call('find_case', deal)).toMatchObject({
      structuredContent: { results: [{ ...deal, portal_link: expect.stringMatching(/^http/) }] },
    });
    expect(await call('find_case', {})).toMatchObject({
      error: { message: expect.stringContaining('Case and External Reference are empty.') },
    });
    // The node cannot ask a person.
    const decision = { application_id: 'app_1', decision: 'approved' };
    expect(await call('record_decision', decision)).toMatchObject({
      error: { message: expect.stringContaining('Nothing was done.') },
    });
  });

  test('an agent gets the tools, and the result of a call', async () => {
    expect(await ask('agent')).toContain('Lumen Studio SAS');
    const names = model.asked[0]!.tools.map((tool) => tool.function.name);
    expect(names).toContain('Tools_start_onboarding');
    expect(names).toHaveLength(13);
  });
});
