/**
 * `npm run check:openapi`: lints the three documents with Redocly's recommended rules and Spectral's
 * (a warning fails), and writes the types of a generated client to test/service-types.ts.
 */
import { report } from '../../testing/report.ts';
import { installTools } from '../../tools/install.mjs';
import { must, run } from './run.ts';

const tools = 'tools/openapi';
const documents = ['docs/openapi.json', 'docs/openapi-3.0.json', 'docs/swagger-2.0.json'] as const;
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

installTools(tools, 'the linters');

for (const document of documents) {
  const { isGood, text } = run(bin('redocly'), ['lint', document], { env });
  const isClean = isGood && !/you have \d+ warning/i.test(text);
  report(`Redocly, ${document}: no error, no warning`, isClean, text);
  const rules = ['--ruleset', `${tools}/spectral.yaml`, '--fail-severity', 'hint'];
  const args = ['lint', document, ...rules];
  must(`Spectral, ${document}: no error, no warning`, bin('spectral'), args);
}
const written = 'test/service-types.ts';
const args = [documents[0], '--output', written];
must(`openapi-typescript, ${written}`, bin('openapi-typescript'), args);
/** How well programs can work from the document, from 0 to 100. */
const least = 90;
const scored = run(bin('redocly'), ['score', documents[0], '--format', 'json'], { env });
const score = Number(/"agentReadiness": ([\d.]+)/.exec(scored.text)?.[1]);
report(
  `Redocly's score of ${documents[0]}: ${score}, at least ${least}`,
  score >= least,
  scored.text,
);
