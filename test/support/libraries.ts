/**
 * Libraries that nearly every test file loads anew, each bundled into one file: loading their
 * hundreds of modules took longer than most of the tests. jest.config.js has them in place.
 */
import { build } from 'esbuild';

const libraries = { 'zapier-platform-core': 'zapier-platform-core', 'zod-mini': 'zod/mini' };

export const bundleLibraries = () =>
  build({
    entryPoints: libraries,
    outdir: 'build/libraries',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // The app has it, too.
    external: ['node-fetch'],
    // The platform names a file of its own tests.
    logLevel: 'error',
  });
