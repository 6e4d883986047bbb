/**
 * `npm run mcp:build`: the package of the MCP server in packages/mcp/dist. Everything is in one bundle,
 * without the platform of Zapier, so that `npx` has nothing else to fetch.
 */
import { resolve } from 'node:path';

import { buildCommands, writePublisher } from './bundle.ts';

const outdir = resolve('packages/mcp/dist');
await buildCommands(outdir, ['main.js'], {
  entryPoints: ['packages/mcp/main.ts'],
  outdir,
  splitting: true,
  // Error classes keep their names this way; by `keepNames` each function would cost a call as it is made.
  minifyWhitespace: true,
  minifySyntax: true,
  alias: {
    'zapier-platform-core': resolve('hosts/platform.ts'),
    // Node has what it offers; it would bring tables of 300 KB and a warning.
    'whatwg-url': 'node:url',
  },
});
writePublisher('packages/mcp');
console.log('Built packages/mcp/dist');
