/**
 * `npm run push -- --service ondorse`: pushes the integration for a service with Zapier's CLI, which
 * builds and checks it. Stores the dialect in dialect.json for the next push.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { presets } from '../../service/dialect.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { dialectToBuild } from './app-bundle.ts';
import { forZapier, publisherProblems } from './publisher.ts';

const file = 'dialect.json';
const anyOther = `For any other service let the doctor write ${file}: npm run doctor -- --base-url https://… --out ${file}.`;

/** The preset that a dialect starts from. */
function presetIn(text: string): string {
  if (Object.hasOwn(presets, text.trim())) return text.trim();
  return (JSON.parse(text) as { extends?: string }).extends ?? 'standard';
}

/**
 * The dialect of the push: from dialect.json, or of the named service.
 * @throws Error if the two name different services, or neither exists.
 */
function dialectText(service: string | undefined): string {
  if (service !== undefined && !Object.hasOwn(presets, service)) {
    const names = Object.keys(presets).join(', ');
    throw new Error(`--service takes ${names}, not "${service}". ${anyOther}`);
  }
  const text = dialectToBuild();
  if (!text && !service) {
    throw new Error(`Name the service: npm run push -- --service ondorse. ${anyOther}`);
  }
  if (text && service && presetIn(text) !== service) {
    const place = process.env.SERVICE_DIALECT ? 'The variable SERVICE_DIALECT' : file;
    throw new Error(
      `${place} is for ${presetIn(text)}, and --service names ${service}. Remove one of the two.`,
    );
  }
  return text || JSON.stringify({ extends: service });
}

/** What Zapier's CLI would miss after its build. */
const accountProblems = (): string[] => [
  ...(existsSync(join(homedir(), '.zapierrc')) || process.env.ZAPIER_DEPLOY_KEY
    ? []
    : ['You are not logged in to Zapier: npm run zapier -- login']),
  ...(existsSync('.zapierapprc')
    ? []
    : ['Zapier does not know this copy yet: npm run zapier -- register "Compliance Onboarding"']),
];

try {
  const { service } = parseArgs({ options: { service: { type: 'string' } } }).values;
  const text = dialectText(service);
  const problems = [...publisherProblems(packageJson.publisher, forZapier), ...accountProblems()];
  if (problems.length) throw new Error(problems.join('\n'));
  if (service && !existsSync(file)) writeFileSync(file, `${text}\n`);
  const cli = ['tools/zapier.mjs', 'push'];
  const { status } = spawnSync(process.execPath, cli, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The message from Zapier is above.');
} catch (error) {
  console.error(`Nothing was pushed.\n${(error as Error).message}`);
  process.exitCode = 1;
}
