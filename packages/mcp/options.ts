/** What the person gave when starting the server: arguments, and secrets from the environment. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { isLoopback } from '../../client/connection.ts';
import { readDialect, type Dialect } from '../../service/dialect.ts';
import { settingProblems } from '../../client/settings.ts';
import type { FileRules } from './files.ts';
import { levels, type Level } from './levels.ts';

export const help = `compliance-onboarding-mcp [options]

  --allow <what>    switches on more than reading: write, decide, raw; several with commas
  --http [<port>]   serves streamable HTTP on 127.0.0.1 (3010) instead of stdio
  --files <folder>  files in this folder may be sent as documents, by their path in it
  --dialect <file>  how your service differs, as the doctor writes it (dialect.json)
  --version, --help

From the environment:
  SERVICE_BASE_URL  address of the service
  SERVICE_API_KEY   key of your account; asked for where it is left out and there is a terminal
  MCP_TOKEN         with --http: what clients send as bearer token; made anew where it is left out
  SERVICE_DIALECT   with no --dialect: the same as text, or the name of a known service (ondorse)
  SERVICE_…         settings of the installation (docs/gaps.md)
`;

/** An argument that cannot be right; its message is for the person at the terminal. */
export class BadOption extends Error {}

function portOf(given: string): number {
  const port = Number(given);
  if (/^\d+$/.test(given) && port < 65536) return port;
  throw new BadOption(`--http takes a port such as 3010.`);
}

function allowedOf(given: string[]): Set<Level> {
  const names = given.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
  const unknown = names.find((name) => !levels.includes(name as Level));
  if (unknown !== undefined) throw new BadOption(`--allow takes ${levels.join(', ')}.`);
  return new Set(names as Level[]);
}

function folderOf(given: string): string {
  const folder = resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new BadOption('--files takes a folder that is there.');
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new BadOption('--dialect takes a file that is there.');
  }
}

/**
 * The dialect of a file, or of SERVICE_DIALECT.
 * @throws BadOption for a dialect or a setting that cannot be read.
 */
export function dialectOf(file: string | undefined): Dialect {
  const problems = settingProblems(process.env);
  if (problems.length) throw new BadOption(problems.join('\n'));
  try {
    return readDialect(file === undefined ? process.env.SERVICE_DIALECT : textIn(file));
  } catch (error) {
    const source = file === undefined ? 'SERVICE_DIALECT' : '--dialect';
    throw new BadOption(`${source}: ${(error as Error).message}`);
  }
}

function parsed(args: string[]) {
  const options = {
    allow: { type: 'string', multiple: true },
    http: { type: 'string' },
    files: { type: 'string' },
    dialect: { type: 'string' },
    help: { type: 'boolean' },
    version: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new BadOption(
      'There is an argument that is not known. Keys are taken from the environment only.',
    );
  }
}

/**
 * @throws BadOption for an argument that is none. Its value is not repeated: it may be a key that
 * was put there by mistake.
 */
export function readOptions(args: string[]) {
  // The port may be left out.
  const whole = args.map((arg, index) =>
    arg === '--http' && !/^\d/.test(args[index + 1] ?? '') ? '--http=3010' : arg,
  );
  const { allow = [], http, files, dialect, help: wantsHelp, version } = parsed(whole);
  return {
    allowed: allowedOf(allow),
    /** Undefined for stdio. */
    port: http === undefined ? undefined : portOf(http),
    folder: files === undefined ? undefined : folderOf(files),
    /** The file that holds it. */
    dialect,
    show: wantsHelp ? ('help' as const) : version ? ('version' as const) : undefined,
  };
}

const largestFile = 25 * 1024 * 1024;

/** What may be read for documents: where the service is on this computer, it is for trying. */
export const fileRules = (base_url: string, folder?: string): FileRules => ({
  folder,
  largest: largestFile,
  publicOnly: !isLoopback(base_url),
});
