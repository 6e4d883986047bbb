/** What the bundles have in common, and the licences of what is in them, which travel with them. */
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { forNode } from './app-bundle.ts';
import { withPublisher } from './publisher.ts';

/** A command in ES modules, in a folder that is made anew. `commands` are its files that are run. */
export async function buildCommands(folder: string, commands: string[], options: BuildOptions) {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...forNode,
    legalComments: 'none',
    format: 'esm',
    banner: {
      // Parts of it are CommonJS and ask for modules of Node.
      js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    ...options,
  });
  writeLicences(folder, metafile!);
  for (const command of commands) chmodSync(join(folder, command), 0o755);
}

/** A package's own licence text, else the licence it names. @throws an error where it has neither. */
function licenceIn(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string; author?: unknown };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file && !license) throw new Error(`${folder} has no licence.`);
  const named = `Licence ${license}${typeof author === 'string' ? `, ${author}` : ''}`;
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : named;
  return `${name} ${version}\n\n${text}\n`;
}

/** The folders of the packages that are in the bundles. */
export const packagesIn = (...bundles: Metafile[]): string[] => {
  const files = bundles.flatMap(({ inputs }) => Object.keys(inputs));
  return [
    ...new Set(files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])),
  ];
};

/**
 * Writes the licences of our own and of each package in the bundles.
 * @throws an error where they hold the platform of Zapier.
 */
export function writeLicences(folder: string, ...bundles: Metafile[]): void {
  const packages = packagesIn(...bundles);
  const platform = packages.filter((name) => name.includes('zapier-platform-core'));
  if (platform.length) throw new Error(`The bundle holds ${platform[0]}.`);
  const texts = ['.', ...packages].map(licenceIn);
  writeFileSync(join(folder, 'LICENCES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Writes who publishes into the package.json of a folder. */
export function writePublisher(folder: string): void {
  const file = join(folder, 'package.json');
  const before = readFileSync(file, 'utf8');
  const manifest = withPublisher(JSON.parse(before) as object, packageJson.publisher, folder);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (text !== before) writeFileSync(file, text);
}
