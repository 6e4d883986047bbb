/** Tools are made from the operations: names, schemas and results. */
import Ajv2020 from 'ajv/dist/2020.js';
import { assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check';

import app from '../../../index.ts';
import { compiled, formFieldsOf, operationsOf } from '../../../zapier/local/definition.ts';
import { noAccount } from '../../../scripts/publish/run.ts';
import { random } from '../../../test/support/amount.ts';
import { anyCharacter } from '../../../test/support/arbitraries.ts';
import { steps } from '../../../test/support/examples.ts';
import { quoted } from '../data.ts';
import { levels } from '../levels.ts';
import { answer } from '../result.ts';
import { toolsFor, type Tool } from '../tools/tool-list.ts';
import { fieldTexts, resultKeys } from '../texts.ts';
import type { Field } from '../../../fields/kinds/form.ts';
import { toInput } from '../tools/input.ts';
import type { Schema } from '../tools/schema.ts';
import { asCall } from './support.ts';

/** An input in the form that the schema describes: names with values as a list. */
function asListed({ properties = {} }: Schema, input: Record<string, any>): Record<string, any> {
  const listOf = (pairs: object) => Object.entries(pairs).map(([name, value]) => ({ name, value }));
  const own = Object.entries(input).filter(([key]) => Object.hasOwn(properties, key));
  const entries = own.map(([key, value]) => {
    const { items } = properties[key] as { items?: Schema };
    if (!items?.properties) return [key, value];
    if (!Array.isArray(value)) return [key, listOf(value as object)];
    return [key, value.map((line) => asListed(items, line as object))];
  });
  const details = Object.entries(input).filter(([key]) => !Object.hasOwn(properties, key));
  if (details.length) entries.push(['details', listOf(Object.fromEntries(details))]);
  return Object.fromEntries(entries) as Record<string, any>;
}

const run = noAccount();
const ajv = new Ajv2020({ strict: true, allErrors: true });
let tools: Record<string, Tool>;
beforeAll(async () => {
  const all = await toolsFor(new Set(levels), run);
  tools = Object.fromEntries(all.map((tool) => [tool.name, tool]));
});

/** The tool of an operation. */
const toolFor = (key: string) => tools[asCall(key, {})[0]]!;

it('says nothing of another host', () => {
  const texts = Object.values(tools).map(({ title, description, inputSchema }) => [
    title,
    description,
    inputSchema,
  ]);
  expect(JSON.stringify(texts)).not.toMatch(
    /\bZap|\bn8n\b|\bsteps?\b|\bworkflows?\b|\bnodes?\b|\breplay|\b[Mm]ap the/,
  );
});

it('has texts for nothing that is not there', () => {
  const all = Object.values(tools);
  const keysOf = ({ key, children = [] }: Field): string[] => [key, ...children.flatMap(keysOf)];
  const keys = new Set(all.flatMap(({ fields }) => fields.flatMap(keysOf)));
  const named = new Set(JSON.stringify(all.map(({ outputSchema }) => outputSchema)).split(/\W+/));
  expect(Object.keys(fieldTexts).filter((key) => !keys.has(key))).toEqual([]);
  expect(resultKeys.filter((key) => !named.has(key))).toEqual([]);
});

describe.each(steps)('%s', (key, { bundle }) => {
  it('takes every field of its form', async () => {
    const form = operationsOf(compiled(app)).find((operation) => operation.key === key)!;
    const fields = await Promise.all(
      ['business', 'person'].map((subject) => formFieldsOf(form, { subject })),
    );
    const schema = JSON.stringify(toolFor(key).inputSchema);
    const names = fields.flat().map((field) => field.key);
    // These only choose the fields of a form.
    const isThere = (name: string) =>
      /^(subject|fields)$/.test(name) || schema.includes(`"${name}"`);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it('has schemas that its example fits', () => {
    const tool = toolFor(key);
    const valid = ajv.compile(tool.inputSchema);
    const input = asListed(tool.inputSchema, bundle.inputData);
    // Numbers are text here, as people write them.
    expect({ input: valid(input), errors: valid.errors }).toEqual({ input: true, errors: null });
    // Both forms are one input.
    expect(toInput(tool.fields, input)).toEqual(bundle.inputData);
  });

  it('promises no more than any service keeps', () => {
    const tool = toolFor(key);
    const valid = ajv.compile(tool.outputSchema);
    assert(
      property(dictionary(constantFrom(...resultKeys), jsonValue()), (result) => {
        const { structuredContent } = answer(tool, [result]);
        expect(valid(structuredContent)).toBe(true);
      }),
      random(250),
    );
  });
});

it('says whom a field is for, and what it is if it is left out', () => {
  const { properties } = tools.start_onboarding!.inputSchema;
  const { organization_name, last_name, external_reference, is_draft } = properties!;
  expect(organization_name!.description).toMatch(/^Only for a business\. /);
  expect(last_name!.description).toBe('Only for a person.');
  expect(external_reference!.description).not.toContain('Only');
  expect(is_draft!.description).toMatch(/ Left out, it is true\.$/);
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
    [
      'an unknown name',
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

describe('a result', () => {
  it('of several is whole, and says not to choose', () => {
    const many = [...Array(30).keys()].map((index) => ({ id: `FR-${index}` }));
    const note = expect.stringMatching(/^Several were found\..*do not choose yourself/);
    const { structuredContent } = answer(tools.search_companies!, many);
    expect(structuredContent).toEqual({ results: many, note });
  });

  const whole = { application_id: 'app_1', portal_link: 'https://a' };
  const party = { person_id: 'per_1', country: 'FRA' };
  it.each<[what: string, tool: string, result: Record<string, unknown>, expected?: object]>([
    ['what is new after a change', 'update_case', { ...whole, name: 'A', id: 'app_1' }, whole],
    ['all that a search found', 'find_case', { ...whole, name: 'A' }],
    ['all that came of an enrichment', 'enrich_case', { persons: [party] }],
    ['what a request was answered, as it is', 'call_api', { id: '1', data: null, list: [] }],
    [
      'no ID and no link twice',
      'find_case',
      { ...whole, persons: [{ ...party, ...whole, id: 'per_1', portals: { link: 'https://a' } }] },
      { ...whole, persons: [party] },
    ],
    [
      'whose a document is',
      'find_case',
      { ...whole, person_id: 'per_1', documents: [{ person_id: 'per_1', document_id: 'doc_1' }] },
    ],
    [
      'a number as one, but that of a telephone',
      'find_case',
      { risk_score: '12', persons: [{ direct_ownership_percentage: '40.0', phone: '33' }] },
      { risk_score: 12, persons: [{ direct_ownership_percentage: 40, phone: '33' }] },
    ],
    ['nothing that is empty', 'find_case', { name: null, roles: [], meta: {}, a: 0 }, { a: 0 }],
    ['all fields of the account', 'find_case', { ...whole, custom_fields: { ...whole, x: null } }],
  ])('has %s', (_what, name, result, expected = result) => {
    const { structuredContent } = answer(tools[name]!, [result]);
    const { result: one, results } = structuredContent as Record<string, any>;
    expect(one ?? results[0]).toEqual(expected);
  });

  it.each<[what: string, name: string, escaped?: string]>([
    ['turns the text around', 'Lumen\u202eSAS\u202c', 'Lumen\\u202eSAS\\u202c'],
    ['sets a text apart', '\u2066Lumen\u2069', '\\u2066Lumen\\u2069'],
    ['nobody sees', 'Lumen\u{e0041}\u200b', 'Lumen\\udb40\\udc41\\u200b'],
    ['ends a line', 'Lumen\u2028SAS\u0085', 'Lumen\\u2028SAS\\u0085'],
    ['joins no letters', '1\u200d2', '1\\u200d2'],
    ['joins letters', 'نامه\u200cای ක්\u200dර'],
    ['belongs to the layout', 'Lumen\nStudio\tSAS'],
  ])('shows a sign that %s, in the text and in the structure', (_what, name, escaped = name) => {
    const { content, structuredContent } = answer(tools.find_case!, [{ name, [name]: [name] }]);
    expect(structuredContent).toMatchObject({ results: [{ name: escaped, [escaped]: [escaped] }] });
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual(structuredContent);
  });

  it('is told in one line that ends where it ends', () => {
    assert(
      property(string({ unit: anyCharacter }), (text) => {
        const line = quoted({ text });
        expect(line.replace(/[\u200c\u200d]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect((JSON.parse(line) as { text: string }).text.slice(0, 50)).toBe(
          text.toWellFormed().slice(0, 50),
        );
      }),
    );
  });
});
