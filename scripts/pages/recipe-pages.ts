/** Generates docs/recipes/ from demo/recipes/ (`npm run docs`). */
import { isRecord } from '../../client/exchange/json.ts';
import { createFields, dealFields, kindsInCrm } from '../../demo/recipes/deal-fields.ts';
import {
  now,
  replaced,
  tasksOf,
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
} from '../../zapier/local/definition.ts';
import { anchorOf, page, table } from './markdown.ts';

/** Labels of our operations: `creates.create_case` -> key of a field -> its label in the editor. */
export interface Labels {
  input: Record<string, Record<string, string>>;
  output: Record<string, Record<string, string>>;
  /** Operation -> key of a field -> value -> label of the choice. */
  choices: Record<string, Record<string, Record<string, string>>>;
}

/** Reads the labels of every operation in a recipe. */
export async function labelsOfApp(definition: Record<string, any>): Promise<Labels> {
  const app = compiled(definition);
  const labels: Labels = { input: {}, output: {}, choices: {} };
  for (const group of kinds) {
    for (const operation of Object.values<Operation>(app[group])) {
      const name = `${group}.${operation.key}`;
      const named = (fields: Field[]) =>
        Object.fromEntries(fields.map(({ key, label }) => [key, label ?? key]));
      const fields = await inputFieldsOf(operation);
      labels.input[name] = named(fields);
      labels.choices[name] = Object.fromEntries(
        fields.map((field) => [
          field.key,
          Object.fromEntries((field.choices ?? []).map(({ value, label }) => [value, label])),
        ]),
      );
      labels.output[name] = named(await outputFieldsOf(operation));
    }
  }
  return labels;
}

