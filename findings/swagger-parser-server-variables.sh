#!/bin/sh
# @apidevtools/swagger-parser 13.1.0 refuses an OpenAPI 3.1 document whose server has a variable, as
# the specification shows it; the same document without the variable is valid to it.
# Seen: "#/servers/0/variables/port must NOT have unevaluated properties", then "valid".
# Needs Node 22.19 or newer, as the package does; it is installed beside it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund node@22.23.3 @apidevtools/swagger-parser@13.1.0
cat >try.mjs <<'END'
import parser from '@apidevtools/swagger-parser';
const document = (server) => ({
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [server],
  paths: {},
});
const seen = async (server) =>
  parser.validate(document(server)).then(() => 'valid', ({ message }) => message);
const variables = { port: { default: '4010', description: 'The port' } };
const withVariable = await seen({ url: 'http://127.0.0.1:{port}', variables });
const plain = await seen({ url: 'http://127.0.0.1:4010' });
console.log(withVariable, plain);
const isSame = withVariable.includes('/servers/0/variables/port must NOT have unevaluated');
process.exit(isSame && plain === 'valid' ? 0 : 1);
END
node_modules/node/bin/node try.mjs
