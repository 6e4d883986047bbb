/** Tools are made from the operations: names, schemas and results. */
import Ajv2020 from 'ajv/dist/2020.js';
import { assert, jsonValue, property, record as recordOf, string } from 'fast-check';

import { creates, searches } from '../../operations.ts';
import { noAccount } from '../../testing/run.ts';
import type { Fields } from '../../fields/form.ts';
import { random } from '../../testing/amount.ts';
import { anyCharacter } from '../../testing/arbitraries.ts';
import { steps } from '../../testing/examples.ts';
import { quoted } from '../../packages/mcp/data.ts';
import { answer, outputSchema } from '../../packages/mcp/result.ts';
import { levels } from '../../packages/mcp/levels.ts';
import { toolsFor, type Tool } from '../../packages/mcp/tools/catalogue.ts';
import { inputFieldsOf } from '../../packages/mcp/tools/fields.ts';
import { fitted, resultSchema } from '../../packages/mcp/tools/schema.ts';
import { clients, recording, startServer } from './support.ts';

const run = noAccount();
const ajv = new Ajv2020({ strict: true, allErrors: true });
let tools: Record<string, Tool>;
beforeAll(async () => {
  const all = await toolsFor(new Set(levels), run);
  tools = Object.fromEntries(all.map((tool) => [tool.name, tool]));
});

it('has one tool for each operation that people see', () => {
  expect(Object.keys(tools).sort()).toEqual(Object.keys({ ...creates, ...searches }).sort());
});

it('says nothing of Zapier', () => {
  const told = Object.values(tools).map(({ title, description, inputSchema }) => [
    title,
    description,
    inputSchema,
  ]);
  expect(JSON.stringify(told)).not.toMatch(/\bZap|earlier step|this step|\b[Mm]ap the/);
});

describe.each(steps)('%s', (key, { bundle }) => {
  it('has schemas that its example fits', () => {
    const tool = tools[key]!;
    const valid = ajv.compile(tool.inputSchema);
    const { inputData } = bundle;
    // Numbers are text here, as people write them.
    expect({ input: valid(inputData), errors: valid.errors }).toEqual({
      input: true,
      errors: null,
    });
    ajv.compile(outputSchema(tool));
    for (const [name, field] of Object.entries(tool.inputSchema.properties!)) {
      expect({ name, ...field }).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/.{20}/),
      });
    }
  });

  it('promises no more than any service keeps', () => {
    const tool = tools[key]!;
    const valid = ajv.compile(outputSchema(tool));
    const keys = Object.keys(tool.resultSchema.properties!);
    const record = recordOf(Object.fromEntries(keys.map((name) => [name, jsonValue()])), {
      requiredKeys: [],
    });
    assert(
      property(record, (result) => {
        const { structuredContent } = answer(tool, [result]);
        expect(valid(structuredContent)).toBe(true);
      }),
      random(250),
    );
  });
});

it('asks each subject for its own fields, and both for the common ones', () => {
  const { fields, inputSchema } = tools.create_case!;
  const only = (key: string) => fields.find((field) => field.key === key)!.only;
  expect(only('organization_name')).toEqual({ field: 'subject', values: ['business'] });
  expect(only('last_name')).toEqual({ field: 'subject', values: ['person'] });
  expect(only('external_reference')).toBeUndefined();
  const { subject, country, organization_name } = inputSchema.properties!;
  expect(subject).toMatchObject({ enum: ['business', 'person'], default: 'business' });
  expect(organization_name!.description).toMatch(/^Only where subject is business\. /);
  // 249 countries in each tool would fill a conversation.
  expect(JSON.stringify(country).length).toBeLessThan(400);
  expect(inputSchema.required).toEqual(['subject']);
});

it('takes fields that the account makes, as they come', async () => {
  const input: Fields = [
    { key: 'fixed', label: 'Fixed' },
    async (_, filledIn) => [
      {
        key: 'plan',
        label: 'Plan',
        choices: { gold: 'Gold' },
        helpText: JSON.stringify(filledIn),
      },
    ],
  ];
  const fields = await inputFieldsOf({ ...creates.create_case, input }, run);
  expect(fields.map(({ key }) => key)).toEqual(['fixed', 'plan']);
});

