/** A process that runs until it is ended, such as a sandbox as people start it. */
import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { until } from './until.ts';

/** How a command of this repository is run from its source: `node`, and then these. */
export const tsx = ['--import', 'tsx'];

/** Runs a script of this repository to its end, in silence where nothing else is said. */
export function runScript(path: string, stdio: 'ignore' | 'inherit' = 'ignore'): void {
  execFileSync(process.execPath, [...tsx, path], { stdio });
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Ends a process and waits until it is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (isGone(child)) return;
  child.kill(signal);
  await once(child, 'exit');
}

/**
 * Starts a command, on free ports where `env` names none, and waits until it has said what is
 * awaited. @throws Error with what it said, where it ends before.
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
    /** All it has said so far. */
    said: () => said,
    /** Where a sandbox says that it is. */
    url: /Base URL\s+(\S+)/.exec(said)?.[1] ?? '',
    /** Ends it, and waits until it is gone. */
    end: (signal?: NodeJS.Signals) => ended(child, signal),
  };
}

export type Process = Awaited<ReturnType<typeof startProcess>>;

/** Seconds of the processor that a process has used so far, in steps of 0.01 (Linux). */
export function cpuSeconds({ pid }: ChildProcess): number {
  const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(numbers[11]) + Number(numbers[12])) / 100;
}
