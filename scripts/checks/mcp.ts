/**
 * `npm run check -- mcp`: packs the MCP server, installs it in an empty folder and uses it as a
 * person would, on stdio and over HTTP: the official client calls every tool, and the protocol's own
 * tools look at it: the conformance suite's scenarios for any server, and the inspector in strict
 * mode. The inspector also starts the build as docs/mcp.md adds it, and the bundle.
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { operationLevels } from '../../packages/mcp/tools/tool-list.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { serve } from '../../zapier/local/listen.ts';
import { startProcess } from '../process.ts';
import { report } from './report.ts';
import { installTools } from '../../tools/install.mjs';
import { schemaProblems, tokensOf, type ListedTool } from './mcp-schemas.ts';
import { callEachTool, documents } from './mcp-tools.ts';
import { installPacked, must, reportPackage, runBeside } from './run.ts';

const tools = 'tools/mcp';
/** Limit of the package in KB. */
const largest = 500;
/** Limits for the tokens of all tools, and of the results on the way to a submitted case. */
const mostTokens = 5500;
const mostOfResults = 750;

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

/** Starts the installed server over HTTP. */
async function startHost() {
  const args = [...everything, '--http', '0'];
  const { said, end } = await startProcess(bin, args, /http:\S+/, {
    env: { ...env, MCP_TOKEN: token },
  });
  return { url: new URL(/http:\S+/.exec(said())![0]), end };
}

/** The address of the server for the conformance suite, which cannot send a token. */
async function withToken(url: URL): Promise<string> {
  const passOn = (asked: IncomingMessage, response: ServerResponse) => {
    const headers = { ...asked.headers, authorization };
    const sent = request(url, { method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    response.once('close', () => sent.destroy());
    asked.pipe(sent);
  };
  return `${(await serve(passOn)).url}/mcp`;
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

const sandbox = await createSandbox();
const installed = mkdtempSync(join(tmpdir(), 'mcp-'));
const env = {
  PATH: process.env.PATH!,
  // The server remembers there what it made.
  HOME: installed,
  SERVICE_BASE_URL: sandbox.url,
  SERVICE_API_KEY: sandbox.apiKey,
};
const token = 'a-token-of-the-check';
const authorization = `Bearer ${token}`;
const everything = ['--allow=write,decide,raw', `--files=${documents}`];
installPacked('mcp', installed, {}, '--bundle');
const bin = join(installed, 'node_modules/.bin/compliance-onboarding-mcp');

const { url, end } = await startHost();
const transports = {
  stdio: new StdioClientTransport({ command: bin, args: everything, env }),
  HTTP: new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } }),
};
for (const [name, transport] of Object.entries(transports)) {
  const read = await callEachTool(transport, sandbox).catch((error: Error) => error);
  const problem = read instanceof Error ? read.message : '';
  report(`Each tool by the official client, over ${name}`, !problem, problem);
  const cost = await tokensOf(String(read));
  report(
    `The results on the way to a submitted case cost ${cost} tokens, at most ${mostOfResults}`,
    cost <= mostOfResults,
  );
}
const address = await withToken(url);
await conformance(address, '2026-07-28');
await conformance(address, '2025-11-25');
await end();

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
  command: bin,
  args: everything,
});
report(`All ${operationLevels.length} tools are there`, listed.length === operationLevels.length);

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
const subsets = "OpenAI's and Gemini's subsets: the schemas of all tools";
report(subsets, listed.length > 0 && !problems.length, problems.join('\n'));
const tokens = await tokensOf(JSON.stringify(listed));
report(`All tools cost ${tokens} tokens, at most ${mostTokens}`, tokens <= mostTokens);

await sandbox.close();
rmSync(installed, { recursive: true });
reportPackage('packages/mcp', largest);
// Exits despite a timer of the platform.
process.exit();
