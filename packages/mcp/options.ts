/** The person's options at the start: arguments, and secrets from the environment. */
import { readFileSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { isLoopback } from '../../client/exchange/connection.ts';
import { isRecord, parseStrict } from '../../client/basics/json.ts';
import { readDialect, type Dialect } from '../../service/dialect.ts';
import { settingProblems } from '../../host/settings.ts';
import type { FileRules } from './local-files.ts';
import { levels, readScope, type Level } from './levels.ts';

export const help = `compliance-onboarding-mcp [options]

  --allow <names>     allows more than reading: write, decide, raw; separate several with commas
  --files <folder>    files in this folder may be sent as documents
  --dialect <file>    the dialect of your service, as the doctor writes it (dialect.json)
  --fresh             forgets what was made until now
  --version, --help

  --http [<port>]     serves streamable HTTP (3010) instead of stdio
  --host <address>    listens on this address instead of 127.0.0.1; needs --public-url
  --public-url <url>  https address at which clients reach the endpoint, for example
                      https://mcp.example.com/mcp
  --issuer <url>      accepts tokens of this OAuth issuer
  --audience <text>   the audience of its tokens, by default the public address

From the environment:
  SERVICE_BASE_URL  address of the service
  SERVICE_API_KEY   key of your account
  MCP_TOKEN         with --http: bearer token for everything that is allowed
  MCP_TOKENS        with --http: further tokens with their scopes, as JSON, for example
                    {"<token>": "read write"}; scopes are read, write, decide and raw
  SERVICE_DIALECT   without --dialect: the dialect as JSON, or the name of a known service (ondorse)
  SERVICE_…         settings of the installation (docs/dialect.md)

With --http and neither a token nor an issuer, the server makes a token and prints it once.
`;

/** An invalid argument. Its message is for the person at the terminal. */
export class BadOption extends Error {}

/** The address of the endpoint, and its users. */
export interface HttpPlace {
  port: number;
  /** The address of this computer to listen on. */
  host?: string;
  publicUrl?: URL;
  issuer?: URL;
  audience?: string;
  /** Tokens with their scopes. */
  tokens: Map<string, string[]>;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65536) return port;
  throw new BadOption(`--http takes a port such as 3010.`);
}

/** A web address: https, or http on this computer. */
function webAddress(option: string, text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.href));
  if (url && isSafe && !url.search && !url.hash) return url;
  throw new BadOption(
    `${option} takes an address that begins with https:// and has no "?" or "#".`,
  );
}

const scopes: readonly string[] = [readScope, ...levels];
/** A shorter token can be guessed. A client cannot send one with other characters (RFC 6750, 2.1). */
const goodToken = /^[\w.~+/-]{16,}=*$/;

/** The scopes of listed tokens, as texts. @throws an error for a token with two sets of scopes. */
function listedIn(json: string): Record<string, unknown> {
  const listed = parseStrict(json);
  if (isRecord(listed)) return listed;
  throw new Error('not a list of tokens');
}

/** The tokens in the environment with their scopes. */
function tokensOf({ MCP_TOKEN, MCP_TOKENS }: NodeJS.ProcessEnv): Map<string, string[]> {
  const tokens = new Map<string, string[]>();
  const add = (token: string, text: unknown) => {
    const own = typeof text === 'string' ? text.split(/\s+/).filter(Boolean) : [];
    const hasScopes = own.length > 0 && own.every((scope) => scopes.includes(scope));
    if (!goodToken.test(token) || !hasScopes || tokens.has(token)) throw new Error('not valid');
    tokens.set(token, own);
  };
  try {
    if (MCP_TOKEN) add(MCP_TOKEN, scopes.join(' '));
    if (MCP_TOKENS) Object.entries(listedIn(MCP_TOKENS)).forEach((entry) => add(...entry));
    return tokens;
  } catch {
    throw new BadOption(
      `Each token in MCP_TOKEN and MCP_TOKENS occurs once and has at least 16 characters, of letters, digits and -._~+/. MCP_TOKENS has their scopes (${scopes.join(', ')}), as JSON such as {"<token>": "read write"}.`,
    );
  }
}

type Values = Partial<Record<'http' | 'host' | 'public-url' | 'issuer' | 'audience', string>>;

/** Undefined for stdio. */
function placeOf({ http, ...more }: Values, env: NodeJS.ProcessEnv): HttpPlace | undefined {
  if (http === undefined) {
    const stray = Object.entries(more).find(([, value]) => value !== undefined);
    if (stray) throw new BadOption(`--${stray[0]} is for --http.`);
    return undefined;
  }
  const { host, audience } = more;
  const publicUrl = webAddress('--public-url', more['public-url']);
  const isOutside =
    host !== undefined && !isLoopback(`http://${isIPv6(host) ? `[${host}]` : host}`);
  if (isOutside && !publicUrl) {
    throw new BadOption('--host needs --public-url: the address at which clients reach it.');
  }
  const issuer = webAddress('--issuer', more.issuer);
  if (audience !== undefined && !issuer) throw new BadOption('--audience is for --issuer.');
  return { port: portOf(http), host, publicUrl, issuer, audience, tokens: tokensOf(env) };
}

function allowedOf(lists: string[]): Set<Level> {
  const names = lists.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
  const unknown = names.find((name) => !levels.includes(name as Level));
  if (unknown !== undefined) throw new BadOption(`--allow takes ${levels.join(', ')}.`);
  return new Set(names as Level[]);
}

function folderOf(path: string): string {
  const folder = resolve(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new BadOption('--files takes an existing folder.');
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new BadOption('--dialect takes an existing file.');
  }
}

/**
 * The dialect in a file, or in SERVICE_DIALECT.
 * @throws BadOption for an invalid dialect or setting.
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
    host: { type: 'string' },
    'public-url': { type: 'string' },
    issuer: { type: 'string' },
    audience: { type: 'string' },
    files: { type: 'string' },
    dialect: { type: 'string' },
    fresh: { type: 'boolean' },
    help: { type: 'boolean' },
    version: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new BadOption('An argument is unknown. Enter keys in the environment only.');
  }
}

/**
 * @throws BadOption for an unknown argument. The message does not repeat it, because it may be a
 * misplaced key.
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv = {}) {
  // The port is optional.
  const whole = args.map((arg, index) =>
    arg === '--http' && !/^\d/.test(args[index + 1] ?? '') ? '--http=3010' : arg,
  );
  const { allow = [], files, dialect, fresh, help: wantsHelp, version, ...place } = parsed(whole);
  if (fresh && place.http !== undefined) {
    throw new BadOption('--fresh is for stdio: with --http the memory ends with the server.');
  }
  return {
    allowed: allowedOf(allow),
    http: placeOf(place, env),
    // A bundle passes an empty text if the person chose none.
    folder: files ? folderOf(files) : undefined,
    /** The file with the dialect. */
    dialect,
    fresh,
    show: wantsHelp ? ('help' as const) : version ? ('version' as const) : undefined,
  };
}

const largestFile = 25 * 1024 * 1024;

/** The rules for files. Internal addresses are only for a test: service and users are here. */
export const fileRules = (base_url: string, isShared: boolean, folder?: string): FileRules => ({
  folder,
  largest: largestFile,
  publicOnly: isShared || !isLoopback(base_url),
});
