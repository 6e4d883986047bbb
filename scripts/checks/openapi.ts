/**
 * `npm run check -- openapi`: lints the document with Redocly's recommended rules; a warning fails. A
 * client with the types of openapi-typescript runs the whole journey on the sandbox.
 */
import { report } from '../../test/support/report.ts';
import { tsx } from '../../test/support/process.ts';
import { installTools } from '../../tools/install.mjs';
import { must, run } from './run.ts';

const tools = 'tools/openapi';
const document = 'docs/openapi.json';
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

installTools(tools);

const redocly = run(bin('redocly'), ['lint', document], { env });
const isClean = redocly.isGood && !/you have \d+ warning/i.test(redocly.text);
report('Redocly: no error, no warning', isClean, redocly.text);
const written = `${tools}/service.ts`;
must('openapi-typescript', bin('openapi-typescript'), [document, '--output', written]);
must('Its types fit the journey', 'node_modules/.bin/tsc', ['-p', tools]);
must('The journey, on the sandbox', process.execPath, [...tsx, `${tools}/journey.mts`]);

/** The minimum score for use by programs, from 0 to 100. */
const least = 90;
const scored = run(bin('redocly'), ['score', document, '--format', 'json'], { env });
const score = Number(/"agentReadiness": ([\d.]+)/.exec(scored.text)?.[1]);
report(`Redocly's score: ${score}, at least ${least}`, score >= least, scored.text);
