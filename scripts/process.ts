/** A process that runs until a test ends it, such as a sandbox as people start it. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

import { until } from '../zapier/local/until.ts';

/** Node's arguments to run a command of this repository from its source. */
export const tsx = ['--import', 'tsx'];

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Ends a process, and waits for its end. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (isGone(child)) return;
  child.kill(signal);
  await once(child, 'exit');
}

/**
 * Starts a command, on free ports unless `env` names some, and waits for a text in its output.
 * @throws Error with the output if it ends before.
 */
export async function startProcess(
  command: string,
  args: string[],
  awaited: RegExp,
  { env, ...options }: SpawnOptions = {},
) {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, PORT: '0', SMTP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (said += String(chunk)));
  }
  const isOver = () => awaited.test(said) || isGone(child);
  await until(`${command}: ${awaited}`, isOver, { seconds: 60 });
  if (!awaited.test(said)) throw new Error(`${command} has ended. ${said}`);
  return {
    /** The output so far. */
    said: () => said,
    /** The address in the output of a sandbox. */
    url: /Open this\s+(\S+)/.exec(said)?.[1] ?? '',
    /** Ends it, and waits for its end. */
    end: (signal?: NodeJS.Signals) => ended(child, signal),
  };
}

export type Process = Awaited<ReturnType<typeof startProcess>>;
