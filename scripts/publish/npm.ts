/** The packages for npm, and what publishes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of each package, by the prefix of its tags. */
export const folders = {
  n8n: 'packages/n8n',
  mcp: 'packages/mcp',
  sandbox: 'packages/sandbox',
} as const;
export type Name = keyof typeof folders;

/** What npm is called with to publish one. */
export const publishing = ['publish', '--provenance', '--access', 'public'];

interface Manifest {
  name: string;
  version: string;
  repository?: { url?: string; directory?: string };
}
export const manifestOf = (name: Name) =>
  JSON.parse(readFileSync(join(folders[name], 'package.json'), 'utf8')) as Manifest;
