/**
 * The rules of the model makers for schemas of functions, and the cost of all tools in a
 * conversation. Sources: "Structured Outputs: Supported schemas" (OpenAI) and "Structured output:
 * JSON Schema support" (Gemini), as of 2026. One rule of OpenAI's strict mode is left out on purpose:
 * that every property is required.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ListedTool {
  name: string;
  description?: string;
  inputSchema: Schema;
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  enum?: unknown[];
  [keyword: string]: unknown;
}

/** Keywords that both accept. */
const keywords = new Set(
  'type title description enum properties required additionalProperties items minItems maxItems minimum maximum'.split(
    ' ',
  ),
);
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'];
/** The lowest limit that OpenAI ever had. */
const mostLevels = 5;
const mostProperties = 100;
const longestDescription = 1024;

/** The rules of both that a schema breaks. */
function brokenRules(schema: Schema): string[] {
  const { type = '', properties, required = [], additionalProperties, items } = schema;
  const names = Object.keys(properties ?? {});
  const rules: [isBroken: boolean, rule: string][] = [
    [!types.includes(type), 'has one type'],
    [type === 'object' && !properties, 'an object names its properties'],
    [type === 'object' && additionalProperties !== false, 'an object is closed'],
    [required.some((name) => !names.includes(name)), 'what is required is a property'],
    [type === 'array' && !items, 'a list says what it holds'],
    [schema.enum !== undefined && type !== 'string', 'only texts have a list of values'],
    [
      schema.enum?.some((value) => typeof value !== 'string') ?? false,
      'a value of a text is a text',
    ],
    ...Object.keys(schema).map((keyword): [boolean, string] => [
      !keywords.has(keyword),
      `takes no "${keyword}"`,
    ]),
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, rule]) => rule);
}

/** Each schema inside, with its path and level. */
function* schemasIn(
  schema: Schema,
  path: string,
  level: number,
): Generator<[Schema, string, number]> {
  yield [schema, path, level];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* schemasIn(inner, `${path}.${name}`, level + 1);
  }
  if (schema.items) yield* schemasIn(schema.items, `${path}[]`, level);
}

/** The violations of OpenAI's and Gemini's subsets, by tool and field. */
export function schemaProblems(tools: ListedTool[]): string[] {
  return tools.flatMap(({ name, description = '', inputSchema }) => {
    const all = [...schemasIn(inputSchema, name, 0)];
    const properties = all.reduce(
      (sum, [one]) => sum + Object.keys(one.properties ?? {}).length,
      0,
    );
    const ofTool: [isBroken: boolean, rule: string][] = [
      [!/^[\w-]{1,64}$/.test(name), 'a name has at most 64 letters, digits, "_" and "-"'],
      [inputSchema.type !== 'object', 'the whole is an object'],
      [properties > mostProperties, `at most ${mostProperties} properties, not ${properties}`],
      [all.some(([, , level]) => level > mostLevels), `at most ${mostLevels} levels`],
      [description.length > longestDescription, `at most ${longestDescription} characters`],
    ];
    return [
      ...ofTool.filter(([isBroken]) => isBroken).map(([, rule]) => `${name}: ${rule}`),
      ...all.flatMap(([one, path]) => brokenRules(one).map((rule) => `${path}: ${rule}`)),
    ];
  });
}

/** Tokens of a text in OpenAI's tokenizer. Other models differ a little. */
export async function tokensOf(text: string): Promise<number> {
  const library = resolve('tools/mcp/node_modules/gpt-tokenizer/esm/encoding/o200k_base.js');
  const { encode } = (await import(pathToFileURL(library).href)) as {
    encode: (text: string) => number[];
  };
  return encode(text).length;
}
