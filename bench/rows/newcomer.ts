/** What a newcomer waits for: a fresh clone, `npm ci`, `npm run demo`. The floor installs the platform only. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from 'zapier-platform-core';

import { command } from '../processes.ts';
import type { Report } from '../report.ts';

const rounds = 3;

const install = (cwd: string) =>
  command(cwd, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
const disk = (folder: string) =>
  Number(
    execFileSync('du', ['-sk', join(folder, 'node_modules')])
      .toString()
      .split('\t')[0],
  ) / 1024;

export async function newcomer(report: Report) {
  const ours = { install: [] as number[], demo: [] as number[], disk: [] as number[] };
  const floor = { install: [] as number[], disk: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const clone = mkdtempSync(join(tmpdir(), 'clone-'));
    const bare = mkdtempSync(join(tmpdir(), 'bare-'));
    const cloned = command('.', 'git', 'clone', '--quiet', '.', clone);
    const installed = install(clone);
    const demonstrated = command(clone, 'npm', 'run', '--silent', 'demo');
    ours.install.push(installed);
    ours.demo.push(cloned + installed + demonstrated);
    ours.disk.push(disk(clone));

    const dependencies = { 'zapier-platform-core': version };
    writeFileSync(join(bare, 'package.json'), JSON.stringify({ private: true, dependencies }));
    command(bare, 'npm', 'install', '--package-lock-only', '--no-audit', '--loglevel=error');
    floor.install.push(install(bare));
    floor.disk.push(disk(bare));
    for (const folder of [clone, bare]) rmSync(folder, { recursive: true });
  }
  const words = 'against the platform core alone';
  report.add('newcomer', {
    what: `npm ci, ${words}`,
    ours: ours.install,
    floor: floor.install,
    unit: 's',
  });
  report.add('newcomer', {
    what: `disk after npm ci, ${words}`,
    ours: ours.disk,
    floor: floor.disk,
    unit: 'MB',
  });
  report.add('newcomer', {
    what: 'clone to finished demo, against npm ci alone',
    ours: ours.demo,
    floor: ours.install,
    unit: 's',
  });
}
