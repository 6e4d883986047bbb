/** The licences of what is in a bundle travel with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package's own licence text, else the licence it names. @throws an error where it has neither. */
function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) {
    const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      license?: string;
      author?: unknown;
    };
    if (!license) throw new Error(`${folder} has no licence.`);
    return `Licence ${license}${typeof author === 'string' ? `, ${author}` : ''}`;
  }
  return readFileSync(join(folder, file), 'utf8').trim();
}

/** @param inputs the files of the bundle. @returns the licences of our own and of each package. */
export function licencesOf(inputs: string[]): string {
  const folders = inputs.flatMap(
    (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const texts = ['.', ...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    return `${name} ${version}\n\n${licenceIn(folder)}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
