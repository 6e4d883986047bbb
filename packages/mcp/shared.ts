/** The context of a tool's call. */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

import type { Run } from '../../client/exchange/run.ts';
import type { Questions } from './ask.ts';
import type { FileRules } from './local-files.ts';
import type { Tool } from './tools/tool-list.ts';
import type { Input } from './tools/input.ts';

/** The parts that all calls share. */
export interface Shared {
  /** Starts a run of an operation. */
  newRun(): Run;
  /** How far back the memory of the runs reaches, in words. */
  since: string;
  files: FileRules;
  questions: Questions;
  /** Never shown. */
  secrets: string[];
}

export interface Called {
  shared: Shared;
  server: McpServer;
  ctx: ServerContext;
  tool: Tool;
  input: Input;
}
