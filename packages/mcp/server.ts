/** The server for assistants: operations as tools, cases as resources, and prompts. */
import {
  fromJsonSchema,
  McpServer,
  type jsonSchemaValidator,
  type McpServerFactory,
} from '@modelcontextprotocol/server';

import { newRun } from '../../client/exchange/run.ts';
import type { Store } from '../../host/host.ts';
import { clock } from '../../host/node/clock.ts';
import { readInstallation, type Installation } from '../../host/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { readDialect, type Dialect } from '../../service/dialect.ts';
import { openStore } from '../../host/process-store.ts';
import { httpOf } from './adapter/request.ts';
import { inWords } from './adapter/words.ts';
import { openQuestions } from './ask.ts';
import { call } from './call.ts';
import { caseResource } from './case-resource.ts';
import type { FileRules } from './local-files.ts';
import type { Level } from './levels.ts';
import { addPrompts } from './prompts.ts';
import type { Shared } from './shared.ts';
import { dataNotice } from './texts.ts';
import type { Input } from './tools/input.ts';
import { toolsFor, type Tool } from './tools/tool-list.ts';

export interface ServerSettings {
  authData: { base_url: string; api_key: string };
  /** The levels that the person switched on. */
  allowed: Set<Level>;
  files: FileRules;
  /** The default is the environment's dialect. */
  dialect?: Dialect;
  installation?: Installation;
  /** Further secrets next to the API key. */
  secrets?: string[];
  /** A memory of seven days. The default ends with this process. */
  store?: Store;
}

const instructions = (allowed: Set<Level>) =>
  [
    'Cases of a compliance onboarding service: clients that are verified (KYC for persons, KYB for businesses).',
    dataNotice,
    'The person makes all decisions. Leave out what you have no value for. Never invent one.',
    allowed.size
      ? `Allowed besides reading: ${[...allowed].join(', ')}.`
      : 'This server only reads. With --allow at its start, the person can allow more.',
  ].join(' ');

/** The most values in the operations' memory. */
const mostRemembered = 5000;
/** Milliseconds that the account's fields are cached. */
const freshness = 5 * 60 * 1000;

/** Adds one tool and its parts to a server. */
type Adding = (server: McpServer) => void;

/** Lets every value in: the operations check each and name it by its label. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

function addingOf(tool: Tool, shared: Shared): Adding {
  const { name, title, description, annotations } = tool;
  const schemas = {
    inputSchema: fromJsonSchema<Input>(tool.inputSchema, unchecked),
    outputSchema: fromJsonSchema(tool.outputSchema, unchecked),
  };
  const config = { title, description, annotations, ...schemas };
  const addCases = name === 'find_case' ? caseResource(shared, tool) : undefined;
  return (server) => {
    server.registerTool(name, config, (input, ctx) => call({ shared, server, ctx, tool, input }));
    addCases?.(server);
  };
}

/** Makes the tools, again when the account's own fields may have changed. */
function openTools(shared: Shared): (allowed: Set<Level>) => Promise<Adding[]> {
  const made = new Map<string, { tools: Promise<Adding[]>; until: number }>();
  return (allowed) => {
    const key = [...allowed].sort().join(' ');
    const last = made.get(key);
    if (last && Date.now() < last.until) return last.tools;
    const tools = toolsFor(allowed, shared.newRun()).then((all) =>
      all.map((tool) => addingOf(tool, shared)),
    );
    made.set(key, { tools, until: Date.now() + freshness });
    tools.catch(() => made.delete(key));
    return tools;
  };
}

/**
 * The factory of servers: one per connection, or one per request with the newer protocol. It keeps
 * everything that must outlive them. A token with scopes gets only the tools that both its scopes
 * and the server's options allow.
 */
export function serverFactory(settings: ServerSettings): McpServerFactory {
  const { authData, allowed, files, secrets = [] } = settings;
  const {
    dialect = readDialect(process.env.SERVICE_DIALECT),
    installation = readInstallation(process.env),
    store = openStore(mostRemembered),
  } = settings;
  const host = { http: httpOf(files), store, clock, inWords };
  const shared: Shared = {
    newRun: () => newRun({ connection: authData, dialect, installation, host }),
    since: settings.store ? 'in the last seven days' : 'since its start',
    files,
    questions: openQuestions(),
    secrets: [authData.api_key, ...secrets],
  };
  const toolsOf = openTools(shared);
  return async ({ authInfo }) => {
    const isMine = (level: Level) => !authInfo || authInfo.scopes.includes(level);
    const mine = new Set([...allowed].filter(isMine));
    const server = new McpServer(
      {
        name: 'compliance-onboarding',
        title: 'Compliance onboarding',
        version: packageJson.version,
      },
      {
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: instructions(mine),
        requestState: { verify: shared.questions.verify },
      },
    );
    for (const add of await toolsOf(mine)) add(server);
    addPrompts(server);
    return server;
  };
}
