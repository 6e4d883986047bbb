/** docs/operations.md from the app's definition. `npm run docs` writes it. */
import { inputFieldsOf } from './publishing-rules.ts';

type Named = { key: string; display: { label: string; description: string }; operation: any };

const cell = (text: unknown) =>
  String(text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ');

function section(operation: Named): string {
  const inputs = inputFieldsOf(operation).map(
    ({ key, label, helpText, ...field }) =>
      `| ${cell(label)} | \`${key}\` | ${'required' in field && field.required ? 'yes' : ''} | ${cell(helpText)} |`,
  );
  const outputs = (operation.operation.outputFields as { key: string; label: string }[]).map(
    ({ key, label }) => `${label} (\`${key}\`)`,
  );
  return [
    `### ${operation.display.label}`,
    '',
    `\`${operation.key}\`: ${operation.display.description}`,
    '',
    '| Field | Key | Required | Help |',
    '|---|---|---|---|',
    ...inputs,
    '',
    `Shows: ${outputs.join(', ')}.`,
    '',
  ].join('\n');
}

/** The page as text. */
export function operationsPage(app: Record<string, any>): string {
  const group = (title: string, operations: object) => [
    `## ${title}`,
    '',
    ...(Object.values(operations) as Named[]).map(section),
  ];
  const both = Object.values(app.searchOrCreates) as {
    display: { label: string; description: string };
  }[];
  return [
    '# Operations',
    '',
    'Every operation and field of the integration. Written by `npm run docs` from the app itself.',
    '',
    ...group('Triggers', app.triggers),
    ...group('Actions', app.creates),
    ...group('Searches', app.searches),
    '## Find or create',
    '',
    ...both.map(({ display }) => `${display.label}: ${display.description}\n`),
  ].join('\n');
}
