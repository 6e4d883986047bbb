/** A real n8n for the demo and the measurements, in a temporary folder. */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { isRecord } from '../client/answer.ts';
import { freePort } from '../test/support/listen.ts';
import { ended } from '../test/support/process.ts';
import { until as comes } from '../test/support/until.ts';
import { installTools } from '../tools/install.mjs';

/** The two builds: folder and type of the action node. */
export const builds = {
  verified: {
    folder: 'packages/n8n',
    node: 'n8n-nodes-compliance-onboarding.complianceOnboarding',
  },
  'self-hosted': {
    folder: 'build/n8n-self-hosted',
    node: 'n8n-nodes-compliance-onboarding-self-hosted.complianceOnboarding',
  },
};

/** Node and n8n from tools/n8n-1 or tools/n8n-2. */
function commandOf(major: string): [command: string, args: string[]] {
  const folder = resolve(`tools/n8n-${major}`);
  installTools(folder, `n8n ${major}, some minutes and 2 GB`, ['--ignore-scripts']);
  const compiled = join(folder, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
  const node = join(folder, 'node_modules/node/bin/node');
  const missing = [
    ...(existsSync(compiled) ? [] : ['sqlite3']),
    ...(existsSync(join(folder, 'node_modules/node')) && !existsSync(node) ? ['node'] : []),
  ];
  if (missing.length) {
    spawnSync('npm', ['rebuild', ...missing, '--prefix', folder, '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return [existsSync(node) ? node : process.execPath, [join(folder, 'node_modules/n8n/bin/n8n')]];
}

// A signal also ends the child processes, in `exit` below.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Waits for a condition, at most this many seconds. @returns true if it came true. */
export const until = (ready: () => boolean | Promise<boolean>, seconds = 120): Promise<boolean> =>
  comes('what is awaited', ready, { seconds, pause: 200 }).catch(() => false);

const environment = (folder: string, port: number) => ({
  ...process.env,
  N8N_USER_FOLDER: folder,
  N8N_ENCRYPTION_KEY: 'only for this demo',
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  // The former engine: the newer one needs a package that compiles native code.
  N8N_EXPRESSION_ENGINE: 'legacy',
  NODE_NO_WARNINGS: '1',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
  N8N_SECURE_COOKIE: 'false',
  WEBHOOK_URL: `http://127.0.0.1:${port}/`,
});

/** Signs in as the owner, whom the first call makes. @returns a function that calls n8n's API. */
async function signIn(url: string) {
  const owner = { email: 'owner@example.com', password: 'Only-4-this-demo' };
  const body = JSON.stringify({ ...owner, firstName: 'Demo', lastName: 'Owner' });
  const headers = { 'content-type': 'application/json', 'browser-id': 'demo' };
  const { headers: made } = await fetch(`${url}/rest/owner/setup`, {
    method: 'POST',
    headers,
    body,
  });
  const cookie = made
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (path: string, sent?: object) => {
    const answer = await fetch(`${url}/rest${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { ...headers, cookie },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
}

/** Installs the packed package with npm, as the guide says. It has no dependencies. */
function installInto(folder: string, packaged: string) {
  const nodes = join(folder, '.n8n/nodes');
  mkdirSync(nodes, { recursive: true });
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
  const tarball = npm(packaged, 'pack', '--pack-destination', nodes).trim().split('\n').pop()!;
  npm(nodes, 'install', '--offline', `./${tarball}`);
}

/** Starts a process of n8n. A worker gets its own folder and package. */
async function startProcess(
  major: string,
  packaged: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  args: string[],
): Promise<ChildProcess> {
  const [command, first] = commandOf(major);
  const isBeside = args[0] !== 'start';
  const home = isBeside ? mkdtempSync(join(folder, `${args[0]}-`)) : folder;
  if (isBeside) installInto(home, packaged);
  const [broker, health] = [String(await freePort()), String(await freePort())];
  const child = spawn(command, [...first, ...args], {
    env: {
      ...env,
      N8N_USER_FOLDER: home,
      N8N_RUNNERS_BROKER_PORT: broker,
      QUEUE_HEALTH_CHECK_ACTIVE: 'true',
      QUEUE_HEALTH_CHECK_PORT: health,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isStarted = false;
  child.stdout.on('data', (piece) => {
    isStarted ||= /Editor is now accessible/.test(String(piece));
  });
  const port = args[0] === 'webhook' ? env.N8N_PORT : health;
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/healthz/readiness`).then(
      ({ ok }) => ok,
      () => false,
    );
  // The main process answers before it has activated its workflows.
  if (!(await until(() => (isBeside ? isHealthy() : isStarted), 240))) {
    child.kill();
    throw new Error(`n8n ${args[0]} did not start.`);
  }
  return child;
}

/**
 * Prepares an n8n with the package.
 * @param major 1 or 2.
 * @param packaged folder of the package: packages/n8n or build/n8n-self-hosted.
 * @param more environment variables, for example for queue mode.
 */
export async function openN8n(major: string, packaged: string, more: Record<string, string> = {}) {
  const [command, first] = commandOf(major);
  const folder = mkdtempSync(join(tmpdir(), 'n8n-demo-'));
  installInto(folder, packaged);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...environment(folder, port), ...more };
  const children: ChildProcess[] = [];
  const receivers: string[] = [];
  const start = async (own: NodeJS.ProcessEnv, args: string[]) => {
    const child = await startProcess(major, packaged, folder, { ...env, ...own }, args);
    children.push(child);
    return child;
  };
  // A script that stops on an error must leave no process running.
  process.once('exit', () => children.forEach((child) => child.kill()));
  let call: ReturnType<typeof signIn> | undefined;
  const ask = async (path: string, sent?: object) => (await (call ??= signIn(url)))(path, sent);
  const cli = async (...args: string[]) =>
    (await promisify(execFile)(command, [...first, ...args], { env, maxBuffer: 1e8 })).stdout;
  return {
    version: (await cli('--version')).trim().split('\n').pop()!,
    /** Its address without a final slash. */
    url,
    folder,
    /** Runs a command of n8n. @returns its output. */
    cli,
    /**
     * Starts a process of n8n, `start` or `worker`. `close` ends it. A worker has its own folder
     * with the package, as on another machine. Then activates all workflows.
     * @throws Error if the process does not start.
     */
    start: (...args: string[]) => start({}, args),
    /** Starts a webhook process, which replaces the main process for webhooks. */
    async startReceiver() {
      const own = String(await freePort());
      const child = await start({ N8N_PORT: own }, ['webhook']);
      receivers.push(`http://127.0.0.1:${own}`);
      return child;
    },
    /** The addresses for webhooks. */
    receivers: () => (receivers.length ? receivers : [url]),
    /** Switches a workflow on or off, as its owner does in the editor. */
    async switch(workflow: string, on: boolean) {
      const { versionId } = (await ask(`/workflows/${workflow}`)) as { versionId: string };
      await ask(`/workflows/${workflow}/${on ? 'activate' : 'deactivate'}`, { versionId });
    },
    /** Calls n8n's own API, as its editor does. @returns `data` of the answer. */
    ask,
    /** Ends all processes and removes the folder. */
    async close() {
      const timer = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), 20_000);
      await Promise.all(children.map((child) => ended(child)));
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type N8n = Awaited<ReturnType<typeof openN8n>>;

/** The reasons of failed executions in n8n's list, and how often each occurs. */
export async function failuresIn({ ask }: N8n): Promise<Map<string, number>> {
  const reasons = new Map<string, number>();
  for (const status of ['error', 'crashed']) {
    const filter = encodeURIComponent(JSON.stringify({ status: [status] }));
    const list = await ask(`/executions?limit=100&filter=${filter}`);
    for (const { id } of (list as { results: { id: string }[] }).results) {
      const { data } = (await ask(`/executions/${id}`)) as { data?: string };
      // A flat list, in which values refer to others by index.
      const values = JSON.parse(data ?? '[]') as unknown[];
      const texts = values
        .filter((value) => isRecord(value) && 'message' in value && 'stack' in value)
        .map((value) => String(values[Number((value as { message: string }).message)]));
      const reason = `${status}: ${texts[0] ?? 'without a reason'}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
  return reasons;
}

/** Imports credentials and workflows into n8n, each by its ID. Workflows are JSON texts. */
export async function importInto(
  n8n: N8n,
  credentials: Record<string, object>,
  workflows: Record<string, string>,
) {
  const files = join(n8n.folder, 'import');
  mkdirSync(files);
  const all = Object.entries(credentials).map(([id, data]) => ({
    id,
    name: id,
    type: 'complianceOnboardingApi',
    data,
  }));
  writeFileSync(join(n8n.folder, 'credential.json'), JSON.stringify(all));
  for (const [id, text] of Object.entries(workflows))
    writeFileSync(join(files, `${id}.json`), text);
  await n8n.cli('import:credentials', `--input=${join(n8n.folder, 'credential.json')}`);
  await n8n.cli('import:workflow', '--separate', `--input=${files}`);
}
