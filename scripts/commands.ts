/** The names that `npm run check` and `npm run build` take. */
import { spawnSync } from 'node:child_process';

/** Name -> what it checks, and its script. */
export const checks: Record<string, [what: string, script: string]> = {
  changed: ['types, lint, and the tests that reach the changed files', 'checks/changed.ts'],
  links: ['links and pictures of the pages', 'checks/links.ts'],
  commands: ['commands of the guides', 'checks/commands.ts'],
  contributing: ['the examples of CONTRIBUTING.md', 'checks/contributing.ts'],
  zip: ['build.zip, run as Zapier runs it', 'checks/zip.ts'],
  openapi: ['the API description, and a client made from it', 'checks/openapi.ts'],
  sandbox: ['the package of the sandbox', 'checks/sandbox.ts'],
  mcp: ['the server for assistants', 'checks/mcp.ts'],
  n8n: ["the nodes in n8n's engine", 'checks/n8n.ts'],
  'n8n-verify': ["n8n's rules for a verified package", 'checks/n8n-verify.ts'],
  audit: ['no advisory for a package that is shipped', 'checks/audit.ts'],
  regexps: ['no slow regular expression', 'checks/regexps.ts'],
  tools: ["other people's tools, by hand before a release", 'checks/tools.ts'],
  packages: ['the packages for npm, and the workflows of GitHub', 'checks/packages.ts'],
};

/** Name -> its script. */
export const builds: Record<string, string> = {
  app: 'publish/build.ts',
  sandbox: 'publish/sandbox.ts',
  mcp: 'publish/mcp.ts',
  n8n: 'publish/n8n.ts',
};

export const typesAndLint = ['npx tsc', 'npm run --silent lint'];

/** Runs commands until one fails, which is the result of this process. */
export function runAll(commands: string[]): void {
  const { status } = spawnSync(commands.join(' && '), { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
