/** Bundles the app into dist/index.js; only the platform and what it already carries stay outside. */
import { build } from 'esbuild';

export const bundleApp = () =>
  build({
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
    metafile: true,
    logLevel: 'warning',
  });
