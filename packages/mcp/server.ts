/** The server for assistants: the operations of the app as tools, cases as resources, and prompts. */
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';

import { readInstallation, type Installation } from '../../client/settings.ts';
import { readDialect, type Dialect } from '../../service/dialect.ts';
import { openStore } from '../process-store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { runOf, type AuthData } from './adapter/step.ts';
import { openQuestions, type Questions } from './ask.ts';
import { call, inputCheck, type Host } from './call.ts';
import { dataNotice } from './data.ts';
import type { FileRules } from './files.ts';
import { openKnown } from './known.ts';
import type { Level } from './levels.ts';
import { addPrompts } from './prompts.ts';
import { resourcesOf } from './resources.ts';
import { outputSchema } from './result.ts';
import { standard } from './standard.ts';
import { toolsFor, type Tool } from './tools/catalogue.ts';

export interface ServerSettings {
  authData: AuthData;
  /** What the person switched on beside reading. */
  allowed: Set<Level>;
  files: FileRules;
  /** Left out: those of the environment. */
  dialect?: Dialect;
  installation?: Installation;
  /** Beside the API key, what must never be shown. */
  secrets?: string[];
  /** Adds to each server, for tests. */
  extend?: (server: McpServer, questions: Questions) => void;
}

const instructions = (allowed: Set<Level>) =>
  [
    'Cases of a compliance onboarding service: clients that are verified (KYC for persons, KYB for businesses).',
    dataNotice,
    'Read what a tool says under "Next" and pass it on. Decisions are the person\'s.',
    allowed.size
      ? `Switched on beside reading: ${[...allowed].join(', ')}.`
      : 'This server only reads. The person can switch more on with --allow when it is started.',
  ].join(' ');

/** Values the operations remember. */
const mostRemembered = 5000;
/** Milliseconds for which fields of the account are taken as they were. */
const freshness = 5 * 60 * 1000;

/** Adds one tool, with what belongs to it, to a server. */
type Adding = (server: McpServer) => void;

function addingOf(tool: Tool, host: Host): Adding {
  const { name, title, description, annotations } = tool;
  const schemas = {
    inputSchema: standard<Record<string, unknown>>(tool.inputSchema, inputCheck(tool)),
    outputSchema: standard(outputSchema(tool)),
  };
  const config = { title, description, annotations, ...schemas };
  const addCases = name === 'find_case' ? resourcesOf(host, tool) : undefined;
  return (server) => {
    server.registerTool(name, config, (input, ctx) => call({ host, server, ctx, tool, input }));
    addCases?.(server);
  };
}

/** What adds the tools, made anew when the account's own fields may have changed. */
function openTools({ allowed }: ServerSettings, host: Host): () => Promise<Adding[]> {
  let made: Promise<Adding[]> | undefined;
  let until = 0;
  return () => {
    if (made && Date.now() < until) return made;
    until = Date.now() + freshness;
    made = toolsFor(allowed, runOf(host.account, host.files)).then((tools) =>
      tools.map((tool) => addingOf(tool, host)),
    );
    made.catch(() => (until = 0));
    return made;
  };
}

/**
 * The factory of servers: one for a connection, or with the newer protocol one for each request.
 * What must outlive them is kept here.
 */
export function serverFactory(settings: ServerSettings): McpServerFactory {
  const { authData, allowed, files, secrets = [], extend } = settings;
  const {
    dialect = readDialect(process.env.SERVICE_DIALECT),
    installation = readInstallation(process.env),
  } = settings;
  const host: Host = {
    account: { connection: authData, dialect, installation, store: openStore(mostRemembered) },
    files,
    known: openKnown(),
    questions: openQuestions(),
    secrets: [authData.api_key, ...secrets],
  };
  const tools = openTools(settings, host);
  return async () => {
    const server = new McpServer(
      {
        name: 'compliance-onboarding',
        title: 'Compliance onboarding',
        version: packageJson.version,
      },
      {
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: instructions(allowed),
        requestState: { verify: host.questions.verify },
      },
    );
    for (const add of await tools()) add(server);
    addPrompts(server);
    extend?.(server, host.questions);
    return server;
  };
}
