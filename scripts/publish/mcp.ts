/**
 * `npm run build -- mcp`: builds the package of the MCP server in packages/mcp/dist. One bundle
 * contains everything except Zapier's platform, so `npx` fetches nothing else. `--bundle` also
 * packs packages/mcp/compliance-onboarding.mcpb, which Claude installs with a click.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import packageJson from '../../package.json' with { type: 'json' };
import manifest from '../../packages/mcp/manifest.json' with { type: 'json' };
import { installTools } from '../../tools/install.mjs';
import { buildCommands } from './bundle.ts';
import { manifestOf } from './staging.ts';

const home = 'packages/mcp';
const outdir = resolve(home, 'dist');
await buildCommands(outdir, ['main.js'], {
  entryPoints: ['packages/mcp/main.ts'],
  outfile: join(outdir, 'main.js'),
  // Keeps the names of error classes. `keepNames` would cost a call per function.
  minifyWhitespace: true,
  minifySyntax: true,
  // node-fetch needs it for a method that nobody calls; it would add 500 KB.
  external: ['encoding'],
  alias: {
    // Node has the same functions; the package adds tables of 300 KB and a warning.
    'whatwg-url': 'node:url',
  },
});
console.log('Built packages/mcp/dist');

/** The folder for the bundle's parts. */
const staging = 'node_modules/.cache/mcpb';

/** Packs the bundle with the tool of its format, which checks the manifest. */
function packBundle(): void {
  installTools('tools/mcp');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifestOf('mcp')));
  for (const name of ['README.md', 'dist']) {
    cpSync(join(home, name), join(staging, name), { recursive: true });
  }
  // The format asks for an author.
  const author = { name: packageJson.publisher.name || 'Built from its sources' };
  writeFileSync(join(staging, 'manifest.json'), JSON.stringify({ ...manifest, author }));
  cpSync('LICENSE', join(staging, 'LICENSE'));
  cpSync('assets/logo.png', join(staging, 'icon.png'));
  const bundle = join(home, 'compliance-onboarding.mcpb');
  const mcpb = 'tools/mcp/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js';
  execFileSync(process.execPath, [mcpb, 'pack', staging, bundle], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  console.log(`Packed ${bundle}`);
}

if (process.argv.includes('--bundle')) packBundle();
