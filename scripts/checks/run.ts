/** Commands that must succeed, and checks of packed packages. */
import {
  execFile,
  execFileSync,
  spawnSync,
  type ExecFileOptions,
  type SpawnSyncOptions,
} from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { tsx } from '../process.ts';
import { report } from './report.ts';

/** The files in git, all or those that match a pattern. */
export const trackedFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** Runs a command. @returns its output, and whether it succeeded. */
export function run(command: string, args: string[], options: SpawnSyncOptions = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  return { code: status, isGood: status === 0, stdout, text: `${stdout}${stderr}` };
}

/** The same while this process goes on, which may serve the command. It gets no input. */
export function runBeside(command: string, args: string[], options: ExecFileOptions = {}) {
  return new Promise<ReturnType<typeof run>>((resolve) => {
    const most = { maxBuffer: 64 * 1024 * 1024, ...options };
    const child = execFile(command, args, most, (error, stdout, stderr) => {
      const code = Number(error ? (error.code ?? 1) : 0);
      resolve({ code, isGood: !error, stdout: `${stdout}`, text: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

/** Reports a command that must succeed. */
export function must(what: string, ...command: Parameters<typeof run>): void {
  const { isGood, text } = run(...command);
  report(what, isGood, text);
}

/** Builds packages. `.ci/run` sets BUILT after it has built them all once. */
export function buildPackages(...names: string[]): void {
  if (process.env.BUILT) return;
  const args = [...tsx, 'scripts/build.ts', ...names];
  must(`Builds ${names.join(', ')}`, process.execPath, args);
  if (process.exitCode) process.exit();
}

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

/** The files that npm packs from a folder. */
export function packed(cwd: string, ...args: string[]): Packed {
  const stdio: SpawnSyncOptions['stdio'] = ['ignore', 'pipe', 'ignore'];
  const output = execFileSync('npm', ['pack', '--json', ...args], { cwd, encoding: 'utf8', stdio });
  return (JSON.parse(output) as [Packed])[0];
}

/** Builds and packs a package, and installs it in an empty folder with this package.json. */
export function installPacked(name: string, cwd: string, manifest: object, ...args: string[]) {
  buildPackages(name, ...args);
  const { filename } = packed(`packages/${name}`, '--pack-destination', cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  const install = ['install', '--no-audit', '--no-fund', `./${filename}`];
  must('Installs in an empty folder', 'npm', install, { cwd });
}

/** Reports the package of a folder: its size, and any unused file. */
export function reportPackage(folder: string, largest: number): void {
  const { size, files } = packed(folder, '--dry-run');
  const stray = files.filter(({ path }) => /\.map$|test|\.ts$|node_modules/.test(path));
  const kilobytes = Math.round(size / 1024);
  report(`Packs to ${kilobytes} KB, at most ${largest} KB`, size <= largest * 1024);
  const names = stray.map(({ path }) => path).join(', ');
  report('Holds no test, no source map and no source', !names, names);
}
