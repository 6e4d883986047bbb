/**
 * `npm run check:openapi`: lints the three documents with Redocly's recommended rules and Spectral's
 * (a warning fails), and writes the types of a generated client to test/service-types.ts.
 */
import { spawnSync } from 'node:child_process';

import { installTools } from '../../tools/install.mjs';

const tools = 'tools/openapi';
const documents = ['docs/openapi.json', 'docs/openapi-3.0.json', 'docs/swagger-2.0.json'];

const run = (command: string, args: string[]) => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  return { status, text: `${stdout}${stderr}` };
};
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

installTools(tools, 'the linters');

let failed = 0;
const check = (what: string, { status, text }: { status: number | null; text: string }) => {
  const isGood = status === 0 && !/you have \d+ warning/i.test(text);
  console.log(`${what}: ${isGood ? 'no error, no warning' : 'REFUSED'}`);
  if (isGood) return;
  failed++;
  console.error(text.slice(0, 5000));
};
for (const document of documents) {
  check(`Redocly, ${document}`, run(bin('redocly'), ['lint', document]));
  const rules = ['--ruleset', `${tools}/spectral.yaml`, '--fail-severity', 'hint'];
  check(`Spectral, ${document}`, run(bin('spectral'), ['lint', document, ...rules]));
}
check(
  'openapi-typescript, test/service-types.ts',
  run(bin('openapi-typescript'), [documents[0]!, '--output', 'test/service-types.ts']),
);
/** How well programs can work from the document, from 0 to 100. */
const least = 90;
const scored = run(bin('redocly'), ['score', documents[0]!, '--format', 'json']);
const score = Number(/"agentReadiness": ([\d.]+)/.exec(scored.text)?.[1]);
console.log(`Redocly's score of ${documents[0]}: ${score}, at least ${least}`);
if (!(score >= least)) failed++;
process.exitCode = failed ? 1 : 0;
