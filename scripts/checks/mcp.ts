/**
 * `npm run check -- mcp`: builds the package of the MCP server and runs the protocol's own tools: the
 * conformance suite's scenarios for any server, the inspector in strict mode with the built package
 * as docs/mcp.md adds it and with its bundle, the rules of the model makers, and the official client.
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

import app from '../../index.ts';
import { serveAt } from '../../packages/mcp/endpoint.ts';
import { httpServer } from '../../packages/mcp/http.ts';
import { levels } from '../../packages/mcp/levels.ts';
import { fileRules } from '../../packages/mcp/options.ts';
import { serverFactory } from '../../packages/mcp/server.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { report } from '../../test/support/report.ts';
import { installTools } from '../../tools/install.mjs';
import { schemaProblems, tokensOf, type ListedTool } from './mcp-schemas.ts';
import { buildPackages, must, reportPackage, runBeside } from './run.ts';

const tools = 'tools/mcp';
const main = resolve('packages/mcp/dist/main.js');
/** Limit of the package in KB. */
const largest = 500;
/** Limit for the tokens of all tools. */
const mostTokens = 8000;

installTools(tools);
const node = resolve(tools, 'node_modules/node/bin/node');
const suite = resolve(tools, 'node_modules/@modelcontextprotocol/conformance');
/** Folder for the tools' files. */
const home = resolve(tools, 'node_modules/.cache/home');
mkdirSync(home, { recursive: true });

/**
 * The scenarios of the suite that look at any server. The others call tools, resources and prompts
 * of the suite's own names, which this server does not have.
 */
const scenarios = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
  '2026-07-28': [
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
    'http-header-validation',
  ],
};

/** Starts the server over HTTP. @returns its address. */
async function startHost(): Promise<string> {
  const { app: host } = httpServer(
    serverFactory({
      authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
      allowed: new Set(levels),
      files: fileRules(sandbox.url),
    }),
  );
  return (await serveAt({ port: 0 }, host)).url;
}

async function conformance(url: string, version: keyof typeof scenarios) {
  const args = ['server', '--url', url, '--requirements', version];
  // It ends with 1 for the scenarios that are not listed, so its lines decide.
  const { stdout, text } = await runBeside(node, [resolve(suite, 'dist/index.js'), ...args], {
    cwd: home,
    env: { ...process.env, HOME: home },
    timeout: 300_000,
  });
  const names = scenarios[version];
  const missing = names.filter((name) => !stdout.includes(`✓ ${name}: `));
  report(
    `Conformance ${version}: ${names.length - missing.length} of ${names.length} scenarios`,
    !missing.length,
    `${missing.join(', ')}\n${text}`,
  );
}

/** The first text of an answer. */
const textOf = ({ content }: { content: unknown[] }) => (content[0] as { text: string }).text;

/**
 * The built package on stdio, driven by the official client from a company's name to a decision.
 */
async function journey(env: Record<string, string>): Promise<void> {
  const client = new Client(
    { name: 'check', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept' as const,
    content: { agree: true },
  }));
  const args = [main, '--allow', 'write,decide'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const call = async (name: string, input: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: input });
    if (answer.isError) throw new Error(`${name}: ${textOf(answer)}`);
    return answer.structuredContent as Record<string, any>;
  };
  const started = await call('start_onboarding', {
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    country: 'France',
  });
  const { application_id } = started.result;
  await call('submit_case', { application_id });
  await call('record_decision', { application_id, decision: 'approved' });
  const found = await call('find_case', { application_id });
  const status = found.results[0].status_review;
  const bad = await client.callTool({ name: 'create_case', arguments: { country: 'Atlantis' } });
  await client.close();
  if (status !== 'approved') throw new Error(`The case is ${status}.`);
  if (!bad.isError || !textOf(bad).startsWith('Subject is empty')) throw new Error(textOf(bad));
}

buildPackages('mcp', '--bundle');
const sandbox = await createSandbox();
const url = await startHost();
await conformance(url, '2026-07-28');
await conformance(url, '2025-11-25');

const env = {
  PATH: process.env.PATH!,
  HOME: home,
  SERVICE_BASE_URL: sandbox.url,
  SERVICE_API_KEY: sandbox.apiKey,
};
const expected = [...Object.values(app.creates), ...Object.values(app.searches)].filter(
  ({ display }) => !(display as { hidden?: boolean }).hidden,
).length;

/** How a client starts the server, as its settings have it. */
interface Launch {
  command: string;
  args: string[];
}

/** Starts a server with the inspector, for the account of the check. @returns its tools. */
async function inspect(what: string, { command, args }: Launch): Promise<ListedTool[]> {
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const inspector = resolve(tools, 'node_modules/.bin/mcp-inspector');
  const listing = ['--cli', ...variables, '--method=tools/list', '--strict', command, ...args];
  const { isGood, stdout, text } = await runBeside(node, [inspector, ...listing], { env });
  const { tools: listed } = JSON.parse(stdout || '{"tools":[]}') as { tools: ListedTool[] };
  // Warnings are beside the output.
  report(`${what}: ${listed.length} tools, no error, no warning`, isGood && text === stdout, text);
  return listed;
}

const listed = await inspect('Inspector, strict, everything allowed', {
  command: process.execPath,
  args: [main, '--allow=write,decide,raw'],
});
report(`All ${expected} tools are there`, listed.length === expected);

for (const [, json] of readFileSync('docs/mcp.md', 'utf8').matchAll(/```json\n([^]*?)```/g)) {
  const { mcpServers, servers } = JSON.parse(json!) as Record<string, Record<string, Launch>>;
  const [{ command, args }] = Object.values((mcpServers ?? servers)!) as [Launch];
  await inspect(`docs/mcp.md, ${mcpServers ? 'mcpServers' : 'servers'}`, {
    command,
    args: args.map((one) => one.replace('/path/to/clone', process.cwd())),
  });
}

const mcpb = resolve(tools, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
const unpacked = resolve(tools, 'node_modules/.cache/unpacked');
rmSync(unpacked, { recursive: true, force: true });
const bundle = 'packages/mcp/compliance-onboarding.mcpb';
must('The bundle unpacks', process.execPath, [mcpb, 'unpack', bundle, unpacked]);
must('Its manifest is valid', process.execPath, [mcpb, 'validate', `${unpacked}/manifest.json`]);
const { server, user_config } = JSON.parse(readFileSync(`${unpacked}/manifest.json`, 'utf8')) as {
  server: { mcp_config: Launch };
  user_config: Record<string, { default?: string }>;
};
await inspect('The bundle, as its manifest starts it', {
  command: process.execPath,
  args: server.mcp_config.args.map((one) =>
    one
      .replace('${__dirname}', unpacked)
      .replace(/\$\{user_config\.(\w+)\}/, (_, key: string) => user_config[key]?.default ?? ''),
  ),
});

const problems = schemaProblems(listed);
const subsets = "OpenAI's strict mode and Gemini's subset: the schemas of all tools";
report(subsets, listed.length > 0 && !problems.length, problems.join('\n'));
const tokens = await tokensOf(listed);
report(`All tools cost ${tokens} tokens, at most ${mostTokens}`, tokens <= mostTokens);

const journeyEnd = await journey(env).catch(({ message }: Error) => message);
report('The whole way by the official client, on the built package', !journeyEnd, journeyEnd ?? '');
await sandbox.close();
reportPackage('packages/mcp', largest);
// Exits despite a timer of the platform.
process.exit();
