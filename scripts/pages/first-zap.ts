/** Pictures of the first Zap for docs/for-admins.md: its connection and each step. */
import authentication from '../../authentication.ts';
import type { Recipe, Step } from '../../demo/recipes/recipe.ts';
import { formFieldsOf, operationsOf, outputFieldsOf } from '../../test/support/definition.ts';
import type { Form } from './editor-form.tsx';
import { inputRows, sampleRows, type Labels } from './recipe-pages.ts';

/** A form whose rows are label and value. */
const filledForm = (key: string, label: string, description: string, rows: string[][]): Form => ({
  key,
  label,
  description,
  groups: [],
  fields: rows.map(([name]) => ({ key: name!, label: name! })),
  values: Object.fromEntries(rows) as Record<string, string>,
});

const connection = (): Form => ({
  key: '1-connection',
  label: 'Connect Compliance Onboarding',
  description: 'The address of the service and a key of your account.',
  groups: [],
  fields: authentication.fields,
  values: { base_url: 'https://app.ondorse.co', api_key: '••••••••••••' },
});

/** The form of an operation, for a business if there is a choice. */
function formOf(app: Record<string, any>, key: string): Form {
  const operation = operationsOf(app).find((candidate) => candidate.key === key)!;
  const groups = operation.operation.inputFieldGroups ?? [];
  return {
    key,
    ...operation.display,
    groups,
    // Fields without a group come first.
    fields: formFieldsOf(operation, { subject: 'business' }).map((field) => ({
      ...field,
      group: groups.find((group) => group.key === field.group)?.key,
    })),
  };
}

/** One of our steps: its operation's form with labels and help texts. */
function ownStep(app: Record<string, any>, key: string, rows: string[][], step: Step): Form {
  const form = formOf(app, step.operation!.split('.')[1]!);
  // A group of pairs is one field of the form.
  const byLabel = new Map<string, string>();
  for (const [label = '', value = ''] of rows) {
    const [field = '', pair] = label.split(': ');
    const text = pair ? `${pair} = ${value}` : value;
    byLabel.set(field, [byLabel.get(field), text].filter(Boolean).join(', '));
  }
  const values = form.fields.flatMap(({ key: field, label = field, choices }) => {
    const value = byLabel.get(label);
    if (value === undefined) return [];
    return [[field, (choices as Record<string, string> | undefined)?.[value] ?? value]];
  });
  return { ...form, key, values: Object.fromEntries(values) as Record<string, string> };
}

/** The test result of a step: the values that later steps map. */
async function testResult(app: Record<string, any>, step: Step): Promise<Form> {
  const [group = '', name = ''] = step.operation!.split('.');
  const { operation } = app[group][name] as { operation: { resource: string } };
  const { sample, outputFields } = app.resources[operation.resource];
  const labels = await outputFieldsOf({ operation: { outputFields } } as never);
  const wanted = ['name', 'portal_link', 'application_id', 'already_existed'];
  const rows = wanted.map((key) => [
    labels.find((field) => field.key === key)?.label ?? key,
    String(sample[key]),
  ]);
  return filledForm('4-test', 'Test step', 'What the step hands over, among others.', rows);
}

/**
 * The forms of the recipe in the order of the guide: connection, trigger, our step, its test
 * result, and the next steps.
 */
export async function firstZapForms(app: Record<string, any>, { steps }: Recipe, labels: Labels) {
  const own = steps.findIndex(({ operation }) => operation);
  const [trigger, action] = [steps[0]!, steps[own]!];
  const rowsOf = (step: Step) => inputRows(step, steps, labels);
  return [
    connection(),
    filledForm('2-trigger', `1. ${trigger.app}`, trigger.event, sampleRows(trigger.sample)),
    ownStep(app, '3-start-onboarding', rowsOf(action), action),
    await testResult(app, action),
    ...steps
      .slice(own + 1)
      .map((step, index) =>
        filledForm(
          `${index + 5}-${step.app.toLowerCase()}`,
          `${own + index + 2}. ${step.app}`,
          step.event,
          rowsOf(step),
        ),
      ),
  ];
}
