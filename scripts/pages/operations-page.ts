/** docs/operations.md from the app's definition. `npm run docs` writes it. */
import { compiled } from '../../testing/app-handler.ts';
import { inputFieldsOf, outputFieldsOf } from '../publish/publishing-rules.ts';
import { table } from './markdown.ts';

type Named = { key: string; display: { label: string; description: string }; operation: any };

async function section(operation: Named): Promise<string> {
  const inputs = inputFieldsOf(operation).map(({ key, label, helpText, ...field }) => [
    label,
    `\`${key}\``,
    'required' in field && field.required ? 'yes' : '',
    helpText,
  ]);
  const outputs = (await outputFieldsOf(operation)).map(
    ({ key, label }) => `${label} (\`${key}\`)`,
  );
  return [
    `### ${operation.display.label}`,
    '',
    `\`${operation.key}\`: ${operation.display.description}`,
    '',
    table(['Field', 'Key', 'Required', 'Help'], inputs),
    '',
    `Shows: ${outputs.join(', ')}.`,
    '',
  ].join('\n');
}

/** The page as text. */
export async function operationsPage(definition: Record<string, any>): Promise<string> {
  const app = compiled(definition);
  const group = async (title: string, operations: object) => [
    `## ${title}`,
    '',
    ...(await Promise.all((Object.values(operations) as Named[]).map(section))),
  ];
  const both = Object.values(app.searchOrCreates) as {
    display: { label: string; description: string };
  }[];
  return [
    '# Operations',
    '',
    'Every operation and field of the integration. Written by `npm run docs` from the app itself.',
    '',
    ...(await group('Triggers', app.triggers)),
    ...(await group('Actions', app.creates)),
    ...(await group('Searches', app.searches)),
    '## Find or create',
    '',
    ...both.map(({ display }) => `${display.label}: ${display.description}\n`),
  ].join('\n');
}
