/**
 * `npm run promoted`: writes what Zapier compares of the definition to scripts/publish/release.json, after its
 * version was promoted. Later versions are compared with it.
 */
import { writeFileSync } from 'node:fs';

import { dialectToBuild } from './app-bundle.ts';
import { releaseOf } from './promotion.ts';

process.env.SERVICE_DIALECT = dialectToBuild();
const { default: app } = await import('../../index.ts');
const release = releaseOf(app);
// A line each, so that a diff names what changed.
writeFileSync(
  'scripts/publish/release.json',
  `${JSON.stringify(release).replaceAll(/(?<=\}),/g, ',\n')}\n`,
);
console.log(`scripts/publish/release.json is the definition of ${release.version}`);
// The platform keeps a timer running.
process.exit();
