/** Bundles the app into dist/index.js; only the platform and what it already carries stay outside. */
import { build } from 'esbuild';

import { settingProblems } from '../../api/settings.ts';

// What the settings say decides how the triggers are built.
const problems = settingProblems();
if (problems.length) {
  console.error(problems.join('\n'));
  process.exit(1);
}

await build({
  entryPoints: ['index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minifySyntax: true,
  minifyWhitespace: true,
  // ES modules first: unused parts of the libraries are left out.
  mainFields: ['module', 'main'],
  external: ['zapier-platform-core', 'form-data', 'content-disposition'],
  logLevel: 'warning',
});
