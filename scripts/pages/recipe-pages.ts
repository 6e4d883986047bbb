/** Generates docs/recipes/ from demo/recipes/ (`npm run docs`). */
import { isRecord } from '../../client/answer.ts';
import {
  replaced,
  type Chain,
  type Recipe,
  type RecipePage,
  type Step,
} from '../../demo/recipes/recipe.ts';
import {
  compiled,
  inputFieldsOf,
  kinds,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../test/support/definition.ts';
import { anchorOf, page, table } from './markdown.ts';

/** Labels of our operations: `creates.create_case` -> key of a field -> its label in the editor. */
export interface Labels {
  input: Record<string, Record<string, string>>;
  output: Record<string, Record<string, string>>;
}

/** Reads the labels of every operation in a recipe. */
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

/** `company.name` -> `Company Name`, as the editor displays an app's output. */
const titled = (path: string[]): string =>
  path
    .flatMap((part) => part.split('_'))
    .map((word) => (/^id$/i.test(word) ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

/** A value with mappings as the editor displays them, `[2. Portal Link]`. */
function showValue(value: unknown, steps: Step[], labels: Labels): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return [value].flat().join(', ');
  return replaced(value, (number, path) => {
    const { operation } = steps[number - 1]!;
    const label = operation && labels.output[operation]?.[path.join('__')];
    return `[${number}. ${label ?? titled(path)}]`;
  });
}

/** Label and value of each field of an input. A group of pairs becomes several rows. */
export function inputRows({ operation, input = {} }: Step, steps: Step[], labels: Labels) {
  return Object.entries(input).flatMap(([key, value]) => {
    const label = (operation && labels.input[operation]?.[key]) ?? key;
    return isRecord(value)
      ? Object.entries(value).map(([name, item]) => [
          `${label}: ${name}`,
          showValue(item, steps, labels),
        ])
      : [[label, showValue(value, steps, labels)]];
  });
}

/** Path and value of each part of a sample. */
export const sampleRows = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => sampleRows(item, [...path, key]))
    : [[titled(path), String(value)]];

/** The inputs and lookup table of a step as the lines of a cell. */
function entered(step: Step, steps: Step[], labels: Labels): string {
  const rows = inputRows(step, steps, labels).map(([label, value]) => `${label}: ${value}`);
  const lines = Object.entries(step.lookup ?? {}).map(([key, value]) => `${key} → ${value}`);
  return [...rows, ...lines].join('<br>');
}

/** Steps of this app are bold; steps of other apps begin with the app's name. */
const nameOf = ({ app, event, operation }: Step) =>
  operation ? `**${event}**` : `${app}: ${event}`;

const numbered = (step: Step, steps: Step[]) => `${steps.indexOf(step) + 1}. ${nameOf(step)}`;

/** A recipe with a row for each step. */
const recipeTable = ({ steps }: Recipe, labels: Labels): string =>
  table(
    ['Step', 'Enter'],
    steps.map((step) => [numbered(step, steps), entered(step, steps, labels)]),
  );

const crmRoles = ['Trigger', 'Find client', 'Update deal'];

/** The role of a CRM's step. Steps of other apps are the same in each CRM. */
function roleOf(step: Step, { app }: Step, steps: Step[]): string {
  if (step === steps[0] && step.app === app) return 'Trigger';
  if (step.app !== app) return nameOf(step);
  return step.sample ? 'Find client' : 'Update deal';
}

/** The common value of all columns, or the value of each. */
const once = (cells: (string | undefined)[]) =>
  cells.map((cell, index) => (index && new Set(cells).size === 1 ? 'same' : cell));

/** One recipe with a column for each CRM. */
function crmTable(recipes: Recipe[], crms: Step[], labels: Labels): string {
  const columns = recipes.map(({ steps }, index) =>
    steps.map((step) => ({ step, steps, role: roleOf(step, crms[index]!, steps) })),
  );
  const roles = [...new Set(columns.flatMap((column) => column.map(({ role }) => role)))];
  const rows = roles.flatMap((role) => {
    const cells = columns.map((column) => column.filter((one) => one.role === role));
    if (crmRoles.includes(role)) {
      const text = (one: (typeof cells)[number][number]) =>
        [
          `${one.steps.indexOf(one.step) + 1}. ${one.step.event}`,
          entered(one.step, one.steps, labels),
        ]
          .filter(Boolean)
          .join('<br>');
      return [[role, ...cells.map((found) => found.map(text).join('<br>'))]];
    }
    const inputs = cells.map(([one]) =>
      Object.fromEntries(one ? inputRows(one.step, one.steps, labels) : []),
    );
    const lookups = cells.map(([one]) => one?.step.lookup ?? {});
    const names = [...new Set(inputs.flatMap((input) => Object.keys(input)))];
    const keys = [...new Set(lookups.flatMap((lookup) => Object.keys(lookup)))];
    return [
      [role, ...cells.map(([one]) => one && `Step ${one.steps.indexOf(one.step) + 1}`)],
      ...names.map((name) => [name, ...once(inputs.map((input) => input[name]))]),
      ...keys.map((key) => [`${key} →`, ...lookups.map((lookup) => lookup[key])]),
    ];
  });
  return table(['', ...crms.map(({ app }) => app)], rows);
}

const notesOf = (recipes: Recipe[]) => [
  ...new Set(
    recipes.flatMap(({ steps }) =>
      steps.flatMap(({ app, note }) => (note ? [`- ${app}: ${note}`] : [])),
    ),
  ),
];

/** A page of recipes: CRM recipes side by side, others below each other. */
export function recipePage(
  { title, why, recipes: keys, crms = [], hasNotes = false }: RecipePage,
  recipes: Recipe[],
  labels: Labels,
): string {
  const found = keys.map((key) => recipes.find((recipe) => recipe.key === key)!);
  const parts: Recipe[][] = crms.length
    ? [...new Set(found.map((recipe) => recipe.title))].map((same) =>
        found.filter((recipe) => recipe.title === same),
      )
    : found.map((recipe) => [recipe]);
  return page(
    `# ${title}`,
    why,
    ...parts.flatMap((same) => [
      parts.length > 1 ? `## ${same[0]!.title}` : '',
      same[0]!.why,
      crms.length ? crmTable(same, crms, labels) : recipeTable(same[0]!, labels),
    ]),
    hasNotes ? notesOf(found).join('\n') : '',
  );
}

/**
 * Links to the recipes of a chain: one link to a page that contains them all, else one to each
 * recipe.
 */
function chainLinks(keys: string[], pages: RecipePage[], recipes: Recipe[]): string {
  const links = keys.map((key) => {
    const { key: file, title, recipes: inside } = pages.find((one) => one.recipes.includes(key))!;
    const titles = inside.map((one) => recipes.find((recipe) => recipe.key === one)!.title);
    const isWhole = inside.every((one) => keys.includes(one)) || new Set(titles).size === 1;
    if (isWhole) return `[${title}](${file}.md)`;
    const recipe = recipes.find((one) => one.key === key)!;
    return `[${recipe.title}](${file}.md#${anchorOf(recipe.title)})`;
  });
  return [...new Set(links)].join('<br>');
}

/** The list of recipes, by chain. */
export function recipeIndex(pages: RecipePage[], recipes: Recipe[], chains: Chain[]): string {
  const rows = new Map<string, string[]>();
  for (const { title, recipes: keys } of chains) {
    const links = chainLinks(keys, pages, recipes);
    rows.set(links, [...(rows.get(links) ?? []), title]);
  }
  return page(
    '# Recipes',
    'Pick your way of working, and build its Zaps in this order. Each table says what to enter: [2. Portal Link] is the value *Portal Link* of step 2. Bold steps are those of Compliance Onboarding.',
    'Define two custom fields in your account first: `deal_id` and `email`. The first Zap fills them in. The later Zaps find the deal and the client by them.',
    table(
      ['Your way', 'Zaps'],
      [...rows].map(([links, titles]) => [titles.join('<br>'), links]),
    ),
    'Without Zapier: [files](../files.md), [HubSpot](../hubspot.md), [Salesforce Flow](../salesforce.md).',
    '`npx jest test/demo/recipes` runs each way from its first step to its last. `npm run docs` writes these pages from `demo/recipes/`.',
  );
}