/** `company.name` -> `Company Name`, as the editor displays an app's output. */
const titled = (path: string[]): string =>
  path
    .flatMap((part) => part.replace(/__c$/, '').split('_'))
    .map((word) => (/^id$/i.test(word) ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

/** A value with mappings as the editor displays them, `[2. Portal Link]`. */
function showValue(value: unknown, steps: Step[], labels: Labels): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return [value].flat().join(', ');
  const text = value.replaceAll('\n', '<br>').replace(now, `\`${now}\``);
  return replaced(text, (number, path, mayBeEmpty) => {
    const { operation } = steps[number - 1]!;
    const label = operation && labels.output[operation]?.[path.join('__')];
    return `[${number}. ${label ?? titled(path)}]${mayBeEmpty ? ' (may be empty)' : ''}`;
  });
}

/** Label and value of each field of an input. A group of pairs becomes several rows. */
export function inputRows({ operation, input = {} }: Step, steps: Step[], labels: Labels) {
  return Object.entries(input).flatMap(([key, value]) => {
    const label = (operation && labels.input[operation]?.[key]) ?? key;
    const choices = labels.choices[operation ?? '']?.[key] ?? {};
    const values = [value].flat().map(String);
    if (values.some((one) => choices[one])) {
      return [[label, values.map((one) => choices[one] ?? one).join(', ')]];
    }
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

/** The inputs of a step as the lines of a cell. */
const entered = (step: Step, steps: Step[], labels: Labels): string =>
  [
    ...(step.off ? [`**Off.** ${step.off}`] : []),
    ...inputRows(step, steps, labels).map(([label, value]) => `${label}: ${value}`),
  ].join('<br>');

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

/** The row of each step: steps in front of ours, which differ between CRMs, share one row. */
function rowsOf(recipe: Recipe, { app }: Step): { name: string; steps: Step[] }[] {
  const { steps } = recipe;
  const own = steps.findIndex(({ operation }) => operation);
  const isOwn = (step: Step) => step.app === app;
  const before = steps.slice(0, own);
  const [trigger, ...find] = before.filter(isOwn);
  return [
    ...(trigger ? [{ name: 'Trigger', steps: [trigger] }] : []),
    ...before.filter((step) => !isOwn(step)).map((step) => ({ name: nameOf(step), steps: [step] })),
    ...(find.length ? [{ name: 'Find client', steps: find }] : []),
    ...steps
      .slice(own)
      .map((step) => ({ name: isOwn(step) ? 'CRM' : nameOf(step), steps: [step] })),
  ];
}

/** One recipe with a column for each CRM. */
function crmTable(recipes: Recipe[], crms: Step[], labels: Labels): string {
  const columns = recipes.map((recipe, index) => ({ recipe, rows: rowsOf(recipe, crms[index]!) }));
  const cell = ({ recipe: { steps } }: (typeof columns)[number], step: Step, name: string) => {
    const event = name.endsWith(step.event) || name.includes('**') ? '' : step.event;
    const title = `${steps.indexOf(step) + 1}. ${event}`.trim();
    return [title, entered(step, steps, labels)].filter(Boolean).join('<br>');
  };
  const rows = columns[0]!.rows.map(({ name }, index) => [
    name,
    ...columns.map((column) =>
      column.rows[index]!.steps.map((step) => cell(column, step, name)).join('<br>'),
    ),
  ]);
  return table(['', ...crms.map(({ app }) => app)], rows);
}

/** The tasks that one run of a recipe costs on Zapier. */
function costOf(recipes: Recipe[], crms: Step[]): string {
  const costs = recipes.map(tasksOf);
  const inWords = (counts: number[]) =>
    new Set(counts).size === 1
      ? String(counts[0])
      : counts.map((count, index) => `${count} (${crms[index]!.app})`).join(', ');
  const [fast, silent] = [costs.map((cost) => cost.fast), costs.map((cost) => cost.silent)];
  return String(fast) === String(silent)
    ? `Tasks of a run on Zapier: ${inWords(fast)}.`
    : `Tasks of a run on Zapier: ${inWords(fast)} if the client answers in time, ${inWords(silent)} if the client never answers. Zapier counts neither Delay and Filter nor a search that finds nothing and ends the run.`;
}

/** The fields of a deal: what fills each, its kind in each CRM, and how to create them all. */
function fieldsSection(crms: Step[]): string {
  const apps = crms.map(({ app }) => app);
  const rows = Object.values(dealFields).map((field) => [
    field.label,
    `${field.from}${'gap' in field ? ` (${field.gap})` : ''}`,
    ...apps.map((app) => kindsInCrm[app]![field.kind]),
  ]);
  const requests = Object.entries(createFields).map(([app, { path, bodies, ...more }]) => {
    const lines = bodies.map((body) => `  ${JSON.stringify(body)}`).join('\n');
    const each = bodies.length > 1 ? ', once for each line' : '';
    const after = 'afterwards' in more ? `\n\n  ${more.afterwards}` : '';
    return `- ${app}: \`${path}\`${each}\n\n  \`\`\`json\n${lines}\n  \`\`\`${after}`;
  });
  return page(
    '## The fields of the deal',
    'Create these fields on deals first, in Salesforce on opportunities. An empty value leaves a field as it is, so the Zaps put words in front of *Decision Reason* and *Missing Items* that are never empty. Where the service does not send a reason or a time, the field stays empty.',
    table(['Field', 'Filled from', ...apps], rows),
    'You can create them by hand, or all at once with the action *API Request (Beta)* of the CRM in a Zap that you run once:',
    ...requests,
  ).trim();
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
  { title, why, recipes: keys, crms = [], hasNotes = false, hasFields = false }: RecipePage,
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
    hasFields ? fieldsSection(crms) : '',
    ...parts.flatMap((same) => [
      parts.length > 1 ? `## ${same[0]!.title}` : '',
      same[0]!.why,
      crms.length ? crmTable(same, crms, labels) : recipeTable(same[0]!, labels),
      costOf(same, crms),
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
    'Before the first Zap, [check a list of deals](../check-deals.md). Without Zapier: [HubSpot](../hubspot.md).',
    '`npx jest test/demo/recipes` runs each way from its first step to its last. `npm run docs` writes these pages from `demo/recipes/`.',
  );
}
