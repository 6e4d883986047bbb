/** Bundles: what they have in common, and that of the app with its dialect. */
import { build, type BuildOptions } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDialect } from '../api/dialect.ts';

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

/**
 * Makes dist/index.js, or `outfile`; only the platform and what it already carries stay outside.
 * @param dialectText the dialect that goes into it, as api/dialect.ts reads it.
 */
export const bundleApp = (dialectText = '', outfile = 'dist/index.js') =>
  build({
    ...forNode,
    entryPoints: ['index.ts'],
    outfile,
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    define: { builtDialect: JSON.stringify(dialectText) },
    external: ['zapier-platform-core', 'form-data', 'content-disposition'],
  });

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
