/** Child processes that are measured, each with its own memory and start. */
import { execFileSync, fork, spawn, type ForkOptions, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

import { ended } from '../testing/process.ts';
import { until } from '../testing/until.ts';

export const child = (name: string) => join(import.meta.dirname, 'children', name);

export const apps = {
  ours: resolve('dist/index.js'),
  floor: join(import.meta.dirname, 'apps/floor.mjs'),
  bareFunctions: join(import.meta.dirname, 'apps/bare-functions.mjs'),
  bareUpload: join(import.meta.dirname, 'apps/bare-upload.mjs'),
};

/** Forks a script and passes messages to and fro, one answer for each. */
export function forked<Answer>(path: string, args: string[] = [], options: ForkOptions = {}) {
  const process_ = fork(path, args, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...options,
  });
  const gone = once(process_, 'exit').then(() => Promise.reject(new Error(`${path} ended`)));
  gone.catch(() => undefined);
  const answer = async () => {
    const [message] = (await Promise.race([once(process_, 'message'), gone])) as [Answer];
    return message;
  };
  return {
    answer,
    ask(message: Serializable): Promise<Answer> {
      const answered = answer();
      process_.send(message);
      return answered;
    },
    close: () => ended(process_),
  };
}

interface Ran {
  times: number[];
  sinceStart: number;
  memory: number;
}

/** A process with an app in it; `run` answers an event `count` times. */
export function startApp(path: string, node?: string) {
  const { ask, close } = forked<Ran>(child('app.mjs'), [path], { execPath: node });
  return { run: (event: object, count = 1) => ask({ event, count }), close };
}

/** Answers an event in a process of its own, which is ended then. */
export async function runOnce(path: string, event: object, count?: number, node?: string) {
  const { run, close } = startApp(path, node);
  const ran = await run(event, count);
  await close();
  return ran;
}

/** The stand-in for the service. `requests` returns how many came since it was last asked. */
export async function startService() {
  const { answer, close } = forked<number>(child('service.mjs'));
  const url = `http://127.0.0.1:${await answer()}`;
  const requests = async () =>
    Number(await (await fetch(`${url}/count`, { headers: { connection: 'close' } })).text());
  return { url, requests, close };
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Runs a command to its end. @returns how long it took, in seconds. */
export function command(cwd: string, file: string, ...args: string[]): number {
  const from = performance.now();
  execFileSync(file, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  return (performance.now() - from) / 1000;
}

/** Starts a web server given as arguments of Node and waits until `path` answers. */
export async function startServer(args: string[], port: number, path: string) {
  const server = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), SMTP_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const close = () => ended(server);
  const isThere = () => fetch(url + path).catch(() => undefined);
  const ready = until(`an answer of ${args.join(' ')}`, isThere, { seconds: 20, pause: 100 });
  await ready.catch(async (error: Error) => {
    await close();
    throw error;
  });
  return { url, close };
}
