/** The requirements of a push to Zapier. */
import { existsSync, readFileSync } from 'node:fs';

import { settingProblems } from '../../client/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { dialectToBuild } from './app-bundle.ts';
import { forZapier, publisherProblems } from './publisher.ts';
import { publishingProblems } from './publishing-rules.ts';

const { publisher, version } = packageJson;
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
/** Problems of the built app. It does not load with an invalid setting. */
export const appProblems = async () => {
  process.env.SERVICE_DIALECT = dialectToBuild();
  const { default: app } = await import('../../index.ts');
  return publishingProblems(app);
};

/** The requirements, and the message for each that is not met. */
const rules: [holds: unknown, problem: string][] = [
  [
    existsSync('.zapierapprc'),
    '.zapierapprc: run npm run zapier -- login, then npm run zapier -- register "Compliance Onboarding"',
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
/** One line per missing thing. */
export const deployProblems = async (): Promise<string[]> => [
  ...(wrongSettings.length ? wrongSettings : await appProblems()),
  ...publisherProblems(publisher, forZapier),
  ...rules.filter(([holds]) => !holds).map(([, problem]) => problem),
];
