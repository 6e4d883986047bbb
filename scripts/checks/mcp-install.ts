/** Checks each way to install the server: manifests, bundle, and the lines of the pages. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

import { examplePublisher } from '../../test/support/publisher.ts';
import { publishedPage } from '../publish/staging.ts';
import { report } from '../../test/support/report.ts';
import { must, run } from './run.ts';

interface Launch {
  command: string;
  args: string[];
  env: Record<string, string>;
}
type Env = Record<string, string>;

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, any>;

/** Starts a server as a client would. @returns its tools. */
export async function toolsOf({ command, args, env }: Launch) {
  const client = new Client({ name: 'check', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env }));
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

/** Reports whether a server starts this way and may write. */
async function reportLaunch(what: string, launch: () => Launch): Promise<void> {
  try {
    const names = (await toolsOf(launch())).map(({ name }) => name);
    report(what, names.includes('create_case'), names.join(', '));
  } catch (error) {
    report(what, false, (error as Error).message);
  }
}

/** Replaces the reader's account with the account of the check. */
const withAccount = (launch: Launch, account: Env): Launch => ({
  ...launch,
  env: { ...launch.env, ...account },
});

/** Replaces the build in the reader's clone, or the published package, with the build of the check. */
function ofBuilt({ command, args, env }: Launch, main: string): Launch {
  const isBuild = command === 'node' && args[0]?.endsWith('/packages/mcp/dist/main.js');
  const isPublished = command === 'npx' && args[0] === '-y' && args[1]?.startsWith('@example/');
  if (!isBuild && !isPublished) throw new Error(`${command} ${args.join(' ')} starts another`);
  return { command: process.execPath, args: [main, ...args.slice(isBuild ? 1 : 2)], env };
}

/** The entry in the registry of servers must agree with the package. */
function checkManifests(): void {
  const { packages } = read('packages/mcp/server.json') as { packages: [Record<string, any>] };
  const { packageArguments, environmentVariables } = packages[0];
  const main = resolve('packages/mcp/dist/main.js');
  const { stdout: help } = run(process.execPath, [main, '--help']);
  const options = [...packageArguments, ...environmentVariables] as { name: string }[];
  const unknown = options.filter((option) => !help.includes(option.name));
  report('server.json asks for options there are', !unknown.length, JSON.stringify(unknown));
}

/** Unpacks the bundle and starts it with the user's settings, as an installer does. */
async function checkBundle(tools: string, account: Env): Promise<void> {
  const mcpb = [resolve(tools, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')];
  const folder = resolve(tools, 'node_modules/.cache/unpacked');
  rmSync(folder, { recursive: true, force: true });
  const bundle = 'packages/mcp/compliance-onboarding.mcpb';
  must('The bundle unpacks', process.execPath, [...mcpb, 'unpack', bundle, folder]);
  const manifest = `${folder}/manifest.json`;
  must('Its manifest is valid', process.execPath, [...mcpb, 'validate', manifest]);
  const { server, user_config } = read(manifest);
  const defaults = Object.entries(user_config as Record<string, { default?: string }>).map(
    ([key, { default: text = '' }]) => [key, text],
  );
  const values: Env = {
    ...(Object.fromEntries(defaults) as Env),
    base_url: account.SERVICE_BASE_URL!,
    api_key: account.SERVICE_API_KEY!,
  };
  const filled = (text: string) =>
    text
      .replaceAll('${__dirname}', folder)
      .replace(/\$\{user_config\.(\w+)\}/g, (_, key: string) => values[key] ?? 'none');
  const launch = JSON.parse(JSON.stringify(server.mcp_config), (_, value: unknown) =>
    typeof value === 'string' ? filled(value) : value,
  ) as Launch;
  await reportLaunch('The bundle starts as its manifest says', () => launch);
}

/** Checks every JSON block, link and command of a page that adds the server to a client. */
async function checkLines(what: string, page: string, main: string, account: Env): Promise<void> {
  const start = (line: string, launch: () => Launch) =>
    reportLaunch(`${what}, ${line}, starts the server`, () =>
      withAccount(ofBuilt(launch(), main), account),
    );
  for (const [, block] of page.matchAll(/```json\n([\s\S]*?)```/g)) {
    const { mcpServers, servers } = JSON.parse(block!) as Record<string, Record<string, Launch>>;
    const kind = mcpServers ? 'mcpServers' : 'servers';
    await start(kind, () => Object.values(mcpServers ?? servers!)[0]!);
  }
  for (const [link] of page.matchAll(/https:\/\/(cursor\.com|insiders\.vscode\.dev)\/[^)\s]+/g)) {
    const config = new URL(link).searchParams.get('config')!;
    const json = config.startsWith('{') ? config : Buffer.from(config, 'base64').toString();
    await start(new URL(link).host, () => JSON.parse(json) as Launch);
  }
  for (const [, line] of page.matchAll(/^claude mcp add .* -- (.+)$/gm)) {
    const [command, ...args] = line!.split(' ');
    await start('the line for Claude Code', () => ({ command: command!, args, env: {} }));
  }
}

/** @param tools folder of the protocol's tools. @param account environment of a server. */
export async function checkInstallation(tools: string, main: string, account: Env): Promise<void> {
  checkManifests();
  await checkBundle(tools, account);
  await checkLines('docs/mcp.md', readFileSync('docs/mcp.md', 'utf8'), main, account);
  const published = publishedPage('mcp', examplePublisher);
  await checkLines('The page of the published package', published, main, account);
}
