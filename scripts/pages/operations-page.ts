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
import { page, table } from './markdown.ts';

/** Outputs of several operations -> the operation that shows them. */
const sharedOutputs = { 'A case': 'find_case', 'A company': 'search_companies' };

/** True for a field of the business or person itself, not of its role in the case. */
const ofSubject = ({ key }: Field) =>
  !/^(application_id|roles|.*ownership.*|additional_fields)$/.test(key);

/**
 * Inputs of several operations: title, the operation that has them all, and a test for the fields.
 */
const sharedInputs: [title: string, from: string, fits: (field: Field) => boolean][] = [
  ['Filters', 'case_submitted', () => true],
  ['A business', 'add_related_business', ofSubject],
  ['A person', 'add_related_person', ofSubject],
];
const others = 'Other shared fields';

const link = (title: string) =>
  `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`;
const identity = ({ key, label, helpText }: Field) => [key, label, helpText].join('\n');
const sentences = (help = '') => help.split(/(?<=\.) (?=[A-Z])/);

/** The shared section of each input, and the help sentences that appear only once. */
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
  const fields = [...users.values()].map(({ field }) => field);
  const all = fields.flatMap(({ helpText }) => sentences(helpText));
  const repeated = [...new Set(all)].filter(
    (sentence) => all.filter((other) => other === sentence).length > 4,
  );
  return { shared, fields, repeated };
}
type Inputs = Awaited<ReturnType<typeof inputsOf>>;

/** One `*` replaces the parts of an address and the values of a list. */
const part = /(address__|\[\])(\w+)$/;
const keysOf = (fields: Field[]) =>
  [...new Set(fields.map(({ key }) => `\`${key.replace(part, '$1*')}\``))].join(', ');

function rowsOf(fields: Field[], { repeated }: Inputs): string {
  return table(
    ['Field', 'Key', 'Help'],
    fields.map(({ key, label, helpText, required, children = [] }) => [
      label,
      `\`${key}\``,
      [
        required ? 'Required.' : '',
        ...sentences(helpText).filter((sentence) => !repeated.includes(sentence)),
        children.length ? `A line has ${keysOf(children)}.` : '',
      ]
        .filter(Boolean)
        .join(' '),
    ]),
  );
}

/** The inputs of an operation: its own in a table, shared ones as a link. */
async function inputText(operation: Operation, inputs: Inputs): Promise<string[]> {
  const fields = await formFieldsOf(operation);
  const titleOf = (field: Field) => inputs.shared.get(identity(field));
  const own = fields.filter((field) => !titleOf(field));
  const titles = [...sharedInputs.map(([title]) => title), others].filter((title) =>
    fields.some((field) => titleOf(field) === title),
  );
  const also = titles.map((title) => {
    if (title !== others) return link(title);
    const labels = fields.filter((field) => titleOf(field) === title).map(({ label }) => label);
    return `${labels.map((label) => `*${label}*`).join(', ')} (${link(title)})`;
  });
  return [
    own.length ? rowsOf(own, inputs) : '',
    also.length ? `${own.length ? 'Also takes' : 'Takes'} ${also.join(', ')}.` : '',
  ];
}

/** The outputs of an operation: shared ones as a link, the rest by key. */
function outputText(outputs: Field[], shared: Record<string, Field[]>): string {
  const keys = new Set(outputs.map(({ key }) => key));
  const found = Object.entries(shared).find(([, fields]) =>
    fields.every(({ key }) => keys.has(key)),
  );
  if (!found) return `Returns: ${keysOf(outputs)}.`;
  const [title, fields] = found;
  const inside = new Set(fields.map(({ key }) => key));
  const rest = outputs.filter(({ key }) => !inside.has(key));
  return `Returns: ${[link(title), ...(rest.length ? [keysOf(rest)] : [])].join(', ')}.`;
}

export async function operationsPage(definition: Record<string, any>): Promise<string> {
  const app = compiled(definition);
  const inputs = await inputsOf(operationsOf(app));
  const outputs: Record<string, Field[]> = {};
  for (const [title, key] of Object.entries(sharedOutputs)) {
    outputs[title] = await outputFieldsOf(app.searches[key]);
  }
  const group = async (title: string, operations: Record<string, Operation>) => {
    const sections = offered(operations).map(async (operation) => [
      `### ${operation.display.label}`,
      `\`${operation.key}\`: ${sentences(operation.display.description)[0]}`,
      ...(await inputText(operation, inputs)),
      outputText(await outputFieldsOf(operation), outputs),
    ]);
    return [`## ${title}`, ...(await Promise.all(sections)).flat()];
  };
  const explained = new Set<string | undefined>();
  const sharedFields = (title: string) => {
    const found = inputs.fields.filter((field) => inputs.shared.get(identity(field)) === title);
    const fresh = found.filter(
      ({ helpText }) => !explained.has(helpText) && explained.add(helpText),
    );
    const same = found.filter((field) => !fresh.includes(field));
    return [
      found.length ? `### ${title}` : '',
      fresh.length ? rowsOf(fresh, inputs) : '',
      same.length ? `As above: ${keysOf(same)}.` : '',
    ];
  };
  const all = Object.values(outputs).flat();
  const parts = [...new Set(all.flatMap(({ key }) => part.exec(key)?.[2] ?? []))];
  const both = Object.values<Pick<Operation, 'display'>>(app.searchOrCreates);
  return page(
    '# Operations',
    'Look up a field, its key or a value that a step returns. A field of several operations is listed once, under [shared fields](#shared-fields). `npm run docs` writes this page.',
    ...(await group('Triggers', app.triggers)),
    ...(await group('Actions', app.creates)),
    ...(await group('Searches', app.searches)),
    ...both.map(({ display }) => `**${display.label}**: ${display.description}`),
    '## Shared fields',
    ...inputs.repeated.map((sentence) => `*Case*: ${sentence}`),
    ...[...sharedInputs.map(([title]) => title), others].flatMap(sharedFields),
    '## Shared outputs',
    `\`*\` stands for ${parts.map((name) => `\`${name}\``).join(', ')}.`,
    ...Object.entries(outputs).flatMap(([title, fields]) => [`### ${title}`, `${keysOf(fields)}.`]),
  );
}
