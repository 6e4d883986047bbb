/** Recipes as tables of steps, with the labels of the editor. */
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

/** What the editor shows of our operations, such as `creates.create_case`. */
export interface Labels {
  /** Operation -> key -> field of its input. */
  input: Record<string, Record<string, Field>>;
  /** Operation -> key of an output -> its label. */
  output: Record<string, Record<string, string>>;
}

/** Reads the labels of every operation in a recipe, for an account with the field for the deal. */
export async function labelsOfApp(definition: Record<string, any>): Promise<Labels> {
  const app = compiled(definition);
  const labels: Labels = { input: {}, output: {} };
  for (const group of kinds) {
    for (const operation of Object.values<Operation>(app[group])) {
      const name = `${group}.${operation.key}`;
      const fields: Field[] = [...(await inputFieldsOf(operation)), dealInput];
      labels.input[name] = Object.fromEntries(fields.map((field) => [field.key, field]));
      const stored = { key: `custom_fields__${dealField.name}`, label: dealField.label };
      const outputs = [...(await outputFieldsOf(operation)), stored];
      labels.output[name] = Object.fromEntries(outputs.map(({ key, label = key }) => [key, label]));
    }
  }
  return labels;
}

/** `properties.registration_number` and `Registration_Number__c` -> `Registration Number`. */
export const titled = (path: string[]): string =>
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

/** Label and value of each field of an input, but for what the form has already. */
export const inputRows = ({ operation = '', input = {} }: Step, steps: Step[], labels: Labels) =>
  Object.entries(input).flatMap(([key, value]): [label: string, value: string][] => {
    const { label = key, choices = [], default: preset } = labels.input[operation]?.[key] ?? {};
    if (value === preset) return [];
    const named = [value].flat().map((one) => choices.find((it) => it.value === one)?.label ?? one);
    return [[label, showValue(Array.isArray(value) ? named : named[0], steps, labels)]];
  });

/** Subject and body of a letter: the words stand on a page of their own, and the values to map here. */
function wordsOf(letter: string, body: string): string {
  const values = [...new Set(body.match(/\[\d+\. [^\]]+\]/g))];
  return `Subject, Body: [the letter *${titled([letter])}*](letters.md#${letter}) with ${values.join(', ')}`;
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
      name && label === 'Body' ? wordsOf(name, value) : `${label}: ${value}`,
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
    const isOfZapier = app.endsWith(' by Zapier');
    return [...(isOfZapier ? [] : [`connection of ${app}`]), ...lines, `test of ${step}`];
  });
