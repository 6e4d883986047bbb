/** Recipes as tables of steps, with the labels of the editor. */
import { isRecord } from '../../client/basics/json.ts';
import { letters } from '../../demo/recipes/letters.ts';
import { replaced, type Recipe, type Step } from '../../demo/recipes/recipe.ts';
import { dealField } from '../../demo/recipes/account.ts';
import { dealInput } from '../../demo/recipes/steps.ts';
import {
  compiled,
  inputFieldsOf,
  kinds,
  outputFieldsOf,
  type Field,
  type Operation,
} from '../../zapier/local/definition.ts';
import { table } from './markdown.ts';

/** Labels of our operations: `creates.create_case` -> key of a field -> its label in the editor. */
export interface Labels {
  input: Record<string, Record<string, string>>;
  output: Record<string, Record<string, string>>;
  /** Operation -> key of a field -> value -> label of the choice. */
  choices: Record<string, Record<string, Record<string, string>>>;
  /** Operation -> key of a field -> what the form has in it already. */
  presets: Record<string, Record<string, string | undefined>>;
}

/** Reads the labels of every operation in a recipe, for an account with the field for the deal. */
export async function labelsOfApp(definition: Record<string, any>): Promise<Labels> {
  const app = compiled(definition);
  const labels: Labels = { input: {}, output: {}, choices: {}, presets: {} };
  for (const group of kinds) {
    for (const operation of Object.values<Operation>(app[group])) {
      const name = `${group}.${operation.key}`;
      const named = (fields: Field[]) =>
        Object.fromEntries(fields.map(({ key, label }) => [key, label ?? key]));
      const fields: Field[] = [...(await inputFieldsOf(operation)), dealInput];
      labels.input[name] = named(fields);
      labels.presets[name] = Object.fromEntries(fields.map((one) => [one.key, one.default]));
      labels.choices[name] = Object.fromEntries(
        fields.map((field) => [
          field.key,
          Object.fromEntries((field.choices ?? []).map(({ value, label }) => [value, label])),
        ]),
      );
      const stored = { key: `custom_fields__${dealField.name}`, label: dealField.label };
      labels.output[name] = named([...(await outputFieldsOf(operation)), stored]);
    }
  }
  return labels;
}

/** `properties.registration_number` and `Registration_Number__c` -> `Registration Number`. */
const titled = (path: string[]): string =>
  path
    .filter((part) => part !== 'properties')
    .flatMap((part) => part.replace(/__c$/, '').split(/_|(?<=[a-z])(?=[A-Z])/))
    .map((word) => (/^id$/i.test(word) ? 'ID' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

/** A value with mappings as the editor displays them, `[2. Portal Link]`. */
function showValue(value: unknown, steps: Step[], labels: Labels): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return [value].flat().join(', ');
  return replaced(value, (number, path) => {
    const { operation } = steps[number - 1]!;
    const label = operation && labels.output[operation]?.[path.join('__')];
    return `[${number}. ${label ?? titled(path)}]`;
  });
}

/** Label and value of each field of an input. A group of pairs becomes several rows. */
export function inputRows({ operation, input = {} }: Step, steps: Step[], labels: Labels) {
  const presets = labels.presets[operation ?? ''];
  const entries = Object.entries(input).filter(([key, value]) => presets?.[key] !== value);
  return entries.flatMap(([key, value]) => {
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

/** The heading of a letter on its page. */
export const titleOf = (letter: string): string => letter.charAt(0).toUpperCase() + letter.slice(1);

/** Subject and body of a letter: the words stand on a page of their own, and the values to map here. */
function wordsOf(letter: string, body: string): string {
  const values = [...new Set(body.match(/\[\d+\. [^\]]+\]/g))];
  return `Subject, Body: [the letter *${titleOf(letter)}*](letters.md#${letter}) with ${values.join(', ')}`;
}

/** What to enter in a step, line by line. */
function entered(step: Step, steps: Step[], labels: Labels): string[] {
  const name = Object.entries(letters).find(([, one]) => one.subject === step.input?.Subject)?.[0];
  const rules = (step.conditions ?? []).map(({ value, is, than }) =>
    [value, `*${is}*`, than]
      .filter((part) => part !== undefined)
      .map((part) => showValue(part, steps, labels))
      .join(' '),
  );
  const lines = inputRows(step, steps, labels)
    .filter(([label]) => !name || label !== 'Subject')
    .map(([label, value]) =>
      name && label === 'Body' ? wordsOf(name, value!) : `${label}: ${value}`,
    );
  return [...rules, ...lines];
}

/** Our steps are bold. */
const nameOf = ({ operation, app, event }: Step) =>
  operation ? `**${event}**` : `${app}: ${event}`;

interface Line {
  step: string;
  lines: string[];
}

/** The steps with those of their error handlers. */
const linesOf = (steps: Recipe, labels: Labels): Line[] =>
  steps.flatMap((step, index) =>
    [step, step.onError].flatMap((one, isHandler) =>
      one
        ? {
            step: `${index + 1}${isHandler ? ', error handler:' : '.'} ${nameOf(one)}`,
            lines: entered(one, steps, labels),
          }
        : [],
    ),
  );

/** A line with the names of the steps in place of their numbers, which change when steps are added. */
const withNames = (line: string, steps: Recipe) =>
  line.replaceAll(/(?<=^|\[)\d+/g, (number) => nameOf(steps[Number(number) - 1]!));

/** What is new since the recipe before: its steps stand in the same order in the one with more. */
function since(before: Recipe, steps: Recipe, labels: Labels): Line[] {
  const old = linesOf(before, labels);
  return linesOf(steps, labels).flatMap((line) => {
    const [first] = old;
    if (!first || withNames(first.step, before) !== withNames(line.step, steps)) return line;
    const known = old.shift()!.lines.map((one) => withNames(one, before));
    const lines = line.lines.filter((one) => !known.includes(withNames(one, steps)));
    return lines.length ? { ...line, lines } : [];
  });
}

/** A row for each step of a recipe, or for what is new in it. */
export const stepTable = (steps: Recipe, labels: Labels, before: Recipe = []): string =>
  table(
    ['Step', 'Enter'],
    since(before, steps, labels).map(({ step, lines }) => [
      step,
      lines.join('<br>') || '(nothing)',
    ]),
  );

/** All that a recipe asks for in the editor: connections, what to enter, tests. */
export const entriesOf = (steps: Recipe, labels: Labels): string[] =>
  linesOf(steps, labels).flatMap(({ step, lines }, index) => {
    const { app } = steps[index]!;
    const isConnected = app.endsWith(' by Zapier');
    return [...(isConnected ? [] : [`connection of ${app}`]), ...lines, `test of ${step}`];
  });
