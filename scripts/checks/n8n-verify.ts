/**
 * `npm run check -- n8n-verify`: n8n's requirements for a verified package. Its scanner checks the packed
 * package and the sources, and its command line tool lints a copy of the sources.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { examplePublisher } from '../publish/example-publisher.ts';
import { installTools } from '../../tools/install.mjs';
import { stage } from '../publish/staging.ts';
import { buildPackages, must, packed } from './run.ts';

const tools = resolve('tools/n8n-scan');
const node = join(tools, 'node_modules/node/bin/node');
installTools(tools);
// The install script of the package `node` fetches Node itself.
spawnSync('npm', ['rebuild', 'node', '--prefix', tools, '--loglevel=error'], { stdio: 'ignore' });

const work = join(tools, 'node_modules/.cache/verify');
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
buildPackages('n8n');
const { filename } = packed(stage('n8n', examplePublisher), '--pack-destination', work);
execFileSync('tar', ['-xzf', filename], { cwd: work });

/** The nodes and the connector's sources, without tests and built files. */
const sources = join(work, 'sources');
const connector = ['service', 'client', 'fields', 'triggers', 'creates', 'searches'];
for (const name of [...connector, 'host', 'operation.ts', 'package.json', 'packages/n8n']) {
  cpSync(name, join(sources, name), {
    recursive: true,
    filter: (from) => !/n8n\/(test|dist|node_modules|tsconfig\.json)\b|^host\/node\b/.test(from),
  });
}
cpSync('build/publish/n8n/package.json', join(sources, 'packages/n8n/package.json'));

must("n8n's scanner on the package and its sources: 0 errors", node, [
  'scripts/checks/n8n-scan.mjs',
  join(work, 'package'),
  join(sources, 'packages/n8n'),
]);
const cli = join(tools, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
must('n8n-node lint', node, [cli, 'lint'], { cwd: join(sources, 'packages/n8n') });
