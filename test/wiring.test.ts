/**
 * What no type can notice, or only in other words: an event, an operation, an endpoint or a field that
 * is there but not connected. Each message names the file to edit.
 */
import { readdirSync, readFileSync } from 'node:fs';

import { caseOutput, caseSample, newCaseFields, toCase } from '../fields/cases.ts';
import { application, events as rows, fieldKinds, singleFields } from '../service/catalogue.ts';
import { endpoints, events } from '../service/contract.ts';
import { readDialect } from '../service/dialect.ts';
import { createSandbox, type Sandbox } from '../packages/sandbox/server.tsx';
import { offered } from './support/definition.ts';
import { examples } from './support/examples.ts';

/** Loaded where it is needed: an app that cannot be loaded leaves the other tests to say why. */
const loaded = async () => (await import('../index.ts')).default;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

const files = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !['case-trigger.ts', 'hook.ts', 'index.ts'].includes(name))
    .map((name) => name.replace('.ts', ''))
    .sort();

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** What is not as it should be is told in a sentence with the file to edit. */
const missing = (names: string[], from: string[], file: (name: string) => string) =>
  names.filter((name) => !from.includes(name)).map((name) => `${name} is missing in ${file(name)}`);

it('has a trigger for each event, and an event for each trigger', () => {
  // One trigger is for all of them.
  const triggers = files('triggers').filter((name) => name !== 'event_received');
  expect([
    ...missing(Object.keys(events), triggers, (name) => `triggers/${name}.ts`),
    ...missing(triggers, Object.keys(events), () => 'service/catalogue.ts'),
  ]).toEqual([]);
});

it('has a change in the sandbox for each event that it emits', () => {
  const folder = 'packages/sandbox/domain';
  const code = readdirSync(folder, 'utf8').map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const used = code.join().match(/(?<=\bevents\.)\w+/g)!;
  const emitted = used.filter((key) => key in rows);
  const said = Object.entries<{ sandbox: string }>(rows).flatMap(([key, { sandbox: how }]) =>
    how === 'never' ? [] : [key],
  );
  expect([
    ...missing(said, emitted, () => `${folder}/workflow.ts`),
    ...missing(emitted, said, () => 'service/catalogue.ts'),
  ]).toEqual([]);
});

it('has each field of a case in its forms, outputs and samples (fields/cases.ts)', () => {
  const empty = { application_id: 'app_1' };
  const places = {
    'Create Case': newCaseFields(readDialect(), { subject: 'business' }, []).map(({ key }) => key),
    'the output fields': caseOutput().map(({ key }) => key),
    'the output': Object.keys(toCase(empty)),
    'the sample': Object.keys(caseSample),
  };
  // Both are objects of the account's own, which have no output field.
  const open = ['custom_fields', 'meta'];
  const names = Object.keys(application).filter((name) => !open.includes(name));
  expect(
    Object.entries<string[]>(places).flatMap(([place, keys]) => missing(names, keys, () => place)),
  ).toEqual([]);
});

it('has one kind for each name of a field (service/catalogue.ts)', () =>
  expect(singleFields.filter(([name, kind]) => fieldKinds.get(name) !== kind)).toEqual([]));

it('has an example of every operation, and an operation for each example', () => {
  const steps = ['creates', 'searches'].flatMap((kind) =>
    files(kind).map((name) => ({ name, run: `${kind}.${name}.operation.perform` })),
  );
  const runs = Object.values(examples).map(({ run }) => run);
  const operations = ['triggers', 'creates', 'searches'].flatMap(files);
  const names = Object.keys(examples);
  expect([
    ...missing(operations, names, () => 'test/support/examples.ts'),
    ...missing(
      steps.map(({ run }) => run),
      runs,
      () => 'test/support/examples.ts',
    ),
    ...missing(names, operations, (name) => `${examples[name]!.run.split('.')[0]}/${name}.ts`),
  ]).toEqual([]);
});

it('has a place for every operation in the menus of n8n', () => {
  // Read as text: what it imports is there only once the tools for n8n are.
  const words = readFileSync('packages/n8n/places.ts', 'utf8').match(/\w+/g)!;
  const operations = ['creates', 'searches'].flatMap(files);
  expect(missing(operations, words, () => 'packages/n8n/places.ts')).toEqual([]);
});

it('asks for endpoints of the contract only', () => {
  const used = ['client', 'triggers', 'creates', 'searches'].flatMap((folder) =>
    sources(folder).flatMap((name) =>
      [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/\bendpoints\.(\w+)/g)].map(
        ([, endpoint]) => endpoint!,
      ),
    ),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(missing(used, Object.keys(endpoints), () => 'service/contract.ts')).toEqual([]);
});

it.each(['triggers', 'creates', 'searches'] as const)(
  'registers each file of %s/ under its name',
  async (kind) => {
    const registered = offered((await loaded())[kind] as never).map(({ key }) => key);
    expect([
      ...missing(files(kind), registered, () => `${kind}/index.ts`),
      ...missing(registered, files(kind), (name) => `${kind}/${name}.ts`),
    ]).toEqual([]);
  },
);

it.each(Object.entries(endpoints))(
  'has a route for %s in the sandbox (sandbox/api/api-routes.ts)',
  async (_, { method, path }) => {
    const answer = await fetch(sandbox.url + path.replaceAll(/[{}]/g, ''), {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    });
    expect(await answer.text()).not.toContain('There is no such address');
  },
);
