/** `npm run deploy:check`: what is missing before a push to Zapier. */
import { existsSync, readFileSync } from 'node:fs';

import { settingProblems } from '../../client/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { dialectToBuild } from '../../testing/app-bundle.ts';
import { publishingProblems } from '../../testing/publishing-rules.ts';

const { homepage, version } = packageJson;
const png = existsSync('assets/logo.png') ? readFileSync('assets/logo.png') : undefined;
const description =
  /\| Description \| (.*?) \|/.exec(readFileSync('docs/publishing.md', 'utf8'))?.[1] ?? '';

const dialectProblems = () => {
  try {
    dialectToBuild();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
};
const wrongSettings = [...settingProblems(process.env), ...dialectProblems()];
/** Of the app as it is pushed; with a setting that cannot be right it does not load. */
const appProblems = async () => {
  process.env.SERVICE_DIALECT = dialectToBuild();
  return publishingProblems((await import('../../index.ts')).default as object);
};

/** What must hold, and what is said where it does not. */
const rules: [holds: unknown, problem: string][] = [
  [existsSync('.zapierapprc'), '.zapierapprc: run npm run zapier -- register or link'],
  [
    !homepage.includes('compliance-onboarding/zapier'),
    'package.json: set homepage to your repository',
  ],
  [
    readFileSync('CHANGELOG.md', 'utf8').includes(`## ${version}`),
    `CHANGELOG.md: no entry for ${version}`,
  ],
  [
    png && png.readUInt32BE(16) >= 256 && png.readUInt32BE(16) === png.readUInt32BE(20),
    'M004 assets/logo.png: not square or smaller than 256 pixels',
  ],
  [
    description.length >= 40 && description.length <= 140,
    `M002 description has ${description.length} characters, not 40 to 140`,
  ],
];
const missing = [
  ...(wrongSettings.length ? wrongSettings : await appProblems()),
  ...rules.filter(([holds]) => !holds).map(([, problem]) => problem),
];
missing.forEach((line) => console.log(`missing: ${line}`));
console.log(missing.length ? `${missing.length} missing` : 'Ready to push');
process.exit(missing.length ? 1 : 0);
