/**
 * `npm run mcp:build`: the package of the MCP server in mcp/dist. Everything is in one bundle,
 * without the platform of Zapier, so that `npx` has nothing else to fetch.
 */
import { build } from 'esbuild';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { licencesOf } from './licences.ts';

const here = resolve('mcp');
const out = join(here, 'dist');

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: { main: join(here, 'main.ts') },
  outdir: out,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minifyWhitespace: true,
  minifySyntax: true,
  // Error classes keep their names this way; by `keepNames` each function would cost a call as it is made.
  mainFields: ['module', 'main'],
  banner: {
    // Parts of it are CommonJS and ask for modules of Node.
    js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  alias: {
    'zapier-platform-core': resolve('hosts/platform.ts'),
    // Node has what it offers; it would bring tables of 300 KB and a warning.
    'whatwg-url': 'node:url',
  },
  legalComments: 'none',
  logLevel: 'warning',
});

const platform = Object.keys(metafile.inputs).filter((file) => /zapier-platform-core/.test(file));
if (platform.length) throw new Error(`The bundle holds ${platform.join(', ')}.`);
writeFileSync(join(out, 'LICENCES.txt'), licencesOf(Object.keys(metafile.inputs)));
chmodSync(join(out, 'main.js'), 0o755);
console.log('Built mcp/dist');
