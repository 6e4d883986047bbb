/**
 * `npm run check -- openapi`: lints the document with Redocly's recommended rules, of which none may
 * warn. A client with the types of openapi-typescript runs the whole journey on the sandbox.
 */
import { tsx } from '../process.ts';
import { installTools } from '../../tools/install.mjs';
import { must } from './run.ts';

const tools = 'tools/openapi';
const document = 'docs/openapi.json';
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const bin = (name: string) => `${tools}/node_modules/.bin/${name}`;

installTools(tools);

must('Redocly', bin('redocly'), ['lint', document, '--extends', 'recommended-strict'], { env });
const written = `${tools}/service.ts`;
must('openapi-typescript', bin('openapi-typescript'), [document, '--output', written]);
must('Its types fit the journey', 'node_modules/.bin/tsc', ['-p', tools]);
must('The journey, on the sandbox', process.execPath, [...tsx, `${tools}/journey.mts`]);