describe('a result', () => {
  const schema = resultSchema([
    { key: 'score', type: 'number' },
    { key: 'name' },
    { key: 'roles', list: true },
    { key: 'business__address__city' },
  ]);

  it.each([
    [{ score: '12.5' }, { score: 12.5 }],
    [{ score: 'high' }, { score: 'high' }],
    [{ name: 7 }, { name: '7' }],
    [{ roles: 'UBO' }, { roles: ['UBO'] }],
    [
      { business: { address: { city: 5, more: 6 } } },
      { business: { address: { city: '5', more: 6 } } },
    ],
    [{ business: 'Lumen' }, { business: 'Lumen' }],
    [{ other: { deep: [1] } }, { other: { deep: [1] } }],
  ])('%j is shown as %j: nothing is lost', (given, shown) => {
    expect(fitted(given, schema)).toEqual(shown);
  });

  it('is short as a text, and whole as structured content', () => {
    const tool = tools.search_companies!;
    const many = [...Array(30).keys()].map((index) => ({
      id: `FR-${index}`,
      organization_name: 'x'.repeat(5000),
    }));
    const { content, structuredContent } = answer(tool, many);
    expect((content[0] as { text: string }).text.length).toBeLessThan(5000);
    expect((structuredContent as { results: unknown[] }).results).toHaveLength(30);
  });

  it('is told in one line that ends where it ends', () => {
    assert(
      property(string({ unit: anyCharacter }), (text) => {
        const line = quoted({ text });
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect((JSON.parse(line) as { text: string }).text.slice(0, 50)).toBe(
          text.toWellFormed().slice(0, 50),
        );
      }),
    );
  });
});

describe.each(clients)('several companies, with the client of %s', (_version, open) => {
  const company = (number: string) => ({
    organization_name: `Lumen ${number}`,
    registration_number: number,
    country: 'FR',
  });
  const search = async (count: number, respond?: Parameters<typeof open>[1]) => {
    const companies = [...Array(count).keys()].map((index) => company(`${index}`));
    const path = '/api/companies/FRA/search?q=Lumen';
    const service = await recording([{ method: 'GET', path, answer: companies }]);
    const server = await startServer(service.url);
    const assistant = await open(server.url, respond);
    const { structured } = await assistant.call('search_companies', { country: 'FR', q: 'Lumen' });
    await assistant.close();
    await server.close();
    service.close();
    return { ...structured!, requests: service.got.length } as Record<string, any>;
  };

  it('are asked back as a choice, without another request', async () => {
    const titles: string[] = [];
    const found = await search(3, ({ requestedSchema: { properties } }) => {
      titles.push(...properties.choice.oneOf.map(({ title }: { title: string }) => title));
      return { action: 'accept', content: { choice: '1' } };
    });
    expect(titles).toEqual([
      '1. Lumen 0, 0, FR',
      '2. Lumen 1, 1, FR',
      '3. Lumen 2, 2, FR',
      'None of these',
    ]);
    expect(found.results).toMatchObject([{ registration_number: '1' }]);
    expect(found.requests).toBe(1);
  });

  it.each([
    ['chooses none', { action: 'accept' as const, content: { choice: 'none' } }, 0],
    ['does not choose', { action: 'decline' as const }, 3],
  ])('are not chosen for a person who %s', async (_what, said, count) => {
    const found = await search(3, () => said);
    expect(found.results).toHaveLength(count);
    if (count) expect(found.next_action).toMatch(/Ask the person which one is meant/);
  });

  it('are all shown where the client cannot ask, or where they are too many', async () => {
    const silent = await search(3);
    expect(silent.results).toHaveLength(3);
    expect(silent.next_action).toMatch(/do not choose yourself/);
    const many = await search(40, () => ({ action: 'accept', content: { choice: '0' } }));
    expect(many.results).toHaveLength(40);
    expect(many.next_action).toMatch(/Too many/);
  });
});
