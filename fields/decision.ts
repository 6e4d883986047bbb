/** A compliance decision on a case. */
import type { Labels } from '../client/labels.ts';
import type { Decision, NewDecision, RecordDecisionBody } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import type { NotTaken } from '../client/comparison.ts';
import { additionalFieldsField, withAdditional } from './additional.ts';
import { caseSample } from './case.ts';
import { values } from './choices.ts';
import { form } from './form.ts';
import { inputFields, labelsOf, pick, parseFields, type TableOf } from './table.ts';
import { notTaken, outputWith } from './output.ts';
import { required, type Input } from './values.ts';

const decisionTable = {
  status: {
    label: 'Decision',
    help: 'Decision as the service names it, for example approved. A case with the risk level Forbidden cannot be approved.',
    kind: 'id',
    choices: (dialect) => values(dialect, 'decision_statuses'),
  },
  text: {
    label: 'Reason',
    help: 'Reason for the decision. The service keeps it for audits.',
    kind: 'note',
  },
} satisfies TableOf<typeof RecordDecisionBody>;

export const decisionLabels: Labels = { application_id: 'Case', ...labelsOf(decisionTable) };

/** The input key of the status is `decision`. */
export const decisionFields = form(({ dialect }) => [
  ...inputFields(dialect, { decision: decisionTable.status }).map((field) => ({
    ...field,
    required: true,
  })),
  ...inputFields(dialect, pick(decisionTable, ['text'])),
  additionalFieldsField,
]);

/** Input -> the decision. @throws a halt if it is empty. */
export function toNewDecision(
  dialect: Dialect,
  input: Input<'decision' | 'additional_fields'>,
): NewDecision {
  const wire = { ...input, status: input.decision };
  const { status, ...rest } = parseFields(dialect, decisionTable, wire) ?? {};
  const decision = { status: required(status, 'Decision'), ...rest };
  return withAdditional(decision, input.additional_fields, decisionLabels);
}

/** The output of a decision. */
export const toDecision = (decision: Decision & NotTaken) => ({
  id: decision.decision_id ?? decision.application_id,
  ...decision,
});

export const decisionOutput = outputWith(
  () => [
    { key: 'id', label: 'ID' },
    ...Object.entries(decisionLabels).map(([key, label]) => ({ key, label })),
  ],
  {
    id: 'dec_0Qw3Ft6YrB',
    application_id: caseSample.application_id,
    status: 'approved',
    text: 'All in order',
  },
  notTaken,
);
