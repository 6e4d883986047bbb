/**
 * `npm run n8n:build`: the package for n8n in packages/n8n/dist, which n8n can verify, and in
 * build/n8n-self-hosted the same with claims in Redis or PostgreSQL (docs/decisions/n8n-builds.md).
 * Everything is in one bundle, without the platform of Zapier and without modules of Node.
 */
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import manifest from '../../packages/n8n/package.json' with { type: 'json' };
import { forNode } from '../../testing/app-bundle.ts';
import { writeLicences } from './bundle.ts';
import { parameters } from './n8n-parameters.ts';

const here = resolve('packages/n8n');
const generated = join(here, 'generated');
const standIn = (name: string) => join(here, 'stand-ins', `${name}.ts`);

const common = {
  ...forNode,
  legalComments: 'none',
  format: 'cjs',
  minify: true,
  external: ['n8n-workflow', 'crypto'],
  inject: [standIn('globals')],
} as const satisfies BuildOptions;

/** Puts one module in the place of another, by their paths. */
const instead = (from: string, to: string) => ({
  name: 'instead',
  setup({ onResolve }: import('esbuild').PluginBuild) {
    onResolve({ filter: new RegExp(`/${from}$`) }, () => ({ path: to }));
  },
});

/** The connector as a function of its settings, in packages/n8n/generated. */
async function buildConnector(): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [join(here, 'connector.ts')],
    write: false,
    define: {
      'process.env': 'environment',
      // One library has this for machines without `performance`.
      'process.hrtime.bigint': 'undefined',
    },
    plugins: [instead('network.ts', standIn('network'))],
    alias: {
      'zapier-platform-core': resolve('hosts/platform.ts'),
      'form-data': standIn('form-data'),
      'node:stream': standIn('stream'),
      'node:crypto': 'crypto',
      'safe-buffer': standIn('safe-buffer'),
      path: standIn('path'),
    },
  });
  const code = outputFiles[0]!.text.replace(/^"use strict";/, '');
  writeFileSync(
    join(generated, 'connector.cjs'),
    `"use strict";module.exports = function makeApp(environment) { const module = { exports: {} };\n${code}\nreturn module.exports; };\n`,
  );
  writeFileSync(
    join(generated, 'connector.d.cts'),
    `declare const makeApp: (environment: Record<string, string>) => typeof import('../connector.ts');\nexport = makeApp;\n`,
  );
  return metafile;
}

/** Bundles the nodes into `out`, with the files from which n8n loads each class. */
async function buildNodes(out: string, connector: Metafile, more: BuildOptions = {}) {
  rmSync(out, { recursive: true, force: true });
  const agent = `n8n-nodes-compliance-onboarding/${manifest.version}`;
  const { metafile } = await build({
    ...common,
    define: { agentName: JSON.stringify(agent) },
    ...more,
    external: [...common.external, ...(more.external ?? [])],
    entryPoints: [join(here, 'index.ts')],
    outfile: join(out, 'index.js'),
  });
  writeLicences(out, connector, metafile!);
  for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
    const name = file.split('/').pop()!.split('.')[0]!;
    const path = join(out, file.replace(/^dist\//, ''));
    mkdirSync(dirname(path), { recursive: true });
    const up = '../'.repeat(file.split('/').length - 2);
    writeFileSync(path, `module.exports = { ${name}: require('${up}index.js').${name} };\n`);
  }
  cpSync(join(here, 'icons'), join(out, 'icons'), { recursive: true });
}

mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'parameters.json'), JSON.stringify(parameters));
const connector = await buildConnector();

await buildNodes(join(here, 'dist'), connector);

const selfHosted = resolve('build/n8n-self-hosted');
await buildNodes(join(selfHosted, 'dist'), connector, {
  plugins: [instead('memory/stores.ts', resolve('packages/n8n-self-hosted/stores.ts'))],
  external: ['ioredis', 'pg'],
});
writeFileSync(
  join(selfHosted, 'package.json'),
  `${JSON.stringify({ ...manifest, version: `${manifest.version}-self-hosted.0`, private: true }, null, 2)}\n`,
);
cpSync(join(here, 'README.md'), join(selfHosted, 'README.md'));

console.log('Built packages/n8n/dist and build/n8n-self-hosted');
// The platform keeps a timer running.
process.exit();
