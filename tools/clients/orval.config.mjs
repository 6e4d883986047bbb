/** A client with fetch, and schemas of zod for what it sends and gets. */
const input = '../../docs/openapi.json';
const output = (client) => ({ client, target: `generated/orval/${client}.ts` });

export default Object.fromEntries(
  ['fetch', 'zod'].map((client) => [client, { input, output: output(client) }]),
);
