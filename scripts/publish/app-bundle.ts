/** The bundle of the app, with its dialect and samples. */
import { build, context, type BuildOptions, type Plugin } from 'esbuild';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { creates } from '../../creates/index.ts';
import type { Action, Trigger } from '../../operation.ts';
import { searches } from '../../searches/index.ts';
import { readDialect } from '../../service/dialect.ts';
import { triggers } from '../../triggers/index.ts';
import { forNode, versionAlone } from './bundle.ts';

/** Everything is bundled except the platform. Not minified, so that an error shows a line to read. */
const appOptions = {
  ...forNode,
  entryPoints: ['index.ts'],
  format: 'cjs',
  // The module is the app itself, however a program imports it.
  footer: { js: 'module.exports = module.exports.default;' },
  sourcemap: true,
  sourcesContent: false,
  external: ['zapier-platform-core'],
  outfile: 'dist/app.cjs',
} satisfies BuildOptions;

/**
 * Loads the app. `import` would first search the whole file for the names of its exports, which
 * takes longer than to compile it.
 */
const entry = `import { createRequire } from 'node:module';

export default createRequire(import.meta.url)('./app.cjs');
`;

/** The samples by the key of their operation, or of the output that it shares. */
const makeSamples = () =>
  Object.fromEntries(
    Object.values({ ...triggers, ...creates, ...searches }).map(
      ({ key, output }: Action | Trigger) => [output.key ?? key, output.sample()] as const,
    ),
  );

const dialectIn = (text?: string) => ({ builtDialect: JSON.stringify(readDialect(text)) });

/**
 * Writes app.cjs with its map, and index.js which loads it. Under `--enable-source-maps` stacks name
 * the sources; reading the map takes a third of the time to load the app, so Zapier does without.
 * @param dialectText the dialect to build in. What is read from it and the samples are data in the
 * bundle, because to make them takes longer than to load them.
 * @returns what the bundle contains. @throws an error for an invalid dialect.
 */
export async function bundleApp(dialectText = '', folder = 'dist') {
  const define = { ...dialectIn(dialectText), builtSamples: JSON.stringify(makeSamples()) };
  const { metafile } = await build({ ...appOptions, outfile: join(folder, 'app.cjs'), define });
  writeFileSync(join(folder, 'index.js'), entry);
  return metafile;
}

/** Builds the app without a dialect into dist, again after each change; `built` is called each time. */
export async function watchApp(built: () => void) {
  await bundleApp();
  const after: Plugin = {
    name: 'after',
    setup({ onEnd }) {
      onEnd(({ errors }) => (errors.length ? undefined : built()));
    },
  };
  // Without samples: a change may alter them.
  const options = { ...appOptions, define: dialectIn(), plugins: [versionAlone, after] };
  await (await context(options)).watch();
}

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
