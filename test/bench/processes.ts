/** Child processes to measure, each with its own memory and start. */
import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

import { ended } from '../../scripts/process.ts';

export const child = (name: string) => join(import.meta.dirname, 'children', name);

export const apps = {
  ours: resolve('dist/index.js'),
  floor: join(import.meta.dirname, 'apps/floor.mjs'),
  bareUpload: join(import.meta.dirname, 'apps/bare-upload.mjs'),
};

/** Forks a script and exchanges messages with it: one answer per message. */
export function forked<Answer>(path: string, args: string[] = []) {
  const process_ = fork(path, args, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
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

export interface Ran {
  times: number[];
  sinceStart: number;
  memory: number;
}

/** A process with an app. `run` answers an event `count` times. */
export function startApp(path: string) {
  const { ask, close } = forked<Ran>(child('app.mjs'), [path]);
  return { run: (event: object, count = 1) => ask({ event, count }), close };
}

/** Answers an event in a new process and ends it. */
export async function runOnce(path: string, event: object, count?: number) {
  const { run, close } = startApp(path);
  const ran = await run(event, count);
  await close();
  return ran;
}

/** The stand-in for the service. */
export async function startService() {
  const { answer, close } = forked<number>(child('service.mjs'));
  return { url: `http://127.0.0.1:${await answer()}`, close };
}
