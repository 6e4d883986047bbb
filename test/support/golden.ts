/**
 * What test/golden keeps: the requests of each operation and flow, and the definition of each
 * operation as Zapier gets it. File -> its text.
 */
import { createAppHandler } from './app-handler.ts';
import { startCache } from './cache.ts';
import { kinds, type Field } from './definition.ts';
import { flows, type Flow } from './flows.ts';
import { readable, recording, type Readable } from './recording.ts';
import { runner } from './runner.ts';

/** Where they stand. */
export const folder = 'test/golden';

type Files = Record<string, string>;
type Run = ReturnType<typeof runner>;
type Definition = Record<string, any>;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const fileOf = (name: string) => name.replaceAll(' ', '-');

/** As they came; those of one line together, as what is sent at once may come in either order. */
function inOrder(sent: Readable[]): Readable[] {
  const lines = new Map<string, Readable[]>();
  for (const one of sent) lines.set(one.request, [...(lines.get(one.request) ?? []), one]);
  const sorted = (same: Readable[]) =>
    same.sort((a, b) => json(a.body ?? null).localeCompare(json(b.body ?? null), 'en'));
  return [...lines.values()].flatMap(sorted);
}

async function requestsOf(app: object, { steps, requests }: Flow): Promise<string> {
  const service = await recording(requests);
  const cache = await startCache();
  const authData = { base_url: service.url, api_key: 'key' };
  const run = runner(app, cache.event, { authData });
  const runs: object[] = [];
  for (const [method, bundle] of steps) {
    service.got.length = 0;
    await run(method, bundle);
    runs.push({
      run: method,
      ...bundle,
      requests: inOrder(await Promise.all(service.got.map(readable))),
    });
  }
  cache.close();
  service.close();
  return json(runs);
}

/** Each operation and flow, run against a service that answers as test/support/flows.ts says. */
async function requestFiles(app: object): Promise<Files> {
  const files: Files = {};
  for (const [name, flow] of Object.entries(flows)) {
    files[`requests/${fileOf(name)}.json`] = await requestsOf(app, flow);
  }
  return files;
}

/** A list of choices that many fields have, such as countries, stands in a file of its own. */
const longest = 60;
const countries = 'definitions/countries.json';

/** An input field as the editor gets it; a long list of choices by the name of its file. */
function readableField(field: Field, files: Files): object {
  const { choices, children } = field;
  const isLong = Array.isArray(choices) && choices.length > longest;
  if (isLong) {
    const text = json((choices as object[]).map((choice) => Object.values(choice).join(' | ')));
    if ((files[countries] ??= text) !== text) throw new Error(`${field.key} has other choices.`);
  }
  return {
    ...field,
    ...(isLong && { choices: countries }),
    ...(children && { children: children.map((child) => readableField(child, files)) }),
  };
}

/** Fields of the results, a line for each: label, type and whatever else is said of it. */
const readableResults = (fields: Field[]) =>
  Object.fromEntries(
    fields.map(({ key, label, type, ...more }) => {
      const rest = Object.entries(more).map(([name, value]) => `${name}: ${String(value)}`);
      return [key, [label, type, ...rest].filter(Boolean).join(', ')];
    }),
  );

/** The form before anything is chosen, and what each choice that changes it leaves of it. */
async function formsOf(run: Run, method: string, files: Files) {
  const form = (inputData: object = {}) => run<Field[]>(method, { inputData });
  const first = await form();
  const known = new Set(first.map((field) => JSON.stringify(field)));
  const forms: Record<string, unknown> = {};
  for (const { key, choices } of first.filter((field) => field.altersDynamicFields)) {
    for (const value of Object.keys(choices ?? {})) {
      const changed = await form({ [key]: value });
      // A field that is as it was goes by its key.
      forms[`inputFields where ${key} is ${value}`] = changed.map((field) =>
        known.has(JSON.stringify(field)) ? field.key : readableField(field, files),
      );
    }
  }
  return { inputFields: first.map((field) => readableField(field, files)), ...forms };
}

/** What app.json leaves out: versions change with each release, all else has files of its own. */
const inOtherFiles = new Set(['version', 'platformVersion', 'resources', ...kinds]);

/** The definition as Zapier gets it, a file for each operation, with the fields of its functions. */
async function definitionFiles(app: object): Promise<Files> {
  const { results } = await createAppHandler(app)({ command: 'definition', calledFromCli: true });
  const withoutCode = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('$func$') ? 'function' : value;
  const all = JSON.parse(JSON.stringify(results), withoutCode) as Definition;
  const files: Files = {};
  const run = runner(app);

  /** Results: several operations have them of one resource, and they stand in its file. */
  const resultsOf = async (method: string, { resource: name, sample }: Definition) => {
    const outputFields = readableResults(await run<Field[]>(`${method}.outputFields`));
    if (!name) return { outputFields, sample };
    const file = `definitions/resource-${name}.json`;
    const text = json({ ...all.resources[name], outputFields, sample });
    return (files[file] ??= text) === text ? { outputFields: file } : { outputFields, sample };
  };
  for (const kind of kinds) {
    for (const [key, { operation, ...about }] of Object.entries<Definition>(all[kind])) {
      const method = `${kind}.${key}.operation`;
      const forms = operation.inputFields && (await formsOf(run, `${method}.inputFields`, files));
      const { sample: _, ...own } = operation as Definition;
      const shown = { ...own, ...forms, ...(await resultsOf(method, operation)) };
      files[`definitions/${key}.json`] = json({ kind, ...about, operation: shown });
    }
  }
  const rest = Object.entries(all).filter(([key]) => !inOtherFiles.has(key));
  return { ...files, 'definitions/app.json': json(Object.fromEntries(rest)) };
}

/** All files of test/golden as the app makes them now. */
export const goldenFiles = async (app: object): Promise<Files> => ({
  ...(await definitionFiles(app)),
  ...(await requestFiles(app)),
});
