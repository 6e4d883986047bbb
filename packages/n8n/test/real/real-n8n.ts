/** A real n8n with the package, in a temporary folder. */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../../../zapier/local/listen.ts';
import { ended } from '../../../../scripts/process.ts';
import { until } from '../../../../zapier/local/until.ts';
import { checkDatabases, startPostgres, startRedis, type Redis } from './databases.ts';

/** The builds: the folder of the package, and the type of its action node. */
const builds = {
  verified: {
    folder: 'packages/n8n',
    node: 'n8n-nodes-compliance-onboarding.complianceOnboarding',
  },
  'self-hosted': {
    folder: 'build/n8n-self-hosted',
    node: 'n8n-nodes-compliance-onboarding-self-hosted.complianceOnboarding',
  },
};
export type Build = keyof typeof builds;

/** Node and n8n from tools/n8n-2. */
function installedCommand(): [program: string, script: string] {
  const folder = resolve('tools/n8n-2');
  const inside = (path: string) => join(folder, 'node_modules', path);
  const program = inside('node/bin/node');
  if (!existsSync(program)) spawnSync('npm', ['rebuild', 'node', '--prefix', folder]);
  return [program, inside('n8n/bin/n8n')];
}

/** Packs a package into `folder` and installs it in `place`, as the guides say. It has no dependencies. */
export function installPacked(folder: string, place: string, packaged: string) {
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const tarball = npm('pack', resolve(packaged), '--pack-destination', folder).trim();
  npm('install', '--offline', '--prefix', place, join(folder, tarball));
}

const environment = (folder: string, port: number) => ({
  ...process.env,
  // What the test runner sets would change n8n.
  NODE_ENV: 'production',
  NODE_PATH: '',
  NODE_OPTIONS: '',
  N8N_USER_FOLDER: folder,
  N8N_ENCRYPTION_KEY: 'only for this test',
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  NODE_NO_WARNINGS: '1',
  // A zone in which no day begins at midnight UTC, for Node and for workflows.
  TZ: 'Europe/Paris',
  GENERIC_TIMEZONE: 'Europe/Paris',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
  N8N_SECURE_COOKIE: 'false',
  EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
});

