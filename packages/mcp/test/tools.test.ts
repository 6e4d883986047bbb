/** Tools are made from the operations: names, schemas and results. */
import Ajv2020 from 'ajv/dist/2020.js';
import { assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check';

import app from '../../../index.ts';
import { creates } from '../../../creates/index.ts';
import { compiled, formFieldsOf, operationsOf } from '../../../test/support/definition.ts';
import { noAccount } from '../../../test/support/run.ts';
import { random } from '../../../test/support/amount.ts';
import { anyCharacter } from '../../../test/support/arbitraries.ts';
import { steps, type Exchange } from '../../../test/support/examples.ts';
import { quoted } from '../data.ts';
import { levels } from '../levels.ts';
import { answer } from '../result.ts';
import { toolsFor, type Tool } from '../tools/tool-list.ts';
import { inputFieldsOf } from '../tools/fields.ts';
import { fieldTexts, resultTexts } from '../texts.ts';
import type { Field, Fields } from '../../../fields/kinds/form.ts';
import { toInput } from '../tools/input.ts';
import { inputSchema as schemaOf, type Schema } from '../tools/schema.ts';
import { clients, newest, recording, startServer, type Respond } from './support.ts';

/** An input in the form a strict schema wants: every field, names with values as a list. */
function asListed({ properties = {} }: Schema, input: Record<string, any>): Record<string, any> {
  const listOf = (pairs: object) => Object.entries(pairs).map(([name, value]) => ({ name, value }));
  const empty: Record<string, unknown> = { string: '', array: [], boolean: false };
  const entries = Object.entries(properties).map(([key, schema]) => {
    const {
      type,
      items,
      enum: values,
    } = schema as { type: string; items?: Schema; enum?: string[] };
    if (key === 'details') {
      const more = Object.entries(input).filter(([name]) => !Object.hasOwn(properties, name));
      return [key, listOf(Object.fromEntries(more))];
    }
    const value = input[key];
    if (value === undefined) return [key, values?.[0] ?? empty[type]];
    if (!items?.properties) return [key, value];
    if (!Array.isArray(value)) return [key, listOf(value as object)];
    return [key, value.map((line) => asListed(items, line as object))];
  });
  return Object.fromEntries(entries) as Record<string, any>;
}

const run = noAccount();
const ajv = new Ajv2020({ strict: true, allErrors: true });
let tools: Record<string, Tool>;
beforeAll(async () => {
  const all = await toolsFor(new Set(levels), run);
  tools = Object.fromEntries(all.map((tool) => [tool.name, tool]));
});

it('says nothing of Zapier', () => {
  const texts = Object.values(tools).map(({ title, description, inputSchema }) => [
    title,
    description,
    inputSchema,
  ]);
  expect(JSON.stringify(texts)).not.toMatch(/\bZap|earlier step|this step|\b[Mm]ap the/);
});

it('has texts for nothing that is not there', () => {
  const all = Object.values(tools);
  const keysOf = ({ key, children = [] }: Field): string[] => [key, ...children.flatMap(keysOf)];
  const keys = new Set(all.flatMap(({ fields }) => fields.flatMap(keysOf)));
  const named = new Set(JSON.stringify(all.map(({ outputSchema }) => outputSchema)).split(/\W+/));
  expect(Object.keys(fieldTexts).filter((key) => !keys.has(key))).toEqual([]);
  expect(Object.keys(resultTexts).filter((key) => !named.has(key))).toEqual([]);
});

describe.each(steps)('%s', (key, { bundle }) => {
  it('takes every field of its form', async () => {
    const form = operationsOf(compiled(app)).find((operation) => operation.key === key)!;
    const fields = await Promise.all(
      ['business', 'person'].map((subject) => formFieldsOf(form, { subject })),
    );
    const schema = JSON.stringify(tools[key]!.inputSchema);
    // The form of an update asks for the subject only to choose its fields.
    const names = fields
      .flat()
      .map((field) => field.key)
      .filter((name) => name !== 'subject');
    expect(names.filter((name) => !schema.includes(`"${name}"`))).toEqual([]);
  });

  it('has schemas that its example fits', () => {
    const tool = tools[key]!;
    const valid = ajv.compile(tool.inputSchema);
    const input = asListed(tool.inputSchema, bundle.inputData);
    // Numbers are text here, as people write them.
    expect({ input: valid(input), errors: valid.errors }).toEqual({ input: true, errors: null });
    // Both forms are one input; a strict schema has no way to leave out these two.
    const { is_draft, when_exists, ...read } = toInput(tool.fields, input);
    expect([read, is_draft ?? false, when_exists ?? 'use']).toEqual([
      bundle.inputData,
      false,
      'use',
    ]);
  });

  it('promises no more than any service keeps', () => {
    const tool = tools[key]!;
    const valid = ajv.compile(tool.outputSchema);
    assert(
      property(dictionary(constantFrom(...Object.keys(resultTexts)), jsonValue()), (result) => {
        const { structuredContent } = answer(tool, { results: [result] });
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
  const { subject, country, organization_name, last_name, details } = inputSchema.properties!;
  expect(subject).toMatchObject({ type: 'string', enum: ['business', 'person'] });
  expect(organization_name!.description).toMatch(/^Optional\. Only for a business\. /);
  expect(last_name!.description).toBe('Optional. Only for a person.');
  expect(JSON.stringify(details)).toContain('"vat_number"');
  // 249 countries in each tool would fill a conversation.
  expect(JSON.stringify(country).length).toBeLessThan(150);
});

it('lets a yes or no of the account be empty, so that an update keeps it', () => {
  const { properties } = schemaOf([{ key: 'custom_boolean_vip', type: 'boolean' }]);
  const description = 'Optional. true or false.';
  expect(properties).toEqual({ custom_boolean_vip: { type: 'string', description } });
});

describe('an input', () => {
  const input = (args: Record<string, unknown>) => toInput(tools.start_onboarding!.fields, args);

  it('leaves out what is null or empty', () => {
    const person = { subject: 'person', last_name: 'Ferrer', email: null, first_name: '' };
    expect(input({ ...person, details: [], meta: null, related_persons: [] })).toEqual({
      subject: 'person',
      last_name: 'Ferrer',
    });
  });

  it('takes a field in the details or beside them', () => {
    const expected = { organization_name: 'Lumen', vat_number: 'FR1' };
    const details = [{ name: 'vat_number', value: 'FR1' }];
    expect(input({ organization_name: 'Lumen', details })).toEqual(expected);
    expect(input({ details: expected })).toEqual(expected);
    expect(input(expected)).toEqual(expected);
  });

  it.each<[what: string, args: Record<string, unknown>, message: string]>([
    ['an unknown name', { age: 1 }, '"age" is not a field of this tool. Use subject, '],
    [
      'one in the details',
      { details: { age: 1 } },
      '"age" is not a field of this tool. Use subject, ',
    ],
    ['no details', { details: 'age' }, 'Details: each entry takes "name" and "value".'],
    ['a number for details', { details: 0 }, 'Details: each entry takes "name" and "value".'],
    [
      'a field twice',
      { last_name: 'A', details: { last_name: 'B' } },
      'Last Name occurs twice. Keep one of the two.',
    ],
    [
      'an unknown name in a line',
      { related_persons: [{ last_name: 'A' }] },
      '"last_name" is not a field of Related Persons. Use related_person_first_name, ',
    ],
    [
      'a name twice',
      { meta: ['a', 'b'].map((value) => ({ name: 'source', value })) },
      'Meta: "source" occurs twice. Keep one of the two.',
    ],
    [
      'more than a name and a value',
      { meta: [{ name: 'source', value: 'a', note: 'b' }] },
      'Meta: each entry takes "name" and "value", and nothing else.',
    ],
  ])('with %s is refused', (_what, args, message) => {
    expect(() => input(args)).toThrow(message);
  });
});

it('takes fields that the account makes, as they come', async () => {
  const input: Fields = [
    { key: 'fixed', label: 'Fixed' },
    async (_, filledIn) => [
      {
        key: 'plan',
        label: 'Plan',
        choices: [{ value: 'gold', label: 'Gold' }],
        helpText: JSON.stringify(filledIn),
      },
    ],
  ];
  const fields = await inputFieldsOf({ ...creates.create_case, input }, run);
  expect(fields.map(({ key }) => key)).toEqual(['fixed', 'plan']);
});

describe('a result', () => {
  it('is whole as a text', () => {
    const tool = tools.search_companies!;
    const many = [...Array(30).keys()].map((index) => ({
      id: `FR-${index}`,
      organization_name: 'x\u200b\u2028'.repeat(500),
      address: { lines: [1, null] },
    }));
    const { content, structuredContent } = answer(tool, { results: many });
    const { text } = content[0] as { text: string };
    expect(JSON.parse(text)).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({ results: many });
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
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

describe('several companies', () => {
  const company = (number: string) => ({
    organization_name: `Lumen ${number}`,
    registration_number: number,
    country: 'FR',
  });
  const answerOf = (name: string, count: number): Exchange => ({
    method: 'GET',
    path: `/api/companies/FRA/search?q=${name}`,
    answer: [...Array(count).keys()].map((index) => company(`${index}`)),
  });
  let service: Awaited<ReturnType<typeof recording>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    service = await recording([answerOf('Lumen', 3), answerOf('Lu', 40)]);
    server = await startServer(service.url);
  });
  afterAll(async () => {
    await server.close();
    service.close();
  });
  const search = async (q: string, respond?: Respond, open = newest) => {
    const assistant = await open(server.url, respond);
    const { structured } = await assistant.call('search_companies', { country: 'FR', q });
    await assistant.close();
    return structured!;
  };

  it.each(clients)(
    'are asked back as a choice, without another request, with the client of %s',
    async (_version, open) => {
      service.got.length = 0;
      const titles: string[] = [];
      const respond: Respond = ({ requestedSchema: { properties } }) => {
        titles.push(...properties.choice.oneOf.map(({ title }: { title: string }) => title));
        return { action: 'accept', content: { choice: '1' } };
      };
      const { results } = await search('Lumen', respond, open);
      expect(titles).toEqual([
        '1. Lumen 0, 0, FR',
        '2. Lumen 1, 1, FR',
        '3. Lumen 2, 2, FR',
        'None of these',
      ]);
      expect(results).toMatchObject([{ registration_number: '1' }]);
      expect(service.got).toHaveLength(1);
    },
  );

  it('are none where the person chooses none', async () => {
    const respond: Respond = () => ({ action: 'accept', content: { choice: 'none' } });
    expect((await search('Lumen', respond)).results).toEqual([]);
  });

  it('are all shown where the person does not choose', async () => {
    const { results, note } = await search('Lumen', () => ({ action: 'decline' }));
    expect(results).toHaveLength(3);
    expect(note).toMatch(/Ask the person which one is meant/);
  });

  it.each(['', ' ', '00', '1e0', 'true', '3', '-1'])(
    'are all shown where the answer %j is none of the choices',
    async (choice) => {
      const { results, note } = await search('Lumen', () => ({
        action: 'accept',
        content: { choice },
      }));
      expect(results).toHaveLength(3);
      expect(note).toMatch(/Ask the person which one is meant/);
    },
  );

  it('are all shown where the client cannot ask, or where they are too many', async () => {
    const silent = await search('Lumen');
    expect(silent.results).toHaveLength(3);
    expect(silent.note).toMatch(/do not choose yourself/);
    const many = await search('Lu', () => ({ action: 'accept', content: { choice: '0' } }));
    expect(many.results).toHaveLength(40);
    expect(many.note).toMatch(/too many/);
  });
});
