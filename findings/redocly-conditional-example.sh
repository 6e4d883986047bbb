#!/bin/sh
# Redocly CLI 2.77.0 says that a valid example is not valid where its schema has if and then: it adds
# "no other properties" inside each of them, too. With additionalProperties: true there it is valid.
# Seen: "must NOT have unevaluated properties `kind`" once, for the first of two schemas.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @redocly/cli@2.77.0 ajv@8.17.1
cat >try.mjs <<'END'
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const example = { kind: 'person', name: 'A' };
const schemaOf = (open) => ({
  type: 'object',
  properties: { kind: { type: 'string' }, name: { type: 'string' } },
  if: { properties: { kind: { const: 'person' } }, ...open },
  then: { properties: { name: { minLength: 1 } }, ...open },
});
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
function seen(open) {
  const schema = schemaOf(open);
  const content = { 'application/json': { schema, example } };
  const post = { requestBody: { content }, responses: { 204: { description: 'Done' } } };
  const info = { title: 'A', version: '1' };
  writeFileSync('api.json', JSON.stringify({ openapi: '3.1.0', info, paths: { '/a': { post } } }));
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'api.json', '--format', 'json'];
  let output = '';
  try {
    output = execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' });
  } catch ({ stdout }) {
    output = stdout;
  }
  const isValid = new Ajv2020({ strict: false }).validate(schema, example);
  return `${isValid} ${output.includes('NOT have unevaluated properties `kind`')}`;
}
const both = [seen({}), seen({ additionalProperties: true })].join(', ');
console.log(both);
process.exit(both === 'true true, true false' ? 0 : 1);
END
node try.mjs
