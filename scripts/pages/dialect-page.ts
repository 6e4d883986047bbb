/** Generates docs/dialect.md from the dialect and the settings (`npm run docs`). */
import { dialectTable, presets } from '../../service/dialect.ts';
import { settings } from '../../host/settings.ts';
import { page, table } from './markdown.ts';

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** The page shortens longer defaults; service/dialect.ts has them in full. */
const longest = 90;
const defaultOf = (value: unknown): string => {
  if (value === '') return 'none';
  const text = JSON.stringify(value);
  return text.length > longest ? 'see `service/dialect.ts`' : code(value);
};

/** What the specification does not show and no key of the dialect decides. */
const always: [open: string, rule: string][] = [
  [
    'Further fields of Application and Person, and of requests',
    'Other fields of an answer pass through. *Additional Fields* sends other fields. *Clear Fields* sends null.',
  ],
  ['Status codes', 'Any 2xx is a success; [errors](errors.md) has the others.'],
  [
    'Repeated and late events',
    '`event_id` identifies repeats, else a top-level ID, `webhook-id` or a hash of the body. A trigger drops the event of a status that the case has left. While the service shows the case as it was before, the trigger tries again for ten minutes.',
  ],
  [
    'Whether an External Reference is unique',
    'The service decides. The import requires it across businesses and persons [P]; the API probably does, too [I].',
  ],
  ['Fields that the service ignores', '`not_taken` in the output names them.'],
  [
    'Listing cases (no endpoint)',
    '*Test trigger* shows the cases of recent events, and those of *Create Case*, *Start Onboarding* and *Find Case* when you test the step.',
  ],
];

/** A default and its evidence. */
const withEvidence = (text: string, evidence = '') =>
  evidence ? `${text}${evidence.startsWith('[') ? ' ' : '; '}${evidence}` : text;

/** The keys, below what the specification does not show. */
function keysByPoint(): string[] {
  const points = new Map<string, string[]>();
  for (const { key, open, meaning, value, evidence } of dialectTable()) {
    const [point, part] = open.split(': ');
    const what = `- ${code(key)}${part ? ` (${part})` : ''}: ${meaning} Default: ${withEvidence(defaultOf(value), evidence)}`;
    points.set(point!, [...(points.get(point!) ?? []), what]);
  }
  return [...points].map(([point, keys]) => `**${point}**\n\n${keys.join('\n')}`);
}

export const dialectPage = () =>
  page(
    '# The dialect',
    'For engineers who connect a service. The **dialect** says what your service does where [the specification](service-interface.md) says "not shown"; [the doctor](doctor.md) finds its keys.',
    'The defaults follow Ondorse, the one known service with this interface. Each names its source: [P] a page of docs.ondorse.co or support.ondorse.co (November 2026), [C] a public client, [I] inferred. Nothing was tried on a live account.',
    '## Keys',
    'Write the keys that differ, such as `{"extends":"ondorse","countries":"alpha-2"}`, or the name of a preset, into `dialect.json` or `SERVICE_DIALECT`. Dropdowns take other values than the suggestions, too. `npx jest dialect` tries every key.',
    ...keysByPoint(),
    `The preset \`ondorse\` sets ${code(presets.ondorse)}. \`npx jest e2e/journey\` makes the whole journey with it.`,
    '## The same for every service',
    always.map(([open, rule]) => `- **${open}**: ${rule}`).join('\n'),
    '## Settings of an installation',
    'Set an environment variable: `npm run zapier -- env:set 1.0.0 NAME=value`.',
    table(
      ['Variable', 'Default', 'Meaning'],
      Object.values(settings).map(({ env, fallback, meaning }) => [code(env), fallback, meaning]),
    ),
  );
