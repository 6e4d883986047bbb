/** A change of a case ("Body of PUT /api/applications/{application_id}"). */
import { isRecord } from '../api/answer.ts';
import type { CaseChange } from '../api/contract.ts';
import { halt } from '../api/errors.ts';
import { additionalFieldsField, withAdditional } from './additional.ts';
import { businessTable } from './business.ts';
import { caseField, caseLabels, caseTable, subjectField, subjectFields } from './case.ts';
import { choice } from './choices.ts';
import { personTable } from './person.ts';
import { inputFields, pathsOf, pick, readFields } from './table.ts';
import { filled, toList, type Input } from './values.ts';

const label = 'Clear Fields';

/** What can be emptied on purpose: its path in the editor -> its path in the body. */
const clearable = new Map([
  ['external_reference', 'external_reference'],
  ...pathsOf(businessTable, 'business.'),
  ...pathsOf(personTable, 'person.'),
]);
const clearChoices = () =>
  [...clearable].map(([shown, path]) => choice(shown, caseLabels[path] ?? shown));

const changedSubjectField = {
  key: 'subject',
  label: 'Subject',
  choices: subjectField.choices,
  altersDynamicFields: true,
  helpText: 'Narrows the form to the fields of a business or of a person; the case keeps its own.',
};

const changeTable = {
  risk_level: caseTable.risk_level,
  external_reference: {
    ...caseTable.external_reference,
    help: 'ID of the deal or client in your CRM; it comes back with every event of the case.',
  },
  ...pick(caseTable, ['custom_fields', 'meta']),
};

const changeFields = (_z: unknown, { inputData }: { inputData: Input }) => [
  ...subjectFields(inputData),
  ...inputFields(changeTable),
  additionalFieldsField,
  {
    key: 'clear_fields',
    label,
    list: true,
    group: 'more' as const,
    choices: clearChoices(),
    helpText:
      'Fields to empty on purpose; a field that is merely left empty keeps its value. A custom field is named like custom_fields.plan.',
  },
];

export const caseChangeFields = [caseField('Case to change.'), changedSubjectField, changeFields];

/** Sets `path` ("business.address.city") to null; every level is an own property. */
function cleared(body: Record<string, unknown>, path: string[]): Record<string, unknown> {
  const [key, ...rest] = path as [string, ...string[]];
  const inner = Object.hasOwn(body, key) ? body[key] : undefined;
  if (inner !== undefined && !(rest.length && isRecord(inner))) {
    throw halt(`${label}: "${key}" is also filled in. Choose one of the two.`);
  }
  return {
    ...body,
    [key]: rest.length
      ? cleared(((inner as object | undefined) ?? {}) as Record<string, unknown>, rest)
      : null,
  };
}

/**
 * Input -> body of the PUT with only what is filled in or to be cleared.
 * @throws HaltedError when nothing is, or a value cannot be right.
 */
export function toCaseChange(input: Input): CaseChange {
  const changes = withAdditional(
    filled({
      business: readFields(businessTable, input),
      person: readFields(personTable, input),
      ...readFields(changeTable, input),
    }) ?? {},
    input.additional_fields,
    caseLabels,
    true,
  );
  const body = toList(input.clear_fields, label).reduce(
    (result, name) => cleared(result, (clearable.get(name) ?? name).split('.')),
    changes as Record<string, unknown>,
  );
  if (!Object.keys(body).length) {
    throw halt('Nothing to update: fill in at least one field besides Case.');
  }
  return body;
}
