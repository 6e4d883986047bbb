/** The common parts of bundles, and the licences of the packages in them. */
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of our package.json, a bundle holds the version alone. */
export const versionAlone: Plugin = {
  name: 'version alone',
  setup({ onLoad }) {
    onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** The common options of all bundles: one file for the oldest supported Node. */
export const forNode = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Node 20 has them; esbuild would make a pattern with one anew at each use.
  supported: { 'regexp-unicode-property-escapes': true },
  // ES modules first, because unused parts can then be dropped.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  metafile: true,
  plugins: [versionAlone],
} satisfies BuildOptions;

/**
 * Builds a command as ES modules in an empty folder. `commands` are its executable files, and
 * `copied` the packages whose files are copied there.
 */
export async function buildCommands(
  folder: string,
  commands: string[],
  options: BuildOptions,
  copied: string[] = [],
) {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...forNode,
    legalComments: 'none',
    format: 'esm',
    banner: {
      // CommonJS packages in the bundle need `require` for modules of Node.
      js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    ...options,
  });
  writeLicences(folder, metafile!, copied);
  for (const command of commands) chmodSync(join(folder, command), 0o755);
}

/** A package's licence text, else the licence it names. @throws an error if it has neither. */
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

/** The folders of the packages in the bundle. */
export const packagesIn = ({ inputs }: Metafile): string[] => [
  ...new Set(
    Object.keys(inputs).flatMap(
      (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
    ),
  ),
];

/** The part of a path that names a package. */
export const nameOf = (path: string) => path.split('node_modules/').at(-1)!;

/**
 * Writes our licence, and those of all packages in the bundle or with copied files.
 * @throws an error if the bundle contains Zapier's platform.
 */
export function writeLicences(folder: string, bundle: Metafile, copied: string[] = []): void {
  const packages = [...packagesIn(bundle), ...copied.map((name) => join('node_modules', name))];
  const platform = packages.filter((name) => name.includes('zapier-platform-core'));
  if (platform.length) throw new Error(`The bundle holds ${platform[0]}.`);
  const texts = ['.', ...packages].map(licenceIn);
  writeFileSync(join(folder, 'LICENCES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}
