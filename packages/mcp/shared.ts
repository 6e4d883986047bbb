/** The context of a tool's call. */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

import type { Store } from '../../host/host.ts';
import type { Account } from './adapter/step.ts';
import type { Questions } from './ask.ts';
import type { FileRules } from './local-files.ts';
import type { Tool } from './tools/tool-list.ts';
import type { Input } from './tools/input.ts';

/** What the operations remember. */
export interface Memory {
  store: Store;
  /** How far back it reaches, in words. */
  since: string;
}

/** The parts that all calls share. */
export interface Shared extends Pick<Memory, 'since'> {
  account: Account;
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
