/**
 * `tsx scripts/checks/everywhere.ts field|event|endpoint`: checks that every tool has the addition
 * of that diff in CONTRIBUTING.md. Runs in a copy with the diff applied, and names each tool
 * without it.
 */
import app from '../../index.ts';
import { levels } from '../../packages/mcp/levels.ts';
import { toolsFor } from '../../packages/mcp/tools/tool-list.ts';
import { connectorDefinition } from '../../packages/power-automate/connector.ts';
import { openApiDocument } from '../../packages/sandbox/api/openapi.ts';
import { noAccount } from '../../test/support/run.ts';
import {
  compiled,
  inputFieldsOf,
  operationsOf,
  outputFieldsOf,
} from '../../test/support/definition.ts';

// The name is in a variable, so the compiler does not need n8n's types, which only its tools
// install.
const n8n = '../publish/n8n-parameters.ts';
const { makeParameters } = (await import(n8n)) as { makeParameters(): Promise<object> };

const operations = operationsOf(compiled(app));
const asked = operations.map((operation) => [operation.key, inputFieldsOf(operation)]);
const shown = await Promise.all(operations.map(outputFieldsOf));
const tools = await toolsFor(new Set(levels), noAccount());
const document = openApiDocument();

/** The contents of each tool as text. */
const surfaces = {
  'Zapier, input': JSON.stringify(asked),
  'Zapier, output': JSON.stringify([shown, Object.keys(app.triggers), Object.keys(app.searches)]),
  n8n: JSON.stringify(await makeParameters()),
  // A tool returns the whole output of its operation.
  MCP: JSON.stringify(tools.map(({ name, inputSchema }) => [name, inputSchema])),
  OpenAPI: JSON.stringify(document),
  'Power Automate': JSON.stringify(connectorDefinition(document)),
};
type Surface = keyof typeof surfaces;

const all = (...names: string[]) =>
  Object.fromEntries(Object.keys(surfaces).map((surface) => [surface, names]));

/** Per change, the names of the addition in each tool. Assistants receive no events. */
const brought: Record<string, Partial<Record<Surface, string[]>>> = {
  field: { ...all('share_capital', 'birth_place'), 'Zapier, output': ['business__share_capital'] },
  event: {
    'Zapier, input': ['case_archived'],
    'Zapier, output': ['case_archived'],
    n8n: ['case_archived'],
    OpenAPI: ['application.archived'],
    'Power Automate': ['application.archived', 'WhenCaseArchived'],
  },
  endpoint: {
    ...all('find_documents'),
    OpenAPI: ['listDocuments'],
    'Power Automate': ['ListDocuments'],
  },
};

const missing = Object.entries(brought[process.argv[2] ?? ''] ?? {}).flatMap(([surface, names]) =>
  names
    .filter((name) => !surfaces[surface as Surface].includes(`"${name}"`))
    .map((name) => `${name} is missing in ${surface}`),
);
missing.forEach((line) => console.error(line));
// Exits despite a timer of the platform.
process.exit(missing.length ? 1 : 0);
