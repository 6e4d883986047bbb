/** docs/recipes/ from recipes/recipes.ts. `npm run docs` writes the pages. */
import type { Recipe, Step } from '../../recipes/recipes.ts';
import { table } from './markdown.ts';

const value = (text: unknown) => `\`${typeof text === 'string' ? text : JSON.stringify(text)}\``;

const stepText = ({ app, event, input, sample }: Step, index: number) => [
  `## ${index + 1}. ${app}: ${event}`,
  '',
  ...(sample
    ? ['Hands over, for example:', '', '```json', JSON.stringify(sample, null, 2), '```', '']
    : []),
  ...(input && Object.keys(input).length
    ? [
        table(
          ['Field', 'Value'],
          Object.entries(input).map(([key, mapping]) => [`\`${key}\``, value(mapping)]),
        ),
        '',
      ]
    : []),
];

/** One recipe as a page. `{{2.portal_link}}` is the value Portal Link of step 2. */
export const recipePage = ({ title, why, steps }: Recipe) =>
  [
    `# ${title}`,
    '',
    why,
    '',
    'In the tables, `{{2.portal_link}}` stands for the value `portal_link` of step 2.',
    '',
    ...steps.flatMap(stepText),
  ].join('\n');

/** The list of recipes. */
export const recipeIndex = (recipes: Recipe[]) =>
  [
    '# Recipes',
    '',
    'Complete Zaps. Written by `npm run docs` from `recipes/recipes.ts`; a test runs their steps against the sandbox.',
    '',
    ...recipes.map(({ key, title }) => `- [${title}](${key}.md)`),
    '',
  ].join('\n');
