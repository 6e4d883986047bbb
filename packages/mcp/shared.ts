/** The context of a tool's call. */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

import type { Account } from './adapter/step.ts';
import type { Questions } from './ask.ts';
import type { FileRules } from './local-files.ts';
import type { Tool } from './tools/tool-list.ts';
import type { Input } from './tools/input.ts';

/** The parts that all calls share. */
export interface Shared {
  account: Account;
  /** How far back the account's store reaches, in words. */
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
