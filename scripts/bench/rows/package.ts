/** build.zip as Zapier's CLI makes it, beside that of an app with nothing of ours. */
import { build } from 'esbuild';
import { unzipSync } from 'fflate';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from 'zapier-platform-core';

import packageJson from '../../../package.json' with { type: 'json' };
import { apps, command } from '../processes.ts';
import { atMost, type Report } from '../report.ts';

function measured(path: string) {
  const zip = readFileSync(path);
  const files = Object.keys(unzipSync(zip)).filter((name) => !name.endsWith('/'));
  return { size: zip.length / 1024, files: files.length };
}

export async function packaged(report: Report) {
  command('.', 'npm', 'run', '--silent', 'zapier', '--', 'build', '--skip-validation');
  // Beside the staged app, from where the CLI finds the installed platform.
  const folder = resolve('.package/floor');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'floor',
      version: '1.0.0',
      private: true,
      type: 'module',
      main: './index.js',
      exports: './index.js',
      dependencies: { 'zapier-platform-core': version },
      overrides: packageJson.overrides,
    }),
  );
  cpSync('package-lock.json', join(folder, 'package-lock.json'));
  await build({
    entryPoints: [apps.floor],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['zapier-platform-core'],
    logLevel: 'warning',
  });
  const cli = resolve('tools/node_modules/zapier-platform-cli/src/bin/run');
  command(folder, resolve('tools/node_modules/node/bin/node'), cli, 'build', '--skip-validation');
  const [ours, floor] = [measured('build/build.zip'), measured(join(folder, 'build/build.zip'))];
  rmSync(folder, { recursive: true });
  for (const [what, key, unit] of [
    ['size of build.zip', 'size', 'KB'],
    ['files in build.zip', 'files', ''],
  ] as const) {
    report.add('package', {
      what,
      ours: [ours[key]],
      floor: [floor[key]],
      unit,
      goal: atMost(1.1),
    });
  }
}
