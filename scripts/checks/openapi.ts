/**
 * `npm run check -- openapi`: lints the document and its versions in older dialects with Redocly's
 * recommended rules and Spectral's; a warning fails. Generates clients with three generators. All
 * must compile, and the client with the types of openapi-typescript runs the whole journey on the
 * sandbox. Redocly runs the workflows of docs/arazzo there too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import openapi from '../../docs/openapi.json' with { type: 'json' };
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { report } from '../../test/support/report.ts';
import { tsx } from '../../test/support/process.ts';
import { installTools } from '../../tools/install.mjs';
import { must, run, runBeside } from './run.ts';

const tools = 'tools/openapi';
const document = 'docs/openapi.json';
const made = 'packages/power-automate/dist';
const documents = [document, `${made}/openapi-3.0.json`, `${made}/swagger-2.0.json`];
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

installTools(tools, 'linters of API descriptions and generators of clients');

must('The older dialects are made', 'npm', ['run', '--silent', 'power-automate', '--', made]);
const redocly = run(bin('redocly'), ['lint', ...documents], { env });
const isClean = redocly.isGood && !/you have \d+ warning/i.test(redocly.text);
report('Redocly: no error, no warning', isClean, redocly.text);
const rules = ['--ruleset', `${tools}/spectral.yaml`, '--fail-severity', 'hint'];
must('Spectral: no error, no warning', bin('spectral'), ['lint', ...documents, ...rules]);
const written = `${tools}/service.ts`;
must('openapi-typescript', bin('openapi-typescript'), [document, '--output', written]);
must('Its types fit the journey', 'node_modules/.bin/tsc', ['-p', tools]);
must('The journey, on the sandbox', process.execPath, [...tsx, `${tools}/journey.mts`]);

const clients = `${tools}/node_modules/.cache/clients`;
const sources = [
  join(clients, 'hey-api/sdk.gen.ts'),
  join(clients, 'swagger-typescript-api/api.ts'),
];
const [heyApi, swaggerApi] = sources.map((source) => dirname(source));
// Without a leading dot, it takes a path for the name of a project on the net.
const input = ['-i', `./${document}`, '-o', heyApi!, '--no-log-file'];
must('@hey-api/openapi-ts', bin('openapi-ts'), input);
const more = ['generate', '-p', document, '-o', swaggerApi!, '-n', 'api.ts'];
must('swagger-typescript-api', bin('swagger-typescript-api'), more);
const options =
  '--strict --noEmit --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable';
must('Their clients compile', bin('tsc'), [...options.split(' '), ...sources]);
const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
for (const source of sources) {
  const text = existsSync(source) ? readFileSync(source, 'utf8') : '';
  const missing = operations.filter(
    ({ operationId }) => !RegExp(`\\b${operationId}\\b`).test(text),
  );
  const names = missing.map(({ operationId }) => operationId).join(', ');
  report(`${source}: all ${operations.length} operations`, !missing.length, names);
}

/** The minimum score for use by programs, from 0 to 100. */
const least = 90;
const scored = run(bin('redocly'), ['score', document, '--format', 'json'], { env });
const score = Number(/"agentReadiness": ([\d.]+)/.exec(scored.text)?.[1]);
report(`Redocly's score of ${document}: ${score}, at least ${least}`, score >= least, scored.text);

const sandbox = await createSandbox();
const workflows = 'docs/arazzo/workflows.yaml';
const account = ['--server', `service=${sandbox.url}`, '--input', `apiKey=${sandbox.apiKey}`];
const respect = await runBeside(bin('redocly'), ['respect', workflows, ...account], { env });
report(`The workflows of ${workflows}, on the sandbox`, respect.isGood, respect.text);
await sandbox.close();
process.exit();
