/** Bundles: what they have in common, and that of the app with its dialect. */
import { build, type BuildOptions } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDialect } from '../../service/dialect.ts';

/** What all bundles have in common: one file, for the oldest Node that is supported. */
export const forNode = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // ES modules first: unused parts of the libraries are left out.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

/** Only the platform stays outside. */
const appOptions = {
  ...forNode,
  entryPoints: ['index.ts'],
  format: 'esm',
  minify: true,
  external: ['zapier-platform-core'],
} satisfies BuildOptions;

/**
 * Makes dist/index.js, or `outfile`.
 * @param dialectText the dialect that goes into it, as service/dialect.ts reads it.
 */
export const bundleApp = (dialectText = '', outfile = 'dist/index.js') =>
  build({ ...appOptions, outfile, define: { builtDialect: JSON.stringify(dialectText) } });

/** Makes the app whose forms follow the variable SERVICE_DIALECT, for tests of many dialects. */
export const bundleAppByVariable = () =>
  build({ ...appOptions, outfile: 'build/app-by-variable.js' });

/**
 * The text of SERVICE_DIALECT, else that of dialect.json in the folder, else none.
 * @throws DialectError for one that cannot be read.
 */
export function dialectToBuild(folder = '.'): string {
  const own = process.env.SERVICE_DIALECT;
  const path = join(folder, 'dialect.json');
  const text = own || (existsSync(path) ? readFileSync(path, 'utf8') : '');
  readDialect(text);
  return text;
}
