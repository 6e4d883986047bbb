/** The definition: the platform's schema, and what Zapier's published requirements ask of it. */
import { readFileSync } from 'node:fs';

import app from '../index.ts';
import { createAppHandler } from '../platform/app-handler.ts';
import { publishingProblems } from '../scripts/publishing-rules.ts';
import { operationsPage } from '../scripts/operations-page.ts';
import { runner } from './support.ts';

it('satisfies the schema of the platform', async () => {
  const { results } = await createAppHandler(app)({ command: 'validate', calledFromCli: true });
  expect(results).toEqual([]);
});

it('satisfies the published requirements that can be checked', async () => {
  expect(await publishingProblems(app)).toEqual([]);
});

it('is described by docs/operations.md as it is', async () => {
  expect(readFileSync('docs/operations.md', 'utf8')).toBe(await operationsPage(app));
});

it('keeps the keys that Zaps depend on', () => {
  const snapshot = JSON.parse(readFileSync('test/keys.json', 'utf8')) as Record<string, string[]>;
  const now = keysOf(app);
  for (const [operation, keys] of Object.entries(snapshot)) {
    expect(Object.keys(now)).toContain(operation);
    expect(now[operation]).toEqual(expect.arrayContaining(keys));
  }
});

it('shows the fields of the chosen subject', async () => {
  const keys = async (subject: string) => {
    const fields = await runner()('creates.create_case.operation.inputFields', {
      inputData: { subject },
    });
    return (fields as unknown as { key: string }[]).map(({ key }) => key);
  };
  expect(await keys('business')).toContain('vat_number');
  expect(await keys('business')).not.toContain('first_name');
  expect(await keys('person')).toContain('first_name');
  expect(await keys('person')).not.toContain('vat_number');
  expect(await keys('{{1__type}}')).toEqual(expect.arrayContaining(['vat_number', 'first_name']));
});

it.each(
  Object.entries({ triggers: app.triggers, creates: app.creates, searches: app.searches }).flatMap(
    ([kind, group]) => Object.keys(group).map((key) => `${kind}.${key}`),
  ),
)('hands the fields of %s to the editor whole, with their choices', async (operation) => {
  const fields = await runner()<Record<string, any>[]>(`${operation}.operation.inputFields`);
  expect(JSON.parse(JSON.stringify(fields))).toEqual(fields);
  for (const { choices } of fields.filter((field) => 'choices' in field)) {
    expect(Object.keys(choices).length).toBeGreaterThan(1);
  }
});

it('offers countries by name and sends their code', async () => {
  const fields = await runner()<Record<string, any>[]>('creates.create_case.operation.inputFields');
  const { choices } = fields.find((field) => field.key === 'country')!;
  expect(choices.length).toBeGreaterThan(240);
  expect(choices).toContainEqual({ value: 'FR', sample: 'FR', label: 'France' });
  expect(choices[0].label).toBe('Afghanistan');
});

/** Input keys of each operation; fields given as functions are asked for with nothing chosen. */
function keysOf(definition: typeof app): Record<string, string[]> {
  const groups = { ...definition.triggers, ...definition.creates, ...definition.searches };
  return Object.fromEntries(
    Object.entries(groups as Record<string, { operation: { inputFields?: unknown[] } }>).map(
      ([key, { operation }]) => [
        key,
        (operation.inputFields ?? [])
          .flatMap((field) => (typeof field === 'function' ? field({}, { inputData: {} }) : field))
          .map((field: { key: string }) => field.key),
      ],
    ),
  );
}
