/**
 * `npm run mcp:build`: the package of the MCP server in packages/mcp/dist. Everything is in one bundle,
 * without the platform of Zapier, so that `npx` has nothing else to fetch. With `-- --bundle` it is
 * packed as packages/mcp/compliance-onboarding.mcpb as well, which Claude installs by a click.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { installTools } from '../../tools/install.mjs';
import { buildCommands, writePublisher } from './bundle.ts';

const home = 'packages/mcp';
const outdir = resolve(home, 'dist');
await buildCommands(outdir, ['main.js'], {
  entryPoints: ['packages/mcp/main.ts'],
  outdir,
  splitting: true,
  // Error classes keep their names this way; by `keepNames` each function would cost a call as it is made.
  minifyWhitespace: true,
  minifySyntax: true,
  alias: {
    // Node has what it offers; it would bring tables of 300 KB and a warning.
    'whatwg-url': 'node:url',
  },
});
writePublisher('packages/mcp');
console.log('Built packages/mcp/dist');

/** Where the bundle is put together. */
const staging = 'node_modules/.cache/mcpb';

/** Packs what the bundle holds by the tool of its format, which checks the manifest. */
function packBundle(): void {
  installTools('tools/mcp', 'the tools of the protocol, about half a minute');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  for (const name of ['manifest.json', 'package.json', 'README.md', 'dist']) {
    cpSync(join(home, name), join(staging, name), { recursive: true });
  }
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
