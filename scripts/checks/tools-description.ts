/**
 * What other people's tools make of docs/openapi.json, beside those of `npm run check -- openapi`: clients
 * of three generators, one of which goes the whole way, Postman's collection, and a validator.
 */
import { installTools } from '../../tools/install.mjs';
import { tsx } from '../process.ts';
import { must } from './run.ts';

const tools = 'tools/clients';
/** Some of the tools need Node 22. */
const node = 'tools/node_modules/node/bin/node';
const document = 'docs/openapi.json';

/** Generator -> its script, and its arguments. */
const generators: Record<string, [script: string, ...args: string[]]> = {
  'orval, with zod': ['orval/dist/bin/orval.mjs', '--config', `${tools}/orval.config.mjs`],
  'kubb, with zod': ['@kubb/cli/bin/kubb.cjs', 'generate', '--config', `${tools}/kubb.config.mjs`],
  'typed-openapi': ['typed-openapi/bin.js', document, '--output', `${tools}/generated/typed.ts`],
};
const validate = `import parser from '@apidevtools/swagger-parser';
await parser.validate('../../${document}');`;

export async function description(): Promise<void> {
  await import('./openapi.ts');
  installTools('tools');
  installTools(tools);
  for (const [name, [script, ...args]] of Object.entries(generators))
    must(name, node, [`${tools}/node_modules/${script}`, ...args]);
  must('Their types fit the journey', 'node_modules/.bin/tsc', ['-p', tools]);
  const run = (file: string) => [...tsx, `${tools}/${file}`] as const;
  must('The journey, by the client of kubb', process.execPath, [...run('journey.mts')]);
  must("Every request of Postman's collection", process.execPath, [...run('postman.mjs')]);
  const args = ['--input-type=module', '--eval', validate];
  must('swagger-parser', '../node_modules/node/bin/node', args, { cwd: tools });
}
