/** docs/recipes/ from demo/recipes/. `npm run docs` writes the pages. */
import { isRecord } from '../../client/answer.ts';
import { replaced, type Chain, type Recipe, type Step } from '../../demo/recipes/recipe.ts';
import {
  compiled,
  inputFieldsOf,
  kinds,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../test/support/definition.ts';
import { page, table } from './markdown.ts';

/** Labels of our operations: `creates.create_case` -> key of a field -> what the editor shows. */
export interface Labels {
  input: Record<string, Record<string, string>>;
  output: Record<string, Record<string, string>>;
}

/** Reads the labels of every operation that a recipe uses. */
export async function labelsOfApp(definition: Record<string, any>): Promise<Labels> {
  const app = compiled(definition);
  const labels: Labels = { input: {}, output: {} };
  for (const group of kinds) {
    for (const operation of Object.values<Operation>(app[group])) {
      const name = `${group}.${operation.key}`;
      const named = (fields: Field[]) =>
        Object.fromEntries(fields.map(({ key, label }) => [key, label ?? key]));
      labels.input[name] = named(inputFieldsOf(operation));
      labels.output[name] = named(await outputFieldsOf(operation));
    }
  }
  return labels;
}

/** `company.name` -> `Company Name`, as the editor shows what an app hands over. */
const titled = (path: string[]): string =>
  path
    .flatMap((part) => part.split('_'))
    .map((word) => (/^id$/i.test(word) ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

/** A value with each mapping as the editor shows it, `[2. Portal Link]`. */
function shown(value: unknown, steps: Step[], labels: Labels): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return [value].flat().join(', ');
  return replaced(value, (number, path) => {
    const { operation } = steps[number - 1]!;
    const label = operation && labels.output[operation]?.[path.join('__')];
    return `[${number}. ${label ?? titled(path)}]`;
  });
}

/** Label and value of each field of an input; the pairs of a group one by one. */
export function inputRows({ operation, input = {} }: Step, steps: Step[], labels: Labels) {
  return Object.entries(input).flatMap(([key, value]) => {
    const label = (operation && labels.input[operation]?.[key]) ?? key;
    return isRecord(value)
      ? Object.entries(value).map(([name, item]) => [
          `${label}: ${name}`,
          shown(item, steps, labels),
        ])
      : [[label, shown(value, steps, labels)]];
  });
}

/** Each value of a sample with its path as a label. */
export const sampleRows = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => sampleRows(item, [...path, key]))
    : [[titled(path), String(value)]];

function stepText(step: Step, index: number, steps: Step[], labels: Labels): string[] {
  const { app, event, note = '', sample, lookup } = step;
  const rows = inputRows(step, steps, labels);
  return [
    `## ${index + 1}. ${app}: ${event}`,
    note,
    ...(rows.length ? [table(['Field', 'Value'], rows)] : []),
    ...(sample
      ? ['Hands over, for example:', table(['Value', 'Example'], sampleRows(sample))]
      : []),
    ...(lookup ? ['Its table:', table(['Key', 'Value'], Object.entries(lookup))] : []),
  ];
}

/** One recipe as a page. */
export const recipePage = ({ title, why, steps }: Recipe, labels: Labels): string =>
  page(
    `# ${title}`,
    why,
    'In the tables, [2. Portal Link] stands for the value *Portal Link* of step 2.',
    ...steps.flatMap((step, index) => stepText(step, index, steps, labels)),
  );

/** The list of recipes, and which of them belong together. */
export function recipeIndex(recipes: Recipe[], chains: Chain[]): string {
  const link = (key: string) =>
    `[${recipes.find((recipe) => recipe.key === key)!.title}](${key}.md)`;
  return page(
    '# Recipes',
    'Complete Zaps. Those that belong together stand below one another: what the first one stores, the next ones read. Two custom fields carry it, `deal_id` and `email`; define both in your account.',
    'Beside the Zaps: [reconcile deals and cases, import existing clients](../files.md), [HubSpot from the record of a deal](../hubspot.md), [Salesforce Flow](../salesforce.md).',
    'Written by `npm run docs` from `demo/recipes/`; a test runs each of these lists from its first step to its last.',
    ...chains.flatMap(({ title, recipes: keys }) => [
      `## ${title}`,
      keys.map((key, index) => `${index + 1}. ${link(key)}`).join('\n'),
    ]),
  );
}