/** Signs in as the owner, whom the first call makes. @returns a function that calls n8n's API. */
async function signIn(url: string) {
  const owner = { email: 'owner@example.com', password: 'Only-4-this-test' };
  const headers = { 'content-type': 'application/json', 'browser-id': 'test' };
  const made = await fetch(`${url}/rest/owner/setup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...owner, firstName: 'Test', lastName: 'Owner' }),
  });
  const cookies = made.headers.getSetCookie().map((one) => one.split(';')[0]);
  return async (path: string, sent?: object) => {
    const answer = await fetch(`${url}/rest${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { ...headers, cookie: cookies.join('; ') },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
}

type Kind = 'start' | 'webhook' | 'worker';
interface N8nProcess {
  kind: Kind;
  child: ChildProcess;
  url: string;
  /** What it wrote so far. */
  output: string;
}

/** Where and how an n8n runs. */
interface Options {
  build: Build;
  /** With Redis, two workers and two webhook processes, else one process. */
  isQueue: boolean;
  /** The address at which the service reaches the webhooks. */
  webhookUrl: string;
}

/** An n8n in a folder of its own. `close` ends all of it. */
export class RealN8n {
  /** The processes of n8n in the order of their start: main, webhook processes, workers. */
  readonly processes: N8nProcess[] = [];
  readonly node: string;
  redis?: Redis;
  postgres!: Awaited<ReturnType<typeof startPostgres>>;
  private env!: NodeJS.ProcessEnv;
  private port!: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'real-n8n-'));
  private readonly servers: ChildProcess[] = [];
  private readonly command = installedCommand();
  private call?: ReturnType<typeof signIn>;

  constructor(private readonly options: Options) {
    checkDatabases();
    this.node = builds[options.build].node;
    // A run that is broken off must leave no process.
    process.once('exit', () => this.children().forEach((child) => child.kill('SIGKILL')));
  }

  private children = () => [...this.processes.map(({ child }) => child).reverse(), ...this.servers];

  /** Starts its databases, before anything is imported. */
  async open() {
    this.port = await freePort();
    const postgres = await startPostgres(this.folder);
    this.postgres = postgres;
    this.servers.push(postgres.server);
    if (this.options.isQueue) {
      this.redis = await startRedis(this.folder);
      this.servers.push(this.redis.server);
    }
    this.env = {
      ...environment(this.folder, this.port),
      WEBHOOK_URL: this.options.webhookUrl,
      ...postgres.settings,
      ...this.redis?.settings,
    };
  }

  /**
   * Starts a process, in a folder of its own, as on another machine.
   * @throws Error with its output if it ends.
   */
  async startProcess(kind: Kind) {
    const isMain = kind === 'start';
    const home = isMain ? this.folder : mkdtempSync(join(this.folder, `${kind}-`));
    installPacked(home, join(home, '.n8n/nodes'), builds[this.options.build].folder);
    const port = isMain ? this.port : await freePort();
    const health = await freePort();
    const [program, script] = this.command;
    const args = kind === 'worker' ? ['--concurrency=10'] : [];
    const child = spawn(program, [script, kind, ...args], {
      env: {
        ...this.env,
        N8N_USER_FOLDER: home,
        N8N_PORT: String(port),
        N8N_RUNNERS_BROKER_PORT: String(await freePort()),
        QUEUE_HEALTH_CHECK_ACTIVE: 'true',
        QUEUE_HEALTH_CHECK_PORT: String(health),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const made: N8nProcess = { kind, child, url: `http://127.0.0.1:${port}`, output: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => (made.output += String(piece)));
    }
    this.processes.push(made);
    const ready = `http://127.0.0.1:${kind === 'webhook' ? port : health}/healthz/readiness`;
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(`n8n ${kind} ended.\n${made.output}`);
      // The main process answers before it has activated its workflows.
      if (isMain) return made.output.includes('Editor is now accessible');
      const answer = await fetch(ready).catch(() => undefined);
      return answer?.ok;
    };
    await until(`n8n ${kind}`, isReady, { seconds: 400, pause: 200 });
  }

  /** Starts all processes, the main one first. @returns the addresses that take webhooks. */
  async start(): Promise<string[]> {
    await this.startProcess('start');
    if (this.options.isQueue) {
      await Promise.all([this.startProcess('webhook'), this.startProcess('webhook')]);
      await Promise.all([this.startProcess('worker'), this.startProcess('worker')]);
    }
    const taking = this.options.isQueue ? 'webhook' : 'start';
    return this.processes.filter(({ kind }) => kind === taking).map(({ url }) => url);
  }

  /** Kills the last worker, and starts another. */
  async replaceWorker() {
    await ended(this.processes.pop()!.child, 'SIGKILL');
    await this.startProcess('worker');
  }

  /** Calls n8n's own API, as its editor does. @returns `data` of the answer. */
  async ask(path: string, sent?: object) {
    this.call ??= signIn(this.processes[0]!.url);
    return (await this.call)(path, sent);
  }

  /** The failed and the crashed executions, as n8n's list has them, with their data as text. */
  async failures(): Promise<string[]> {
    const filter = encodeURIComponent(JSON.stringify({ status: ['crashed', 'error'] }));
    const list = (await this.ask(`/executions?limit=100&filter=${filter}`)) as {
      results: { id: string }[];
    };
    const all = list.results.map(({ id }) => this.ask(`/executions/${id}`));
    return (await Promise.all(all)).map((one) => (one as { data: string }).data);
  }

  /** Switches a workflow on or off, as its owner does in the editor. */
  async switch(workflow: string, on: boolean) {
    const { versionId } = (await this.ask(`/workflows/${workflow}`)) as { versionId: string };
    await this.ask(`/workflows/${workflow}/${on ? 'activate' : 'deactivate'}`, { versionId });
  }

  /** Imports credentials and workflows by their IDs. */
  async import(
    credentials: Record<string, { type: string; data: object }>,
    workflows: Record<string, object>,
  ) {
    const [program, script] = this.command;
    const write = (name: string, content: object) =>
      writeFileSync(join(files, name), JSON.stringify(content));
    const files = mkdtempSync(join(this.folder, 'import-'));
    const load = (...args: string[]) =>
      promisify(execFile)(program, [script, ...args], { env: this.env, maxBuffer: 1e8 });
    const listed = (all: Record<string, object>) =>
      Object.entries(all).map(([id, one]) => ({ name: id, ...one, id }));
    write('all.json', listed(credentials));
    await load('import:credentials', `--input=${join(files, 'all.json')}`);
    write('all.json', listed(workflows));
    await load('import:workflow', `--input=${join(files, 'all.json')}`);
  }

  /** Ends all processes, the databases last, and removes the folder. */
  async close() {
    const timer = setTimeout(() => this.children().forEach((one) => one.kill('SIGKILL')), 20_000);
    await Promise.all(this.processes.map(({ child }) => ended(child)));
    await Promise.all(this.servers.map((server) => ended(server)));
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
