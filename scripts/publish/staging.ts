/**
 * The packages for npm. A built package is copied to build/publish, where it gets the name, author,
 * home page and installation of the publisher. The sources name no organisation and no package to
 * install: whoever registered such a name would get the API keys of those who install it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { publisherProblems, type Publisher } from './publisher.ts';

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
  dependencies?: Record<string, string>;
}
const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const write = (path: string, content: object) =>
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);

/** The package.json of a package, without what only its build and tests need. */
export function manifestOf(name: Name): Manifest {
  const path = join(folders[name], 'package.json');
  const { devDependencies: _, ...manifest } = read<Manifest & { devDependencies?: object }>(path);
  return manifest;
}

/** The name under which the publisher's package is installed. */
const publishedName = (name: Name, { scope }: Publisher) => `${scope}/${manifestOf(name).name}`;

/** The name in the registry of MCP servers, which proves an account of GitHub. */
function registryName(publisher: Publisher): string | undefined {
  const [, owner] = /^https:\/\/github\.com\/([^/]+)\/[^/]+$/.exec(publisher.repository) ?? [];
  return owner && `io.github.${owner}/${manifestOf('mcp').name}`;
}

/** The package.json of a published package. */
export const publishedManifest = (name: Name, publisher: Publisher): object => ({
  ...manifestOf(name),
  name: publishedName(name, publisher),
  homepage: publisher.repository,
  author: { name: publisher.name, email: publisher.email },
  repository: {
    type: 'git',
    url: `git+${publisher.repository}.git`,
    directory: folders[name],
  },
  ...(name === 'mcp' && { mcpName: registryName(publisher) }),
});

/** The entry of the server in the registry of MCP servers; undefined outside GitHub. */
export function serverEntry(publisher: Publisher): object | undefined {
  const { packages, ...server } = read<{ packages: object[] }>('packages/mcp/server.json');
  const name = registryName(publisher);
  if (!name) return undefined;
  const identifier = publishedName('mcp', publisher);
  return {
    ...server,
    name,
    repository: { url: publisher.repository, source: 'github', subfolder: folders.mcp },
    packages: packages.map((one) => ({ ...one, identifier })),
  };
}

/** The lines that install a published package. */
const installations: Record<Name, (name: string) => string> = {
  sandbox: (name) => `\`\`\`sh\nnpm install --save-dev --save-exact ${name}\n\`\`\``,
  n8n: (name) =>
    `In n8n: _Settings_, _Community nodes_, _Install_, \`${name}\`; see n8n's [guide](https://docs.n8n.io/integrations/community-nodes/installation/).`,
  mcp(name) {
    const launch = {
      command: 'npx',
      args: ['-y', name, '--allow', 'write'],
      env: { SERVICE_BASE_URL: 'https://api.example.com', SERVICE_API_KEY: 'your-key' },
    };
    const json = JSON.stringify({ mcpServers: { 'compliance-onboarding': launch } }, null, 2);
    return `Write into the settings of your client:\n\n\`\`\`json\n${json}\n\`\`\``;
  },
};

/** The page of a published package: it is installed by its name. */
export function publishedPage(name: Name, publisher: Publisher): string {
  const own = manifestOf(name).name;
  const published = publishedName(name, publisher);
  return readFileSync(join(folders[name], 'README.md'), 'utf8')
    .replace(
      /(?<=<!-- installation -->\n)[^]*(?=\n<!-- end -->)/,
      () => `\n${installations[name](published)}\n`,
    )
    .replaceAll(new RegExp(`(['\`"]|^# )${own}(?=['\`"]|$)`, 'gm'), `$1${published}`);
}

/** Gives the nodes in the JSON files of a folder the name of another package. */
export function renameNodes(folder: string, from: string, to: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"${from}.`, `"${to}.`));
  }
}

/**
 * Copies a built package and makes it the publisher's.
 * @returns its folder. @throws Error with what is missing in `publisher`.
 */
export function stage(name: Name, publisher: Publisher): string {
  const problems = publisherProblems(publisher);
  if (problems.length) throw new Error(problems.join('\n'));
  const from = folders[name];
  const to = join('build/publish', name);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from).filter((file) => /^(dist|LICENSE)/.test(file)))
    cpSync(join(from, entry), join(to, entry), { recursive: true });
  write(join(to, 'package.json'), publishedManifest(name, publisher));
  writeFileSync(join(to, 'README.md'), publishedPage(name, publisher));
  if (name === 'n8n') {
    cpSync(join(from, 'workflows'), join(to, 'dist/workflows'), { recursive: true });
    renameNodes(join(to, 'dist'), manifestOf(name).name, publishedName(name, publisher));
  }
  const entry = name === 'mcp' && serverEntry(publisher);
  if (entry) write(join(to, 'server.json'), entry);
  return to;
}
