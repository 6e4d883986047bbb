/** docs/operations.md from the app's definition. `npm run docs` writes it. */
import {
  compiled,
  inputFieldsOf,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../test/support/definition.ts';
import { page, table } from './markdown.ts';

/** What several operations show alike: told once, as the search of this key shows it. */
const common = { 'A case': 'find_case', 'A company': 'search_companies' };
type Shared = Record<string, Field[]>;

/** What an operation shows: what it has in common with others by a link, the rest one by one. */
function shownText(outputs: Field[], shared: Shared): string {
  const keys = new Set(outputs.map(({ key }) => key));
  const found = Object.entries(shared).flatMap(([title, fields]) =>
    ['', 'case__'].flatMap((prefix) =>
      fields.every(({ key }) => keys.has(prefix + key)) ? [{ title, fields, prefix }] : [],
    ),
  )[0];
  const told = new Set(found?.fields.map(({ key }) => found.prefix + key));
  const rest = outputs
    .filter(({ key }) => !told.has(key))
    .map(({ key, label }) => `${label} (\`${key}\`)`);
  if (!found) return `Shows: ${rest.join(', ')}.`;
  const title = found.title.toLowerCase();
  const link = `[${title}](#${title.replaceAll(' ', '-')})`;
  const all = found.prefix ? `${link} with \`${found.prefix}\` in front of each key` : link;
  return `Shows: ${[all, ...rest].join(', ')}.`;
}

async function section(operation: Operation, shared: Shared): Promise<string[]> {
  const inputs = inputFieldsOf(operation).map(({ key, label, helpText, required }) => [
    label,
    `\`${key}\``,
    required ? 'yes' : '',
    helpText,
  ]);
  return [
    `### ${operation.display.label}`,
    `\`${operation.key}\`: ${operation.display.description}`,
    table(['Field', 'Key', 'Required', 'Help'], inputs),
    shownText(await outputFieldsOf(operation), shared),
  ];
}

/** The page as text. */
export async function operationsPage(definition: Record<string, any>): Promise<string> {
  const app = compiled(definition);
  const shared: Shared = {};
  for (const [title, key] of Object.entries(common)) {
    shared[title] = await outputFieldsOf(app.searches[key]);
  }
  const group = async (title: string, operations: Record<string, Operation>) => {
    const sections = Object.values(operations).map((operation) => section(operation, shared));
    return [`## ${title}`, ...(await Promise.all(sections)).flat()];
  };
  const both = Object.values<Pick<Operation, 'display'>>(app.searchOrCreates);
  return page(
    '# Operations',
    'Every operation and field of the integration. What several of them show is listed once, under [a case](#a-case) and [a company](#a-company). Written by `npm run docs` from the app itself.',
    ...(await group('Triggers', app.triggers)),
    ...(await group('Actions', app.creates)),
    ...(await group('Searches', app.searches)),
    ...Object.entries(shared).flatMap(([title, fields]) => [
      `## ${title}`,
      table(
        ['Value', 'Key'],
        fields.map(({ key, label }) => [label, `\`${key}\``]),
      ),
    ]),
    '## Find or create',
    ...both.map(({ display }) => `${display.label}: ${display.description}`),
  );
}
