/**
 * `npm run push -- --service ondorse [--dry-run]`: checks, builds and pushes the integration for a
 * service. Stores the dialect in dialect.json for the next push.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { settingProblems } from '../../client/settings.ts';
import { presets } from '../../service/dialect.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleApp, dialectToBuild } from './app-bundle.ts';
import { forZapier, publisherProblems } from './publisher.ts';
import { publishingProblems } from './publishing-rules.ts';

const file = 'dialect.json';

/** Zapier requires this of public integrations only: webhooks that register themselves. */
const forPublicOnly = /: D01[67] /;

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
    throw new Error(
      `--service takes ${names}, not "${service}". For any other service let the doctor write ${file}: npm run doctor -- --base-url https://… --out ${file}.`,
    );
  }
  const text = dialectToBuild();
  if (!text && !service) {
    throw new Error(
      `Name the service: npm run push -- --service ondorse. For any other service let the doctor write ${file}: npm run doctor -- --base-url https://… --out ${file}.`,
    );
  }
  if (text && service && presetIn(text) !== service) {
    const place = process.env.SERVICE_DIALECT ? 'The variable SERVICE_DIALECT' : file;
    throw new Error(
      `${place} is for ${presetIn(text)}, and --service names ${service}. Remove one of the two.`,
    );
  }
  return text || JSON.stringify({ extends: service });
}

/** One line per thing that is missing. The app does not load with a wrong setting. */
async function problemsOf(text: string): Promise<string[]> {
  const wrongSettings = settingProblems(process.env);
  if (wrongSettings.length) return wrongSettings;
  process.env.SERVICE_DIALECT = text;
  const { default: app } = await import('../../index.ts');
  const problems = await publishingProblems(app);
  return [...problems, ...publisherProblems(packageJson.publisher, forZapier)];
}

/**
 * Prints missing things. For a private integration some are only notes.
 * @returns true if the push may go on.
 */
async function isReady(text: string): Promise<boolean> {
  const problems = await problemsOf(text);
  const missing = problems.filter((problem) => !forPublicOnly.test(problem));
  missing.forEach((problem) => console.error(`missing: ${problem}`));
  if (problems.length > missing.length) {
    console.log(
      'Webhooks are entered by hand, as docs/webhooks-by-hand.md says: Zapier accepts this in a private integration only.',
    );
  }
  return !missing.length;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { service: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  });
  const text = dialectText(values.service);
  const ready = await isReady(text);
  if (values['dry-run']) {
    await bundleApp(text, 'build/dry-run.js');
    console.log('The integration builds; nothing was pushed.');
  } else {
    if (!ready) throw new Error('Nothing was pushed.');
    if (!existsSync(file) && values.service) writeFileSync(file, `${text}\n`);
    const { status } = spawnSync(process.execPath, ['tools/zapier.mjs', 'push'], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('The push failed. The message from Zapier is above.');
  }
  console.log(
    `Invite whoever builds Zaps: npm run zapier -- users:add someone@example.com ${packageJson.version}. docs/for-admins.md is their guide.`,
  );
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
// Exits despite a timer of the platform.
process.exit();
