/** `npm run check -- zip`: unpacks build/build.zip, loads it as Zapier does and runs one step against the sandbox. */
import { unzipSync } from 'fflate';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { executeEvent } from '../../zapier/local/runner.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { bundleApp } from '../publish/app-bundle.ts';
import { nameOf, packagesIn } from '../publish/bundle.ts';

/** The size of an empty app from Zapier's CLI, plus 40 % for the app. */
const mostBytes = 1.4 * 637 * 1024;
const mostFiles = 1.1 * 418;

const zip = readFileSync('build/build.zip');
const entries = (archive: Buffer) =>
  Object.entries(unzipSync(archive)).filter(([name]) => !name.endsWith('/'));
const files = entries(zip);
// Zapier gets both archives. Neither may contain a connection's key or the code of the sandbox.
for (const [name, content] of [...files, ...entries(readFileSync('build/source.zip'))]) {
  const text = /node_modules\//.test(name) ? '' : Buffer.from(content).toString();
  if (/(^|\/)\.env/.test(name) || /authData_api_key|sandbox_key/.test(text))
    throw new Error(`${name} must not be uploaded.`);
}

const bundled = packagesIn(await bundleApp('', 'node_modules/.cache/zip'))
  .map(nameOf)
  .sort();
const rows = readFileSync('SECURITY.md', 'utf8').matchAll(/^\| ([\w.-]+) \|/gm);
const listed = [...rows].map(([, name]) => name!).sort();
if (`${bundled}` !== `${listed}`)
  throw new Error(`SECURITY.md lists ${listed.join(', ')}. The bundle has ${bundled.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'package-'));
for (const [name, content] of files) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const sandbox = await createSandbox();
try {
  const { handler } = (await import(pathToFileURL(join(folder, 'zapierwrapper.js')).href)) as {
    handler: (event: object) => Promise<{ results: Record<string, unknown> }>;
  };
  const authData = { base_url: sandbox.url, api_key: sandbox.apiKey };
  const inputData = {
    subject: 'business',
    organization_name: 'Lumen Studio SAS',
    country: 'France',
  };
  const create = executeEvent('creates.create_case.operation.perform', { authData, inputData });
  const { results } = await handler(create);
  const { business } = results as { business?: { country?: string } };
  if (business?.country !== 'FRA') throw new Error('The packaged app did not create the case.');
  console.log(
    `build.zip: ${zip.length} bytes, ${files.length} files, created ${results.application_id}`,
  );
  if (zip.length > mostBytes || files.length > mostFiles) {
    throw new Error(`build.zip has more than ${mostBytes} bytes or ${mostFiles} files.`);
  }
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}
