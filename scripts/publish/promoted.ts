/**
 * `npm run promoted`: stores the compared part of the definition in scripts/publish/release.json
 * after Zapier promoted its version. Later versions are compared with it.
 */
import { writeFileSync } from 'node:fs';

import { dialectToBuild } from './app-bundle.ts';
import { releaseOf } from './promotion.ts';

process.env.SERVICE_DIALECT = dialectToBuild();
const { default: app } = await import('../../index.ts');
const release = releaseOf(app);
// One entry per line, so a diff shows each change.
writeFileSync(
  'scripts/publish/release.json',
  `${JSON.stringify(release).replaceAll(/(?<=\}),/g, ',\n')}\n`,
);
console.log(`scripts/publish/release.json is the definition of ${release.version}`);
// Exits despite a timer of the platform.
process.exit();
