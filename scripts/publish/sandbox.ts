/**
 * `npm run build -- sandbox`: builds the package of the sandbox in packages/sandbox/dist. Everything
 * is bundled except the database's binary. Files that are read at run time keep their place next to
 * the bundle.
 */
import { build } from 'esbuild';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { forNode } from './app-bundle.ts';
import { buildCommands } from './bundle.ts';

const out = 'packages/sandbox/dist';
const common = { minify: true, keepNames: true, external: ['libsql'] };

/** Package -> its files for the browser. */
const copied = {
  '@knadh/oat': ['oat.min.css'],
  'swagger-ui-dist': ['swagger-ui-bundle.js', 'swagger-ui.css'],
};

await buildCommands(
  out,
  ['tool/cli.js'],
  {
    ...common,
    entryPoints: ['packages/sandbox/tool/cli.ts'],
    outfile: join(out, 'tool/cli.js'),
  },
  Object.keys(copied),
);
// One CommonJS entry for everyone: Jest loads it with `require`, and Node can `import` it too.
await build({
  ...forNode,
  ...common,
  entryPoints: ['packages/sandbox/tool/library.ts'],
  outfile: join(out, 'tool/library.cjs'),
  legalComments: 'none',
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname' },
});
for (const file of ['web/style.css', 'office/office.js', 'office/docs.js', 'portal/portal.js']) {
  cpSync(join('packages/sandbox', file), join(out, file));
}
for (const [name, files] of Object.entries(copied)) {
  for (const file of files) cpSync(join('node_modules', name, file), join(out, 'web', file));
}
for (const types of ['tool/index', 'domain/account-types']) {
  const text = readFileSync(join('packages/sandbox', `${types}.d.ts`), 'utf8');
  mkdirSync(dirname(join(out, types)), { recursive: true });
  writeFileSync(join(out, `${types}.d.cts`), text.replaceAll(".d.ts'", ".d.cts'"));
}
console.log('Built packages/sandbox/dist');
