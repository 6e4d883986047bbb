/**
 * `npm run check -- mcp`: builds the package of the MCP server and runs the protocol's own tools: the
 * conformance suite's scenarios for any server, the inspector in strict mode, the rules of the
 * model makers, and the official clients with the built package and its bundle.
 */
import {
  Client,
  discoverOAuthProtectedResourceMetadata,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import app from '../../index.ts';
import { serveAt } from '../../packages/mcp/endpoint.ts';
import { httpServer } from '../../packages/mcp/http.ts';
import { levels } from '../../packages/mcp/levels.ts';
import { fileRules } from '../../packages/mcp/options.ts';
import { serverFactory } from '../../packages/mcp/server.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { answerJson, freePort, listen } from '../../test/support/listen.ts';
import { report } from '../../test/support/report.ts';
import { installTools } from '../../tools/install.mjs';
import { checkInstallation, toolsOf } from './mcp-install.ts';
import { schemaProblems, tokensOf, type ListedTool } from './mcp-schemas.ts';
import { buildPackages, reportPackage, runBeside } from './run.ts';

const tools = 'tools/mcp';
const main = resolve('packages/mcp/dist/main.js');
/** Limit of the package in KB. */
const largest = 500;
/** Limit for the tokens of all tools. */
const mostTokens = 8000;

installTools(tools, 'the tools of the protocol, about half a minute');
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

/** The tools follow the dialect in a file. An invalid file stops the start. */
async function checkDialect(env: Record<string, string>): Promise<void> {
  const file = resolve(home, 'dialect.json');
  const args = ['--allow=write', '--dialect', file];
  writeFileSync(file, '{"roles":["CEO"]}');
  const listed = await toolsOf({ command: process.execPath, args: [main, ...args], env });
  const person = JSON.stringify(listed.find(({ name }) => name === 'add_related_person'));
  const follows = person.includes('For example CEO.') && !person.includes('UBO');
  report('The tools follow the dialect of a file', follows, person);

  writeFileSync(file, '{"roles":["CEO",""]}');
  const { code, text } = await runBeside(process.execPath, [main, ...args], { env });
  const isNamed = text.startsWith('--dialect: The dialect cannot be read: roles.1 takes');
  report('A dialect that cannot be read ends the start with 2', code === 2 && isNamed, text);
}

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

/** Reports success, or the error that the work throws. */
async function reportWork(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    report(what, true);
  } catch (error) {
    report(what, false, (error as Error).message);
  }
}

/** The built package over HTTP: tokens with scopes, and the pointer in a 401. */
async function overHttp(env: Record<string, string>): Promise<void> {
  const issuer = await listen((_, response) =>
    answerJson(response, 200, {
      issuer: issuer.url,
      jwks_uri: `${issuer.url}/keys`,
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      response_types_supported: ['code'],
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const MCP_TOKENS = '{"a-token-that-reads-only":"read"}';
  const args = [main, '--allow=write', '--http', `${port}`, '--issuer', issuer.url];
  const server = execFile(process.execPath, args, { env: { ...env, MCP_TOKENS } });
  try {
    const [said] = (await once(server.stderr!, 'data')) as [string];
    if (said.trim() !== url) throw new Error(said);
    const client = new Client({ name: 'check', version: '1' });
    const requestInit = { headers: { authorization: 'Bearer a-token-that-reads-only' } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const { tools: named } = await client.listTools();
    await client.close();
    if (named.some(({ annotations }) => !annotations?.readOnlyHint)) throw new Error('It writes.');
    const found = await discoverOAuthProtectedResourceMetadata(url);
    if (found.authorization_servers?.[0] !== issuer.url) throw new Error(JSON.stringify(found));
  } finally {
    server.kill();
    issuer.close();
  }
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
const inspector = [
  resolve(tools, 'node_modules/.bin/mcp-inspector'),
  '--cli',
  ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  '--method=tools/list',
  '--strict',
  process.execPath,
  main,
  '--allow=write,decide,raw',
];
const inspected = await runBeside(node, inspector, { env });
const { tools: listed } = JSON.parse(inspected.stdout || '{"tools":[]}') as { tools: ListedTool[] };
const expected = [...Object.values(app.creates), ...Object.values(app.searches)].filter(
  ({ display }) => !(display as { hidden?: boolean }).hidden,
).length;
const isClean = inspected.isGood && inspected.text === inspected.stdout;
report(
  `Inspector, strict: ${listed.length} of ${expected} tools, no error, no warning`,
  isClean && listed.length === expected,
  inspected.text,
);

const problems = schemaProblems(listed);
const subsets = "OpenAI's strict mode and Gemini's subset: the schemas of all tools";
report(subsets, listed.length > 0 && !problems.length, problems.join('\n'));
const tokens = await tokensOf(listed);
report(`All tools cost ${tokens} tokens, at most ${mostTokens}`, tokens <= mostTokens);

await checkDialect(env);
await reportWork('The whole way by the official client, on the built package', () => journey(env));
await reportWork('Over HTTP, with tokens and an issuer', () => overHttp(env));
await checkInstallation(tools, main, env);
await sandbox.close();
reportPackage('packages/mcp', largest);
// Exits despite a timer of the platform.
process.exit();
