/** A compliance decision on a case. */
import type { Labels } from '../client/basics/labels.ts';
import type { Decision, NewDecision, RecordDecisionBody } from '../service/contract.ts';
import type { NotTaken } from '../client/comparison/not-taken.ts';
import { additionalFieldsField, withAdditional } from './kinds/additional.ts';
import { sampleCase } from './cases.ts';
import { form } from './kinds/form.ts';
import { inputFields, labelsOf, parseFields, type TableOf } from './kinds/table.ts';
import { notTaken, outputWith } from './kinds/output.ts';
import { required, type Input } from './kinds/values.ts';

const decisionTable = {
  status: {
    key: 'decision',
    label: 'Decision',
    help: 'Decision on the case, for example Approved. A case with the risk level Forbidden cannot be approved.',
    kind: 'id',
    suggestions: 'decision_statuses',
    required: true,
    isClosed: true,
  },
  text: {
    label: 'Reason',
    help: 'Reason for the decision. The service keeps it for audits.',
    kind: 'note',
  },
} as const satisfies TableOf<typeof RecordDecisionBody>;

export const decisionLabels: Labels = { application_id: 'Case', ...labelsOf(decisionTable) };

export const decisionFields = form(({ dialect }) => [
  ...inputFields(dialect, decisionTable),
  additionalFieldsField,
]);

/** Input -> the decision. @throws a halt if it is empty. */
export function toNewDecision(input: Input<'decision' | 'additional_fields'>): NewDecision {
  const { status, ...rest } = parseFields(decisionTable, input) ?? {};
  const decision = { status: required(status, 'Decision'), ...rest };
  return withAdditional(decision, input.additional_fields, decisionLabels);
}

export const toDecision = (decision: Decision & NotTaken) => ({
  id: decision.decision_id ?? decision.application_id,
  ...decision,
});

export const decisionOutput = outputWith(
  () => [
    { key: 'id', label: 'ID' },
    { key: 'application_id', label: 'Case' },
    { key: 'status', label: decisionTable.status.label },
    { key: 'text', label: decisionTable.text.label },
  ],
  () => ({
    id: 'dec_0Qw3Ft6YrB',
    application_id: sampleCase.application_id,
    status: 'approved',
    text: 'All in order',
  }),
  notTaken,
);
