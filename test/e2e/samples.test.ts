/** Zapier's T004 and T005: a sample holds only keys that are always returned, and fits its output fields. */
import app from '../../index.ts';
import { compiled } from '../../platform/app-handler.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { id, operations, runner } from '../support.ts';

type Item = Record<string, any>;

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

const definition = compiled(app);
const run = runner();

/** The least input of each operation, about a case that is there. */
const steps = Object.entries(operations).map(([key, { method, input }]): [string, string, Item] => [
  key,
  method,
  input,
]);

it('looks at every action and search', () =>
  expect(steps.map(([key]) => key).sort()).toEqual(
    [...Object.keys(app.creates), ...Object.keys(app.searches)].sort(),
  ));

it.each(steps)('%s returns at least the keys of its sample', async (key, method, input) => {
  const { application_id } = sandbox.services.cases.create(
    'main',
    { business: { organization_name: 'Least Ltd' }, is_draft: key === 'submit_case' },
    'API',
  );
  const inputData = JSON.parse(JSON.stringify(input).replaceAll(`"${id}"`, `"${application_id}"`));
  if (key === 'call_api') inputData.path = `/api/applications/${application_id}`;
  const result = await run<Item | Item[]>(method, {
    authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
    inputData,
  });
  const [live] = [result].flat();
  const [kind] = method.split('.') as ['creates' | 'searches'];
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

it.each(Object.keys(app.triggers))(
  '%s has a sample of its own, as performList shows it',
  async (key) => {
    const { sample } = definition.triggers[key].operation;
    const [listed] = await run<Item[]>(`triggers.${key}.operation.performList`, {});
    expect(listed).toEqual(sample);
    const others = Object.keys(app.triggers).filter((other) => other !== key);
    for (const other of others)
      expect(sample.id).not.toBe(definition.triggers[other].operation.sample.id);
  },
);
