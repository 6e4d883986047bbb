/** Zapier's T004 and T005: a sample holds only keys that are always returned, and fits its output fields. */
import app from '../../index.ts';
import { triggers } from '../../operations.ts';
import { compiled } from '../support/definition.ts';
import { storeFile } from '../../packages/sandbox/domain/files.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { bundleFor, steps } from '../support/examples.ts';
import { runner } from '../support/app.ts';

type Item = Record<string, any>;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

const definition = compiled(app);
const run = runner();

it.each(steps)('%s returns at least the keys of its sample', async (key, example) => {
  const { application_id } = sandbox.services.cases.create(
    'main',
    { business: { organization_name: 'Least Ltd' }, is_draft: key === 'submit_case' },
    'API',
  );
  const { documents, parties, store } = sandbox.services;
  parties.add('main', application_id, 'person', { last_name: 'Ferrer' }, 'API');
  const { file_id } = await storeFile(store, 'main', new File(['a'], 'a.pdf'));
  documents.attach('main', { file_id, application_id, type: 'ID' }, 'API');
  const result = await run<Item | Item[]>(example.run, {
    authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
    ...bundleFor(example, application_id),
  });
  const [live] = [result].flat();
  const [kind] = example.run.split('.') as ['creates' | 'searches'];
  const { sample, outputFields } = definition[kind][key].operation;
  expect(Object.keys(live!)).toEqual(expect.arrayContaining(Object.keys(sample)));
  // Of what is returned, lists and objects are such in the output fields as well.
  for (const field of (await outputFields[0]()) as {
    key: string;
    list?: boolean;
    type?: string;
  }[]) {
    const value = live![field.key];
    if (value === null || value === undefined) continue;
    expect([field.key, Array.isArray(value)]).toEqual([field.key, field.list === true]);
    if (field.type === 'boolean') expect(typeof value).toBe('boolean');
    if (field.type === 'integer') expect(Number.isInteger(value)).toBe(true);
  }
});

it.each(Object.keys(triggers))(
  '%s has a sample of its own, as performList shows it',
  async (key) => {
    const { sample } = definition.triggers[key].operation;
    const [listed] = await run<Item[]>(`triggers.${key}.operation.performList`, {});
    expect(listed).toEqual(sample);
    const others = Object.keys(triggers).filter((other) => other !== key);
    for (const other of others)
      expect(sample.id).not.toBe(definition.triggers[other].operation.sample.id);
  },
);
