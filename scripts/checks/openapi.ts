/**
 * `npm run check:openapi`: lints the document, and what is made of it in older dialects, with Redocly's recommended rules and Spectral's
 * (a warning fails), and writes the types of a generated client to test/service-types.ts.
 */
import { report } from '../../testing/report.ts';
import { installTools } from '../../tools/install.mjs';
import { must, run } from './run.ts';

const tools = 'tools/openapi';
const document = 'docs/openapi.json';
const made = 'packages/power-automate/dist';
const documents = [document, `${made}/openapi-3.0.json`, `${made}/swagger-2.0.json`];
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

installTools(tools, 'the linters');

must('The older dialects are made', 'npm', ['run', '--silent', 'power-automate', '--', made]);
for (const path of documents) {
  const { isGood, text } = run(bin('redocly'), ['lint', path], { env });
  const isClean = isGood && !/you have \d+ warning/i.test(text);
  report(`Redocly, ${path}: no error, no warning`, isClean, text);
  const rules = ['--ruleset', `${tools}/spectral.yaml`, '--fail-severity', 'hint'];
  must(`Spectral, ${path}: no error, no warning`, bin('spectral'), ['lint', path, ...rules]);
}
const written = 'test/service-types.ts';
const args = [document, '--output', written];
must(`openapi-typescript, ${written}`, bin('openapi-typescript'), args);
/** How well programs can work from the document, from 0 to 100. */
const least = 90;
const scored = run(bin('redocly'), ['score', document, '--format', 'json'], { env });
const score = Number(/"agentReadiness": ([\d.]+)/.exec(scored.text)?.[1]);
report(`Redocly's score of ${document}: ${score}, at least ${least}`, score >= least, scored.text);
