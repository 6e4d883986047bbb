/**
 * Zapier's published requirements for integrations, as far as a script can check them. Codes are
 * those of Zapier's checks. T and Z checks need live results and are tests with the sandbox.
 */
import {
  compiled,
  inputFieldsOf,
  kinds,
  offered,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../zapier/local/definition.ts';

/** The month of our copy of the rules. */
export const copiedIn = 'November 2026';

type App = Record<string, any>;

const small = new Set('a an and as by for in of on or the to with'.split(' '));
const isTitleCase = (text: string) =>
  text
    .replace(/\(.*\)/, '')
    .trim()
    .split(' ')
    .every((word, index) => (index > 0 && small.has(word)) || /^[A-Z0-9]/.test(word));

const at = (value: unknown, path: string): unknown =>
  path
    .split('__')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value);

/** The first words of labels: an adjective and a noun for a trigger, else a verb and a noun. */
const labels = {
  triggers: /^(New|[A-Z][a-z]+ed) [A-Z]/,
  creates: /^(Add|Create|Enrich|Record|Send|Start|Submit|Update|Upload) [A-Z]/,
  searches: /^Find [A-Z]/,
};
const starts = { triggers: 'Triggers when ', creates: '(Creates|Updates) ', searches: 'Finds ' };

/** D004 asks for a dropdown, but the specification has no list of these. */
const withoutList = new Set([
  // Its list is the account's.
  'expected_document_id',
  // An ID of the CRM.
  'deal_id',
]);

/** A rule's problem with a field, and the test for it. */
const fieldRules: [what: string, isBroken: (field: Field, help: string) => boolean][] = [
  [
    'D001 looks like a secret',
    ({ key, type }) => /secret|password|token|api_key/.test(key) || type === 'password',
  ],
  // Limits of the platform's schema, which it applies to static fields alone.
  ['label is too long', ({ label = '' }) => label.length > 64],
  ['help text is too long', (_, help) => help.length > 1000],
  ['D011 help repeats the label', ({ label = '' }, help) => help === label],
  ['help text is too short', ({ children }, help) => help.length < 20 && !children],
  // Assistants that call the action read a text alone.
  [
    'help text speaks of the form around it',
    (_, help) => /\b(above|below)\b|nothing to type/i.test(help),
  ],
  ['D018 label is not in title case', ({ label = '' }) => !isTitleCase(label)],
  ['label says ID', ({ label = '' }) => /\bID\b/.test(label)],
  [
    'D004 no dropdown',
    ({ key, choices, dynamic }) =>
      /(^|_)id$/.test(key) && !choices && !dynamic && !withoutList.has(key),
  ],
  ['D007 http instead of https', (_, help) => /\bhttp:\/\//.test(help)],
  ['D025 unsafe link', (_, help) => /javascript:|data:/.test(help)],
  ['D008 broken link', (_, help) => /\]\((?!https:\/\/)/.test(help)],
];

async function fieldProblems(app: App, operation: Operation): Promise<string[]> {
  const fields = await inputFieldsOf(operation);
  const keys = fields.map(({ key }) => key);
  const hasKey = (group: object, reference?: string) =>
    !reference || Object.hasOwn(group, reference.split('.')[0]!);
  return fields.flatMap((field, index) => {
    const { key, helpText = '', dynamic, search } = field;
    const broken = fieldRules.filter(([, isBroken]) => isBroken(field, helpText));
    return [
      ...broken.map(([what]) => `${key}: ${what}`),
      ...(keys.indexOf(key) === index ? [] : [`${key}: key used twice`]),
      ...(hasKey(app.triggers, dynamic) ? [] : [`${key}: D013 no ${dynamic}`]),
      ...(hasKey(app.searches, search) ? [] : [`${key}: D014 no ${search}`]),
      // The editor shows Add a Search Step only next to a list.
      ...(search && !dynamic ? [`${key}: D014 no list beside ${search}`] : []),
    ];
  });
}

async function outputProblems({ operation }: Operation): Promise<string[]> {
  const outputs = await outputFieldsOf({ operation });
  const sample = operation.sample ?? {};
  const isListed = (name: string) =>
    ['custom_fields', 'meta', 'data'].includes(name) ||
    outputs.some(
      ({ key }) => key === name || key.startsWith(`${name}__`) || key.startsWith(`${name}[]`),
    );
  const isNoTime = ({ key, type }: Field) =>
    type === 'datetime' && !/^$|T.*(Z|[+-]\d\d:\d\d)$/.test(String(at(sample, key) ?? ''));
  return [
    ...Object.keys(sample)
      .filter((name) => !isListed(name))
      .map((name) => `D024 ${name} has no output field`),
    ...outputs.filter(isNoTime).map(({ key }) => `D023 ${key}`),
  ];
}

/** A rule's problem with an operation, and the test for it. */
const operationRules: [
  what: string,
  isBroken: (operation: Operation, kind: (typeof kinds)[number]) => boolean,
][] = [
  ['D018 label is not in title case', ({ display }) => !isTitleCase(display.label)],
  [
    'D021 description',
    ({ display }, kind) => !new RegExp(`^${starts[kind]}.*\\.$`).test(display.description),
  ],
  [
    'label is not a word of scripts/publish/publishing-rules.ts with a noun',
    ({ display }, kind) => !labels[kind].test(display.label),
  ],
  // A Zap that runs on any change runs too often.
  [
    'no filter of what was updated',
    ({ display, operation }, kind) =>
      kind === 'triggers' && display.label.startsWith('Updated ') && !operation.inputFields?.length,
  ],
  ['description is longer than 140', ({ display }) => display.description.length > 140],
  ['D012 no sample', ({ operation }) => !operation.sample],
  ['D010 no primary key in the sample', ({ operation }) => !operation.sample?.id],
  [
    'D017 static hook: a public app must register its webhooks itself',
    ({ operation: { type, performSubscribe, performUnsubscribe } }, kind) =>
      kind === 'triggers' && !(type === 'hook' && performSubscribe && performUnsubscribe),
  ],
  ['D006 no performList', ({ operation }, kind) => kind === 'triggers' && !operation.performList],
  ['D009 no input', ({ operation }, kind) => kind === 'searches' && !operation.inputFields?.length],
  [
    'D022 no static field',
    ({ operation }, kind) =>
      kind === 'creates' && !operation.inputFields?.some((field) => typeof field !== 'function'),
  ],
];

/** The broken rules, one line each. */
export async function publishingProblems(definition: App): Promise<string[]> {
  const app = compiled(definition);
  const problems: string[] = [];
  for (const field of app.authentication.fields as Field[]) {
    // A value that the service gives. The others are the admin's own, or seldom needed.
    if (field.required && !/\]\(https:/.test(field.helpText ?? ''))
      problems.push(`D002 ${field.key}: no link in the help text`);
  }
  if (!app.authentication.connectionLabel) problems.push('D003 no connection label');
  for (const kind of kinds) {
    for (const operation of offered(app[kind])) {
      const broken = operationRules.filter(([, isBroken]) => isBroken(operation, kind));
      const found = [
        ...(await fieldProblems(app, operation)),
        ...broken.map(([what]) => what),
        ...(await outputProblems(operation)),
      ];
      problems.push(...found.map((text) => `${operation.key}: ${text}`));
    }
  }
  for (const { search, create } of Object.values<{ search: string; create: string }>(
    app.searchOrCreates ?? {},
  )) {
    if (!app.searches[search] || !app.creates[create])
      problems.push(`D015 ${search} or ${create} is missing`);
  }
  return problems;
}
