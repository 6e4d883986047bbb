/**
 * Zapier's published integration requirements, as far as a script can check them. Codes are those
 * of Zapier's checks. T and Z checks, which need live results, are tests against the sandbox.
 */
import { compiled } from '../../testing/app-handler.ts';

type Field = {
  key: string;
  label?: string;
  helpText?: string;
  type?: string;
  choices?: unknown;
  /** `trigger.id.label`: the trigger that fills a dropdown. */
  dynamic?: string;
  /** `search.id`: the search that finds a value. */
  search?: string;
  children?: Field[];
};
interface Operation {
  key: string;
  noun: string;
  display: { label: string; description: string };
  operation: Record<string, unknown> & {
    inputFields?: (Field | ((z: unknown, bundle: unknown) => Field[]))[];
    outputFields?: (Field | (() => Promise<Field[]>))[];
    sample?: Record<string, unknown>;
  };
}
type App = Record<string, any>;

const small = new Set([
  'a',
  'an',
  'and',
  'as',
  'by',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);
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

const starts = { triggers: 'Triggers when ', creates: '(Creates|Updates) ', searches: 'Finds ' };

/** The fields the editor shows for an input, those of functions included. */
export const formFieldsOf = (
  { operation }: Pick<Operation, 'operation'>,
  inputData: object = {},
): Field[] =>
  (operation.inputFields ?? []).flatMap((field) =>
    typeof field === 'function' ? field({}, { inputData }) : field,
  );

/** Every input field, line items included. */
export function inputFieldsOf(operation: Pick<Operation, 'operation'>): Field[] {
  return formFieldsOf(operation).flatMap((field) => [field, ...(field.children ?? [])]);
}

/** Every output field, those of functions included. */
export async function outputFieldsOf({
  operation,
}: Pick<Operation, 'operation'>): Promise<Field[]> {
  const groups = (operation.outputFields ?? []).map((field) =>
    typeof field === 'function' ? field() : [field],
  );
  return (await Promise.all(groups)).flat();
}

/** Things of which the specification has no list to choose from (D004 asks for a dropdown). */
const withoutList = new Set([
  'application_id',
  'person_id',
  'business_id',
  // Its list is that of the account.
  'expected_document_id',
]);

function fieldProblems(operation: Operation): string[] {
  const fields = inputFieldsOf(operation);
  const keys = fields.map(({ key }) => key);
  return [
    ...keys
      .filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `${key}: key used twice`),
    ...fields.flatMap((field) => {
      const { key, label = '', helpText = '', type, children } = field;
      return [
        ...(/secret|password|token|api_key/.test(key) || type === 'password'
          ? [`D001 ${key} looks like a secret`]
          : []),
        ...(helpText === label ? [`D011 ${key}: help repeats the label`] : []),
        ...(helpText.length < 20 && !children ? [`${key}: help text is too short`] : []),
        // A text is also read alone, by assistants that call the action.
        ...(/\b(above|below)\b|nothing to type/i.test(helpText)
          ? [`${key}: help text speaks of the form around it`]
          : []),
        ...(isTitleCase(label) ? [] : [`D018 ${key}: label "${label}" is not in title case`]),
        ...(/\bID\b/.test(label) ? [`${key}: label says ID`] : []),
        ...(/(^|_)id$/.test(key) && !field.choices && !field.dynamic && !withoutList.has(key)
          ? [`D004 ${key}: no dropdown`]
          : []),
        ...(/\bhttp:\/\//.test(helpText) ? [`D007 ${key}: http instead of https`] : []),
        ...(/javascript:|data:/.test(helpText) ? [`D025 ${key}: unsafe link`] : []),
        ...([...helpText.matchAll(/\]\(([^)]*)\)/g)].some(([, url]) => !url!.startsWith('https://'))
          ? [`D008 ${key}: broken link`]
          : []),
      ];
    }),
  ];
}

/** What falls short, one line each; empty when nothing does. */
export async function publishingProblems(definition: App): Promise<string[]> {
  const app = compiled(definition);
  const problems: string[] = [];
  for (const field of app.authentication.fields as Field[]) {
    if (!/\]\(https:/.test(field.helpText ?? ''))
      problems.push(`D002 ${field.key}: no link in the help text`);
  }
  if (!app.authentication.connectionLabel) problems.push('D003 no connection label');
  for (const kind of ['triggers', 'creates', 'searches'] as const) {
    for (const operation of Object.values(app[kind]) as Operation[]) {
      const { key, display, operation: details } = operation;
      const say = (text: string) => problems.push(`${key}: ${text}`);
      fieldProblems(operation).forEach(say);
      for (const { key: field, dynamic, search } of inputFieldsOf(operation)) {
        if (dynamic && !app.triggers[dynamic.split('.')[0]!]) say(`D013 ${field}: no ${dynamic}`);
        if (search && !app.searches[search.split('.')[0]!]) say(`D014 ${field}: no ${search}`);
      }
      if (!isTitleCase(display.label)) say('D018 label is not in title case');
      if (!new RegExp(`^${starts[kind]}.*\\.$`).test(display.description)) say('D021 description');
      if (!details.sample) say('D012 no sample');
      if (!details.sample?.id) say('D010 no primary key in the sample');
      if (kind === 'triggers') {
        if (details.type !== 'hook' || !details.performSubscribe || !details.performUnsubscribe)
          say('D017 static hook: a public app must register its webhooks itself');
        if (!details.performList) say('D006 no performList');
      }
      if (kind === 'searches' && !details.inputFields?.length) say('D009 no input');
      if (kind === 'creates' && !details.inputFields?.some((field) => typeof field !== 'function'))
        say('D022 no static field');
      const outputs = await outputFieldsOf(operation);
      const known = new Set(outputs.map((field) => field.key));
      for (const field of Object.keys(details.sample ?? {})) {
        const listed =
          known.has(field) || [...known].some((other) => other.startsWith(`${field}__`));
        if (!listed && !['custom_fields', 'data'].includes(field))
          say(`D024 ${field} has no output field`);
      }
      for (const { key: path, type } of outputs) {
        const value = at(details.sample, path);
        if (type === 'datetime' && value && !/T.*(Z|[+-]\d\d:\d\d)$/.test(String(value)))
          say(`D023 ${path}`);
      }
    }
  }
  for (const { search, create } of Object.values(app.searchOrCreates ?? {}) as {
    search: string;
    create: string;
  }[]) {
    if (!app.searches[search] || !app.creates[create])
      problems.push(`D015 ${search} or ${create} is missing`);
  }
  return problems;
}
