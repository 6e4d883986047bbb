/**
 * `npm run build -- n8n`: builds the package for n8n in packages/n8n/dist, which n8n can verify, and a
 * version with claims in Redis or PostgreSQL in build/n8n-self-hosted
 * (docs/decisions/n8n-builds.md). One bundle contains everything except Zapier's platform and
 * Node's modules.
 */
import { build, type BuildOptions } from 'esbuild';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import manifest from '../../packages/n8n/package.json' with { type: 'json' };
import { forNode, writeLicences } from './bundle.ts';
import { makeParameters } from './n8n-parameters.ts';
import { renameNodes } from './staging.ts';

const here = resolve('packages/n8n');
const generated = join(here, 'generated');

const common = {
  ...forNode,
  legalComments: 'none',
  format: 'cjs',
  minify: true,
  external: ['n8n-workflow', 'crypto'],
  alias: { 'node:crypto': 'crypto' },
  inject: [join(here, 'stand-ins.ts')],
} as const satisfies BuildOptions;

/** Replaces one module with another, by path. */
const instead = (from: string, to: string) => ({
  name: 'instead',
  setup({ onResolve }: import('esbuild').PluginBuild) {
    onResolve({ filter: new RegExp(`/${from}$`) }, () => ({ path: to }));
  },
});

/** The source path and name of an n8n class. */
const sourceOf = (file: string) => file.replace(/^dist\//, '').replace(/\.js$/, '');
const classIn = (file: string) => basename(file).split('.')[0]!;

/** Bundles the nodes of a package into `out`, with the files from which n8n loads each class. */
async function buildNodes(out: string, packageName: string, more: BuildOptions = {}) {
  rmSync(out, { recursive: true, force: true });
  const agent = `${packageName}/${manifest.version}`;
  const { metafile } = await build({
    ...common,
    define: {
      agentName: JSON.stringify(agent),
      // A library uses this on machines without `performance`.
      'process.hrtime.bigint': 'undefined',
    },
    ...more,
    external: [...common.external, ...(more.external ?? [])],
    entryPoints: [join(here, 'index.ts')],
    outfile: join(out, 'index.js'),
  });
  writeLicences(out, metafile!);
  for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
    const path = join(out, `${sourceOf(file)}.js`);
    mkdirSync(dirname(path), { recursive: true });
    const up = '../'.repeat(file.split('/').length - 2);
    const name = classIn(file);
    writeFileSync(path, `module.exports = { ${name}: require('${up}index.js').${name} };\n`);
  }
  // The categories and search words of the nodes.
  for (const file of manifest.n8n.nodes) {
    const codex = `${sourceOf(file)}.json`;
    cpSync(join(here, codex), join(out, codex));
  }
  renameNodes(out, manifest.name, packageName);
  cpSync(join(here, 'icons'), join(out, 'icons'), { recursive: true });
}

/**
 * The package for self-hosted n8n. It has its own name, so n8n never replaces one build with the
 * other.
 */
async function buildSelfHosted() {
  const folder = resolve('build/n8n-self-hosted');
  const own = resolve('packages/n8n-self-hosted');
  const name = `${manifest.name}-self-hosted`;
  rmSync(folder, { recursive: true, force: true });
  await buildNodes(join(folder, 'dist'), name, {
    plugins: [instead('memory/stores.ts', join(own, 'stores.ts'))],
    external: ['ioredis', 'pg'],
  });
  const described = { ...manifest, name, private: true };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  cpSync(join(own, 'README.md'), join(folder, 'README.md'));
  cpSync(join(here, 'LICENSE.md'), join(folder, 'LICENSE.md'));
  cpSync(join(here, 'workflows'), join(folder, 'workflows'), { recursive: true });
  renameNodes(join(folder, 'workflows'), manifest.name, name);
}

mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'parameters.json'), JSON.stringify(await makeParameters()));

await buildNodes(join(here, 'dist'), manifest.name);
await buildSelfHosted();

console.log('Built packages/n8n/dist and build/n8n-self-hosted');
