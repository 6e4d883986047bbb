/** A change of a case ("Body of PUT /api/applications/{application_id}"). */
import { errors } from 'zapier-platform-core';

import { businessFields, toBusiness } from './business.ts';
import {
  additionalFieldsField,
  caseField,
  customFieldsField,
  externalReferenceField,
  riskLevelChoices,
  subjectField,
  subjectFields,
  toRiskLevel,
  withAdditional,
} from './case.ts';
import { choice } from './choices.ts';
import { personFields, toPerson } from './person.ts';
import { filled, toList, toPairs, toText, type Input } from './values.ts';

/** What can be emptied on purpose, by its wire name. */
const clearable = () => [
  choice('external_reference', externalReferenceField.label),
  ...Object.entries({ business: businessFields(), person: personFields() }).flatMap(
    ([owner, fields]) =>
      fields.map(({ key, label }) =>
        choice(`${owner}.${key.replace(`${owner}_address_`, 'address.')}`, label),
      ),
  ),
];

const changedSubjectField = {
  key: 'subject',
  label: 'Subject',
  choices: subjectField.choices,
  altersDynamicFields: true,
  helpText: 'Which fields are shown below; it changes nothing in the case.',
};

const changeFields = (_z: unknown, { inputData }: { inputData: Input }) => [
  ...subjectFields(inputData),
  {
    key: 'risk_level',
    label: 'Risk Level',
    choices: riskLevelChoices,
    helpText: 'A case with the level Forbidden cannot be approved.',
  },
  {
    ...externalReferenceField,
    helpText: 'ID of the deal or client in your CRM; it comes back with every event of the case.',
  },
  customFieldsField,
  {
    key: 'meta',
    label: 'Meta',
    dict: true,
    helpText: 'Name and value of technical data kept with the case, for example source = crm.',
  },
  additionalFieldsField,
  {
    key: 'clear_fields',
    label: 'Clear Fields',
    list: true,
    choices: clearable(),
    helpText:
      'Fields to empty on purpose; fields left empty above stay as they are. A custom field is named like custom_fields.plan.',
  },
];

export const caseChangeFields = [caseField('Case to change.'), changedSubjectField, changeFields];

/** Sets `path` ("business.address.city") to null; every level is an own property. */
function cleared(body: Record<string, unknown>, path: string[]): Record<string, unknown> {
  const [key, ...rest] = path as [string, ...string[]];
  const inner = Object.hasOwn(body, key) ? (body[key] as Record<string, unknown>) : undefined;
  if (!rest.length && inner !== undefined) {
    throw new errors.HaltedError(
      `Clear Fields: "${key}" is also filled in. Choose one of the two.`,
    );
  }
  return { ...body, [key]: rest.length ? cleared(inner ?? {}, rest) : null };
}

/**
 * Input -> body of the PUT with only what is filled in or to be cleared.
 * @throws HaltedError when nothing is, or a value cannot be right.
 */
export function toCaseChange(input: Input): Record<string, unknown> {
  const changes = withAdditional(
    filled({
      business: toBusiness(input),
      person: toPerson(input),
      risk_level: toRiskLevel(input.risk_level),
      external_reference: toText(input.external_reference),
      custom_fields: toPairs(input.custom_fields),
      meta: toPairs(input.meta),
    }) ?? {},
    input.additional_fields,
  );
  const body = toList(input.clear_fields).reduce(
    (result, name) => cleared(result, name.split('.')),
    changes,
  );
  if (!Object.keys(body).length) {
    throw new errors.HaltedError('Nothing to update: fill in at least one field besides Case.');
  }
  return body;
}
