/**
 * `npm run n8n:build`: the package for n8n in n8n/dist. Everything is in one bundle, without the
 * platform of Zapier; the parameters of the nodes are made here from the definitions of the app.
 */
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import app from '../../index.ts';
import {
  propertiesOf,
  propertyOf,
  type Field,
  type Operation,
} from '../../n8n/adapter/properties.ts';
import { inWordsOfN8n } from '../../n8n/adapter/words.ts';
import { placed, resources } from '../../n8n/catalogue.ts';
import { formFieldsOf } from './publishing-rules.ts';

const here = resolve('n8n');
const out = join(here, 'dist');

type Definition = Parameters<typeof formFieldsOf>[0] & {
  key: string;
  display: { label: string; description: string };
};
const operations = { ...app.creates, ...app.searches } as unknown as Record<string, Definition>;
const triggers = Object.values(app.triggers) as unknown as Definition[];

const fieldsOf = (definition: Definition, inputData: object) =>
  formFieldsOf(definition, inputData) as Field[];

const listed = placed(Object.keys(operations));

const sentence = (text: string) => inWordsOfN8n(text).replace(/\.$/, '');
const option = ({ key, display }: Definition) => ({
  name: display.label,
  value: key,
  description: sentence(display.description),
  action: `${display.label.charAt(0)}${display.label.slice(1).toLowerCase()}`,
});

const keysOf = (wanted: string) =>
  listed.filter(({ resource }) => resource === wanted).map(({ key }) => key);
const menus = Object.keys(resources).map((resource) => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options: keysOf(resource).map((key) => option(operations[key]!)),
  default: keysOf(resource)[0],
}));
const action = [
  ...menus,
  ...listed.flatMap(({ resource, key }) => {
    const definition = operations[key]!;
    const fields: Operation['fields'] = {
      business: fieldsOf(definition, { subject: 'business' }),
      person: fieldsOf(definition, { subject: 'person' }),
    };
    return propertiesOf({ resource, key, fields });
  }),
];

const filters = triggers.map((definition) => ({
  displayName: 'Filters',
  name: 'filters',
  type: 'collection',
  placeholder: 'Add Filter',
  default: {},
  displayOptions: { show: { event: [definition.key] } },
  options: fieldsOf(definition, {}).map(propertyOf),
}));
const trigger = [
  {
    displayName: 'Event',
    name: 'event',
    type: 'options',
    noDataExpression: true,
    options: triggers
      .map(option)
      .map(({ name, value, description }) => ({ name, value, description })),
    default: 'case_review_updated',
  },
  ...filters,
];

const generated = join(here, 'generated/parameters.json');
mkdirSync(dirname(generated), { recursive: true });
writeFileSync(generated, JSON.stringify({ action, trigger }));

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: [join(here, 'index.ts')],
  outfile: join(out, 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  mainFields: ['module', 'main'],
  external: ['n8n-workflow'],
  alias: { 'zapier-platform-core': join(here, 'adapter/platform.ts') },
  legalComments: 'none',
  logLevel: 'warning',
});

const platform = Object.keys(metafile.inputs).filter((file) => /zapier-platform-core/.test(file));
if (platform.length) throw new Error(`The bundle holds ${platform.join(', ')}.`);

/** A package's own licence text. @throws an error where it has none. */
function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${folder} has no licence.`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/** The licences of what is in the bundle travel with it. */
const bundled = Object.keys(metafile.inputs).flatMap(
  (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
);
const licences = ['.', ...new Set(bundled)].map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return `${name} ${version}\n\n${licenceIn(folder)}\n`;
});
writeFileSync(join(out, 'LICENCES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));

/** n8n loads each class from a file of its own. */
const { n8n } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  n8n: { nodes: string[]; credentials: string[] };
};
for (const file of [...n8n.nodes, ...n8n.credentials]) {
  const name = file.split('/').pop()!.split('.')[0]!;
  const path = join(here, file);
  mkdirSync(dirname(path), { recursive: true });
  const up = '../'.repeat(file.split('/').length - 2);
  writeFileSync(path, `module.exports = { ${name}: require('${up}index.js').${name} };\n`);
}
cpSync(join(here, 'icons'), join(out, 'icons'), { recursive: true });
console.log('Built n8n/dist');
// The platform keeps a timer running.
process.exit();
