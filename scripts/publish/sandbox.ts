/**
 * `npm run build -- sandbox`: builds the package of the sandbox in packages/sandbox/dist. Everything
 * is bundled except the database's binary. Files that are read at run time keep their place next to
 * the bundle.
 */
import { build } from 'esbuild';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { buildCommands, forNode } from './bundle.ts';

const out = 'packages/sandbox/dist';
const common = { minify: true, keepNames: true, external: ['libsql'] };

/** The package of the styles. */
const oat = '@knadh/oat';

await buildCommands(
  out,
  ['tool/main.js'],
  {
    ...common,
    entryPoints: ['packages/sandbox/main.ts'],
    outfile: join(out, 'tool/main.js'),
  },
  [oat],
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
for (const file of ['web/style.css', 'office/office.js', 'portal/portal.js']) {
  cpSync(join('packages/sandbox', file), join(out, file));
}
cpSync(join('node_modules', oat, 'oat.min.css'), join(out, 'web/oat.min.css'));
for (const types of ['tool/index', 'domain/account-types']) {
  const text = readFileSync(join('packages/sandbox', `${types}.d.ts`), 'utf8');
  mkdirSync(dirname(join(out, types)), { recursive: true });
  writeFileSync(join(out, `${types}.d.cts`), text.replaceAll(".d.ts'", ".d.cts'"));
}
console.log('Built packages/sandbox/dist');
