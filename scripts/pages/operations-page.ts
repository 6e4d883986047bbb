/** Generates docs/operations.md from the app's definition (`npm run docs`). */
import {
  compiled,
  formFieldsOf,
  offered,
  operationsOf,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../zapier/local/definition.ts';
import { page } from './markdown.ts';

/** Outputs of several operations: their title, and the operations that have them all. */
const sharedOutputs: [title: string, of: string[]][] = [
  ['An event', ['case_submitted', 'event_received']],
  ['A case', ['find_case']],
  ['A related person', ['find_related_persons', 'add_related_person']],
  ['A company', ['search_companies']],
];
const filters = 'Filters';
/** What each trigger takes and returns is said once. */
const ofTriggers = [filters, 'An event'];

/** True for a field of the business or person itself, not of its role in the case. */
const ofSubject = ({ key }: Field) =>
  !/^(application_id|roles|.*ownership.*|additional_fields)$/.test(key);

/**
 * Inputs of several operations: title, the operation that has them all, and a test for the fields.
 */
const sharedInputs: [title: string, from: string, fits: (field: Field) => boolean][] = [
  [filters, 'case_submitted', () => true],
  ['A business', 'add_related_business', ofSubject],
  ['A person', 'add_related_person', ofSubject],
];
const others = 'Other shared fields';

const link = (title: string) =>
  `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`;
const identity = ({ key, label, helpText }: Field) => [key, label, helpText].join('\n');

/** The fields of all operations, and the section of each that several take. */
async function inputsOf(operations: Operation[]) {
  const users = new Map<string, { field: Field; keys: string[] }>();
  for (const operation of operations) {
    for (const field of await formFieldsOf(operation)) {
      const { keys } = users.get(identity(field)) ?? { keys: [] };
      users.set(identity(field), { field, keys: [...keys, operation.key] });
    }
  }
  const shared = new Map<string, string>();
  for (const [id, { field, keys }] of users) {
    const section = sharedInputs.find(([, from, fits]) => keys.includes(from) && fits(field));
    if (keys.length > 1) shared.set(id, section?.[0] ?? others);
  }
  return { shared, fields: [...users.values()].map(({ field }) => field) };
}
type Inputs = Awaited<ReturnType<typeof inputsOf>>;

/** One `*` replaces the parts of an address and the values of a list. */
const part = /(address__|\[\]|^(?:business|trading|person)_address_)(\w+)$/;
const keysOf = (fields: Field[]) =>
  [...new Set(fields.map(({ key }) => `\`${key.replace(part, '$1*')}\``))].join(', ');

/** The labels with their keys. The editor explains each field, so the page does not. */
const namesOf = (fields: Field[]): string =>
  fields
    .map(({ key, label, required, children = [] }) => {
      const lines = children.length ? `; a line has ${keysOf(children)}` : '';
      return `**${label}** (\`${key}\`${required ? ', required' : ''}${lines})`;
    })
    .join(', ');

/** The inputs of an operation: its own with their keys, shared ones by their titles or labels. */
async function inputText(operation: Operation, inputs: Inputs, known: string[] = []) {
  const fields = await formFieldsOf(operation);
  const titleOf = (field: Field) => inputs.shared.get(identity(field));
  const own = fields.filter((field) => !titleOf(field));
  const titles = sharedInputs
    .map(([title]) => title)
    .filter((title) => !known.includes(title) && fields.some((field) => titleOf(field) === title));
  const labels = fields.filter((field) => titleOf(field) === others).map(({ label }) => label);
  const also = [...titles.map(link), ...labels.map((label) => `*${label}*`)];
  return [
    own.length ? `Takes ${namesOf(own)}.` : '',
    also.length ? `${own.length ? 'Also takes' : 'Takes'} ${also.join(', ')}.` : '',
  ];
}

/** The outputs of an operation: shared ones as a link, the rest by key. */
function outputText(outputs: Field[], shared: Record<string, Field[]>, known: string[] = []) {
  const keys = new Set(outputs.map(({ key }) => key));
  const found = Object.entries(shared).find(([, fields]) =>
    fields.every(({ key }) => keys.has(key)),
  );
  const [title = '', fields = []] = found ?? [];
  const inside = new Set(fields.map(({ key }) => key));
  const rest = outputs.filter(({ key }) => !inside.has(key));
  const parts = [
    title && !known.includes(title) ? link(title) : '',
    rest.length ? keysOf(rest) : '',
  ];
  return parts.some(Boolean) ? `Returns ${parts.filter(Boolean).join(', ')}.` : '';
}

/** The section of fields that several operations take. */
function sharedSection(title: string, inputs: Inputs): string[] {
  const found = inputs.fields.filter((field) => inputs.shared.get(identity(field)) === title);
  const parts = found.filter(({ key }) => part.test(key));
  const fields = found.filter(({ key }) => !part.test(key));
  return [
    found.length ? `### ${title}` : '',
    fields.length ? `${namesOf(fields)}.` : '',
    parts.length ? `Addresses: ${keysOf(parts)}.` : '',
  ];
}

export async function operationsPage(definition: Record<string, any>): Promise<string> {
  const app = compiled(definition);
  const inputs = await inputsOf(operationsOf(app));
  const operations = operationsOf(app);
  const outputsOf = async (key: string) =>
    outputFieldsOf(operations.find((operation) => operation.key === key)!);
  const outputs: Record<string, Field[]> = {};
  for (const [title, keys] of sharedOutputs) {
    const [first, ...further] = await Promise.all(keys.map(outputsOf));
    outputs[title] = first!.filter(({ key }) =>
      further.every((fields) => fields.some((field) => field.key === key)),
    );
  }
  const group = async (title: string, members: Record<string, Operation>, known?: string[]) => {
    const sections = offered(members).map(async (operation) => [
      `### ${operation.display.label}`,
      `\`${operation.key}\``,
      ...(await inputText(operation, inputs, known)),
      outputText(await outputFieldsOf(operation), outputs, known),
    ]);
    return [
      `## ${title}`,
      known ? `Each takes ${link(known[0]!)} and returns ${link(known[1]!)}.` : '',
      ...(await Promise.all(sections)).flat(),
    ];
  };
  const all = Object.values(outputs).flat();
  const parts = [
    ...new Set(all.flatMap(({ key }) => part.exec(key)?.[2]?.replace(/^_/, '') ?? [])),
  ];
  const both = Object.values<Pick<Operation, 'display'>>(app.searchOrCreates);
  return page(
    '# Operations',
    'Look up a field, its key or a value that a step returns. A field of several operations is listed once, under [shared fields](#shared-fields); those in italics are at [the end of them](#other-shared-fields). The editor explains each operation and each field, with examples.',
    ...(await group('Triggers', app.triggers, ofTriggers)),
    ...(await group('Actions', app.creates)),
    ...(await group('Searches', app.searches)),
    ...both.map(({ display }) => `**${display.label}**: ${display.description}`),
    '## Shared fields',
    ...[...sharedInputs.map(([title]) => title), others].flatMap((title) =>
      sharedSection(title, inputs),
    ),
    '## Shared outputs',
    `\`*\` stands for ${parts.map((name) => `\`${name}\``).join(', ')}.`,
    ...Object.entries(outputs).flatMap(([title, fields]) => {
      const { [title]: _, ...further } = outputs;
      return [`### ${title}`, outputText(fields, further)];
    }),
  );
}
