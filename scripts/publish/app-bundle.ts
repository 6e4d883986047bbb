/** Bundles: the common options, and the bundle of the app with its dialect. */
import { build, type BuildOptions } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDialect } from '../../service/dialect.ts';

/** The common options of all bundles: one file for the oldest supported Node. */
export const forNode = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // ES modules first, because unused parts can then be dropped.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

/** Everything is bundled except the platform. */
const appOptions = {
  ...forNode,
  entryPoints: ['index.ts'],
  format: 'esm',
  minify: true,
  external: ['zapier-platform-core'],
} satisfies BuildOptions;

/**
 * Writes dist/index.js, or `outfile`.
 * @param dialectText the dialect to build in, as service/dialect.ts reads it.
 */
export const bundleApp = (dialectText = '', outfile = 'dist/index.js') =>
  build({ ...appOptions, outfile, define: { builtDialect: JSON.stringify(dialectText) } });

/**
 * The text of SERVICE_DIALECT, else of dialect.json in the folder, else an empty text.
 * @throws an error for an invalid dialect.
 */
export function dialectToBuild(folder = '.'): string {
  const own = process.env.SERVICE_DIALECT;
  const path = join(folder, 'dialect.json');
  const text = own || (existsSync(path) ? readFileSync(path, 'utf8') : '');
  readDialect(text);
  return text;
}
