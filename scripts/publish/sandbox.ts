/**
 * `npm run sandbox:build`: the package of the sandbox in sandbox/dist. All but the database's
 * binary is bundled; what is read from files at run time stands beside it as in the repository.
 */
import { build } from 'esbuild';
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { licencesOf } from './licences.ts';

const here = resolve('sandbox');
const out = join(here, 'dist');

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: {
    main: join(here, 'tool/main.ts'),
    cli: join(here, 'tool/cli.ts'),
    'sender-thread': join(here, 'domain/sender-thread.js'),
  },
  outdir: join(out, 'tool'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minify: true,
  keepNames: true,
  mainFields: ['module', 'main'],
  external: ['libsql'],
  banner: {
    // Parts of it are CommonJS and ask for modules of Node.
    js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
});
for (const file of ['web/style.css', 'back-office/office.js', 'portal/portal.js']) {
  cpSync(join(here, file), join(out, file));
}
cpSync(join(here, 'tool/index.d.ts'), join(out, 'tool/index.d.ts'));
writeFileSync(join(out, 'LICENCES.txt'), licencesOf(Object.keys(metafile.inputs)));
chmodSync(join(out, 'tool/cli.js'), 0o755);
console.log('Built sandbox/dist');
