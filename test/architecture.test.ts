/** Imports run one way: index -> triggers/creates/searches -> fields -> api; the sandbox takes the contract only. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const allowed: Record<string, string[]> = {
  api: ['api'],
  fields: ['fields', 'api'],
  triggers: ['triggers', 'fields', 'api'],
  creates: ['fields', 'api'],
  searches: ['fields', 'api'],
  sandbox: ['sandbox', 'api/contract.ts'],
};

const cases = Object.entries(allowed).flatMap(([folder, targets]) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [join(folder, name), targets] as const),
);

it('looks at every module', () => expect(cases.length).toBeGreaterThan(40));

it.each(cases)('%s imports only what its layer may', (file, targets) => {
  const imports = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path!)),
  );
  const foreign = imports.filter(
    (path) => !targets.some((target) => path === target || path.startsWith(`${target}/`)),
  );
  expect(foreign).toEqual([]);
});
