/**
 * `npm run sandbox:build`: the package of the sandbox in packages/sandbox/dist. All but the database's
 * binary is bundled; what is read from files at run time stands beside it as in the repository.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { buildCommands, writePublisher } from './bundle.ts';

const out = 'packages/sandbox/dist';
await buildCommands(out, ['tool/cli.js'], {
  entryPoints: {
    main: 'packages/sandbox/tool/main.ts',
    cli: 'packages/sandbox/tool/cli.ts',
  },
  outdir: join(out, 'tool'),
  minify: true,
  keepNames: true,
  external: ['libsql'],
});
for (const file of [
  'web/style.css',
  'office/office.js',
  'portal/portal.js',
  'tool/index.d.ts',
  'domain/account-types.d.ts',
]) {
  cpSync(join('packages/sandbox', file), join(out, file));
}
writePublisher('packages/sandbox');
console.log('Built packages/sandbox/dist');
